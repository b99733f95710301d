internal import CBenchmark
import KinoCore
import KinoLocal
import Kinothek

/// The work that makes a published library browsable, in a process of its own.
///
/// `browsable LIBRARY` prints how many videos were named, then for each stage its name and seconds, wall
/// and CPU. The stages behind, which read contents, are not waited for.
enum BrowsableCommand {
  static let name = "browsable"
  /// From the names of files to films and series that lists show and searches find.
  private static let stages: [WorkStage] = [.parse, .localMetadata, .search]

  static func run(_ arguments: [String]) async throws {
    guard arguments.count == 1 else { throw UsageProblem(message: Options.usage) }
    let library = try await MediaLibrary.open(directory: arguments[0], adapters: [LocalAdapter()])
    // A scan that stops when it has published leaves the queue to the next.
    for source in try await library.sources.all() { for await _ in library.scan(source.id) {} }
    var ends: [WorkStage: kb_seconds] = [:]
    var before = kb_now()
    let work = library.processPendingWork()
    for await event in work {
      guard case .progress(let progress) = event else { continue }
      guard stages.contains(progress.stage) else { break }
      ends[progress.stage] = kb_now()
    }
    work.cancel()
    let report = await work.report
    await library.close()
    if let failure = report.failure { throw BenchmarkError("\(failure)") }
    print(report.named)
    for stage in stages {
      guard let end = ends[stage] else { continue }
      print(stage.rawValue, end.wall - before.wall, end.cpu - before.cpu)
      before = end
    }
  }
}
