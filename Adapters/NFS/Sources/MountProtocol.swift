internal import CKinoNFS

/// Asks for the handles of exports, as version 3 does (RFC 1813, appendix I).
struct MountProtocol: Sendable {
  let loop: RPCLoop
  let link: RPCLink

  private static let accessDenied: UInt32 = 13

  /// Finds the handle of an export.
  ///
  /// Not every server lets a directory below an export be mounted: then the export itself is, of
  /// which only trying tells where it ends.
  ///
  /// - Parameters:
  ///   - names: The path of an export, or below one.
  ///   - deadline: When to give up.
  /// - Returns: The handle, and the names that are to be looked up from there.
  /// - Throws: ``NFSFailure``
  func mount(
    _ names: [[UInt8]],
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> (FileHandle, rest: [[UInt8]]) {
    defer { loop.drop(link) }
    var first: NFSFailure?
    for count in stride(from: names.count, through: min(1, names.count), by: -1) {
      do throws(NFSFailure) {
        let handle = try await handle(names.prefix(count), until: deadline)
        return (handle, Array(names.dropFirst(count)))
      } catch .mount(let status) {
        first = first ?? .mount(status)
      }
    }
    let failure = first ?? .malformed
    // Some servers refuse what they do not export as if it were forbidden.
    guard failure == .mount(Self.accessDenied),
      let exports = try? await exports(until: deadline),
      !exports.contains(where: { names.starts(with: $0) })
    else { throw failure }
    throw .mount(NFSStatus.noEntry)
  }

  private func handle(
    _ names: ArraySlice<[UInt8]>,
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> FileHandle {
    let path = names.isEmpty ? Array("/".utf8) : names.flatMap { Array("/".utf8) + $0 }
    return unsafe try await loop.call(link, until: deadline) { rpc, context in
      unsafe Procedure3.withCString(path) { path in
        unsafe rpc_mount3_mnt_async(rpc, RPCTicket.callback, path, context)
      }
    } decode: { data throws(NFSFailure) in
      let answer = unsafe data.assumingMemoryBound(to: mountres3.self)
      let status = unsafe answer.pointee.fhs_status
      guard status == MNT3_OK else { throw .mount(status.rawValue) }
      let handle = unsafe answer.pointee.mountres3_u.mountinfo.fhandle
      return unsafe try CompoundAnswer.bytes(
        handle.fhandle3_val,
        handle.fhandle3_len,
        atMost: 64
      )
    }
  }

  /// The paths that are exported.
  private func exports(
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> [[[UInt8]]] {
    unsafe try await loop.call(link, until: deadline) { rpc, context in
      unsafe rpc_mount3_export_async(rpc, RPCTicket.callback, context)
    } decode: { data throws(NFSFailure) in
      var paths: [[[UInt8]]] = []
      var node = unsafe data.assumingMemoryBound(to: CKinoNFS.exports?.self).pointee
      while let current = unsafe node {
        if let text = unsafe current.pointee.ex_dir {
          let path = unsafe Procedure3.bytes(text)
          paths.append(path.split(separator: UInt8(ascii: "/")).map { Array($0) })
        }
        unsafe node = current.pointee.ex_next
      }
      return paths
    }
  }
}
