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

/// Asks the way that phones allow, too: they have no `libproc`.
private func startTime(of processID: Int32) -> Int64? {
  var question = [CTL_KERN, KERN_PROC, KERN_PROC_PID, processID]
  var info = unsafe kinfo_proc()
  var size = MemoryLayout<kinfo_proc>.stride
  let code = unsafe sysctl(&question, UInt32(question.count), &info, &size, nil, 0)
  // Of a process that is gone nothing is said, and that is no error.
  guard code == 0, size > 0 else { return nil }
  let start = unsafe info.kp_proc.p_un.__p_starttime
  return Int64(start.tv_sec) * 1_000_000 + Int64(start.tv_usec)
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
