import KinoCommand
import Kinothek
import Testing

@Suite("The report of a scan")
struct ReportTests {
  @Test("a plan that met another process's scan is not said to be one, nor to have published")
  func joinedPlan() {
    var scan = ScanReport(run: nil, state: .completed)
    scan.isJoined = true
    #expect(Report(scan: scan, isPlanOnly: true).headline.hasPrefix("No plan was made"))
    #expect(Report(scan: scan).headline == "Completed by another process.")
  }

  @Test("a scan whose work failed exits as failed, one whose work was stopped as completed")
  func work() {
    var scan = ScanReport(run: nil, state: .completed)
    var work = WorkReport()
    work.failure = ScanFailure(kind: "diskFull", message: "Full.", isSourceFailure: false)
    work.remaining = 1_234
    #expect(ExitCode(scan, work, isPlanOnly: false) == .failed)
    var report = Report(scan: scan)
    report.work = work
    #expect(report.headline.contains("Full. 1,234 are left to the next run."))
    work.failure = nil
    work.isCancelled = true
    #expect(ExitCode(scan, work, isPlanOnly: false) == .completed)
    scan.held = 1
    #expect(ExitCode(scan, work, isPlanOnly: false) == .removalsHeld)
  }

  @Test("directories that could not be listed to the end are named, the first few in the table")
  func unreachable() {
    var scan = ScanReport(run: nil, state: .completed)
    #expect(Report(scan: scan).json.line.contains(#""unreachable": []"#))
    scan.unreachable = ["A", "B", "C", "D", "E", "F"].compactMap { SourcePath($0) }
    scan.counters.unreachableDirectories = 1_234
    let report = Report(scan: scan)
    #expect(report.text.contains(": A, B, C, D, E and 1,229 more."))
    #expect(report.json.line.contains(#""unreachable": ["A", "B", "C", "D", "E", "F"]"#))
  }
}
