/// The process that claims work.
///
/// What it holds is free as soon as it is known to be gone, and not only when the lease ends.
package struct WorkHolder: Hashable, Sendable {
  /// Identifies the boot of this machine, and the namespace that process ids are of.
  package var bootID: String
  package var processID: Int32
  /// When the process started, in the platform's own ticks: tells a reused process id.
  package var processStartedAt: Int64

  package init(bootID: String, processID: Int32, processStartedAt: Int64) {
    self.bootID = bootID
    self.processID = processID
    self.processStartedAt = processStartedAt
  }
}
