package import KinoCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Tells this process from every other, also from one that got its id later.
package struct ProcessIdentity: Hashable, Sendable {
  /// Identifies the boot of this machine and, behind a slash, the process namespace: containers share
  /// the one, and in each of them process ids mean something else.
  package let bootID: String
  package let processID: Int32
  /// When the process started, in the platform's own ticks.
  package let startedAt: Int64

  /// The running process.
  package static func current() -> ProcessIdentity {
    let processID = getpid()
    return ProcessIdentity(
      bootID: currentBootID(),
      processID: processID,
      startedAt: startTime(of: processID) ?? 0
    )
  }

  /// A fresh ownership by this process.
  package func owner(token: UID) -> RunOwner {
    RunOwner(token: token, bootID: bootID, processID: processID, processStartedAt: startedAt)
  }

  /// This process as one that claims work.
  package var holder: WorkHolder {
    WorkHolder(bootID: bootID, processID: processID, processStartedAt: startedAt)
  }

  /// Whether the process of an owner still exists: `false` only when that is certain.
  package static func isAlive(_ owner: RunOwner) -> Bool? {
    isAlive(
      WorkHolder(
        bootID: owner.bootID,
        processID: owner.processID,
        processStartedAt: owner.processStartedAt
      )
    )
  }

  /// Whether a process that claims work still exists: `false` only when that is certain.
  package static func isAlive(_ holder: WorkHolder) -> Bool? {
    let here = currentBootID()
    guard holder.bootID == here else {
      // A process of another container cannot be looked for; one of an earlier boot is gone.
      return holder.bootID.boot == here.boot ? nil : false
    }
    guard let started = startTime(of: holder.processID) else {
      // Another user's process may be hidden, but answers that it exists.
      return kill(holder.processID, 0) == 0 || errno == EPERM ? nil : false
    }
    return started == holder.processStartedAt
  }
}

extension String {
  /// The part of a boot's identifier that names the boot.
  fileprivate var boot: Substring { prefix { $0 != "/" } }
}

#if canImport(Darwin)
private func currentBootID() -> String {
  var size = 0
  unsafe sysctlbyname("kern.bootsessionuuid", nil, &size, nil, 0)
  var bytes = [CChar](repeating: 0, count: max(1, size))
  guard unsafe sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return "" }
  return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

private func startTime(of processID: Int32) -> Int64? {
  var info = proc_bsdinfo()
  let size = Int32(MemoryLayout<proc_bsdinfo>.size)
  guard unsafe proc_pidinfo(processID, PROC_PIDTBSDINFO, 0, &info, size) == size else { return nil }
  return Int64(info.pbi_start_tvsec) * 1_000_000 + Int64(info.pbi_start_tvusec)
}
#else
private func currentBootID() -> String {
  let bytes = smallFile("/proc/sys/kernel/random/boot_id") ?? []
  let boot = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  var namespace = stat()
  guard unsafe stat("/proc/self/ns/pid", &namespace) == 0 else { return boot }
  return "\(boot)/\(namespace.st_ino)"
}

/// The 22nd field of `/proc/PID/stat` (proc(5)), counted after the name, which may hold anything.
private func startTime(of processID: Int32) -> Int64? {
  guard let stat = smallFile("/proc/\(processID)/stat"),
    let nameEnd = stat.lastIndex(of: UInt8(ascii: ")"))
  else { return nil }
  let fields = stat[(nameEnd + 1)...].split(separator: UInt8(ascii: " "))
  guard fields.count > 19 else { return nil }
  return Int64(String(decoding: fields[19], as: UTF8.self))
}

private func smallFile(_ path: String) -> [UInt8]? {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 4096)
  let count = unsafe bytes.withUnsafeMutableBytes { buffer in
    unsafe read(descriptor, buffer.baseAddress, buffer.count)
  }
  return count >= 0 ? Array(bytes.prefix(count)) : nil
}
#endif
