/// How a scan from the command line is made and shown.
package struct ScanSettings: Sendable {
  /// Say what would change, and publish nothing.
  package var isPlanOnly = false
  /// Stop when the snapshot is published; leave what follows to the next run.
  package var endsAtPublication = false
  /// Let go what the brake has held back.
  package var confirmsRemovals = false
  /// Take the place for the same source although it looks like another one.
  package var acceptsIdentity = false
  /// Print no progress.
  package var isQuiet = false
  /// Print one object instead of tables.
  package var printsJSON = false
  /// Print objects a line each, of which the last one says how it ended.
  package var printsLines = false
  /// Directories that are listed at the same time, where the source allows as many; `nil` for the
  /// usual number.
  package var concurrency: Int?

  /// Takes from arguments what they say about scanning.
  ///
  /// - Throws: `UsageError` for options of which one would make the other void.
  package init(_ arguments: Arguments) throws(UsageError) {
    try arguments.refuse("--plan", with: ["--confirm-removals", "--scan-only"])
    isPlanOnly = arguments.has("--plan")
    endsAtPublication = arguments.has("--scan-only")
    confirmsRemovals = arguments.has("--confirm-removals")
    acceptsIdentity = arguments.has("--accept-identity")
    isQuiet = arguments.has("--quiet")
    printsJSON = arguments.has("--json")
  }

  /// The options that it reads.
  package static let options = [
    CommandOption("--plan", "Show what would change, and publish nothing."),
    CommandOption("--scan-only", "Stop when the snapshot is published, and read no files."),
    CommandOption("--confirm-removals", "Let go what the brake has held back, if still absent."),
    CommandOption("--accept-identity", "Take the place for the same source in spite of its looks."),
    CommandOption("--quiet", short: "-q", "Print no progress."),
    CommandOption("--json", "Print one JSON object instead of tables."),
  ]
}
