internal import CKinoNFS

/// A request of version 4: steps that the server takes one after the other (RFC 7530, section 14.2).
struct Compound: Sendable {
  /// A step; each works on the file that the ones before led to.
  enum Step: Hashable, Sendable {
    /// Goes to the root of all exports.
    case root
    /// Goes to a file.
    case handle(FileHandle)
    /// Goes on to an entry of a directory.
    case name([UInt8])
    /// Asks for the handle.
    case getHandle
    /// Asks for attributes.
    case attributes(AttributeSet)
    /// Asks for a part of a directory's entries.
    case list(ListPosition)
    /// Asks for a part of a file, as somebody who opened nothing (RFC 7530, section 9.1.4.3).
    case read(offset: UInt64, count: UInt32)
  }

  let steps: [Step]

  init(_ steps: [Step]) { self.steps = steps }

  /// Gives the request to libnfs, which keeps nothing of what it is given.
  func send(_ rpc: OpaquePointer, _ context: UnsafeMutableRawPointer) -> Int32 {
    let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: byteCount)
    let masks = UnsafeMutablePointer<UInt32>.allocate(capacity: 2 * steps.count)
    let operations = UnsafeMutablePointer<nfs_argop4>.allocate(capacity: steps.count)
    defer {
      unsafe bytes.deallocate()
      unsafe masks.deallocate()
      unsafe operations.deallocate()
    }
    unsafe operations.initialize(repeating: nfs_argop4(), count: steps.count)
    var used = 0
    for (index, step) in steps.enumerated() {
      let part = unsafe bytes.baseAddress.map { unsafe $0 + used }
      used += unsafe Self.fill(&operations[index], step, part, masks + 2 * index)
    }
    var arguments = unsafe COMPOUND4args()
    unsafe arguments.argarray.argarray_len = UInt32(steps.count)
    unsafe arguments.argarray.argarray_val = operations
    return unsafe rpc_nfs4_compound_async(rpc, RPCTicket.callback, &arguments, context)
  }

  private var byteCount: Int {
    steps.reduce(1) { count, step in
      switch step {
      case .handle(let bytes), .name(let bytes): count + bytes.count
      default: count
      }
    }
  }

  /// Writes a step; returns how many bytes of `bytes` it uses.
  private static func fill(
    _ operation: inout nfs_argop4,
    _ step: Step,
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ mask: UnsafeMutablePointer<UInt32>
  ) -> Int {
    unsafe operation.argop = step.number
    switch step {
    case .root, .getHandle: return 0
    case .handle(let handle):
      unsafe copy(handle, to: bytes)
      unsafe operation.nfs_argop4_u.opputfh.object =
        nfs_fh4(nfs_fh4_len: UInt32(handle.count), nfs_fh4_val: bytes)
      return handle.count
    case .name(let name):
      unsafe copy(name, to: bytes)
      unsafe operation.nfs_argop4_u.oplookup.objname =
        utf8string(utf8string_len: UInt32(name.count), utf8string_val: bytes)
      return name.count
    case .attributes(let set):
      unsafe operation.nfs_argop4_u.opgetattr.attr_request = bitmap(set, mask)
      return 0
    case .list(let position):
      unsafe operation.nfs_argop4_u.opreaddir.cookie = position.cookie
      unsafe withUnsafeMutableBytes(of: &operation.nfs_argop4_u.opreaddir.cookieverf) { verifier in
        unsafe verifier.storeBytes(of: position.verifier, as: UInt64.self)
      }
      unsafe operation.nfs_argop4_u.opreaddir.dircount = listSize
      unsafe operation.nfs_argop4_u.opreaddir.maxcount = listSize
      unsafe operation.nfs_argop4_u.opreaddir.attr_request = bitmap(.listed, mask)
      return 0
    case .read(let offset, let count):
      unsafe operation.nfs_argop4_u.opread.offset = offset
      unsafe operation.nfs_argop4_u.opread.count = count
      return 0
    }
  }

  private static func copy(_ bytes: [UInt8], to place: UnsafeMutablePointer<CChar>?) {
    for (index, byte) in bytes.enumerated() {
      unsafe place?[index] = CChar(bitPattern: byte)
    }
  }

  private static func bitmap(
    _ set: AttributeSet,
    _ words: UnsafeMutablePointer<UInt32>
  ) -> bitmap4 {
    unsafe words[0] = set.low
    unsafe words[1] = set.high
    return unsafe bitmap4(bitmap4_len: 2, bitmap4_val: words)
  }

  /// How much of a listing is asked for at once; a round trip saved is worth more than the memory.
  private static let listSize: UInt32 = 256 << 10
}

extension Compound.Step {
  /// What the step is called on the wire.
  var number: nfs_opnum4 {
    switch self {
    case .root: OP_PUTROOTFH
    case .handle: OP_PUTFH
    case .name: OP_LOOKUP
    case .getHandle: OP_GETFH
    case .attributes: OP_GETATTR
    case .list: OP_READDIR
    case .read: OP_READ
    }
  }
}
