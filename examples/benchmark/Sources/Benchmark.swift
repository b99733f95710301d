import Foundation

/// Measures scans beside the limits of the machine that they run on.
@main
enum Benchmark {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if arguments.first == LimitCommand.name {
        try LimitCommand.run(Array(arguments.dropFirst()))
      } else if arguments.first == BrowsableCommand.name {
        try await BrowsableCommand.run(Array(arguments.dropFirst()))
      } else {
        try await exit(run(Options(arguments)))
      }
    } catch let problem as UsageProblem {
      printError(problem.message)
      exit(2)
    } catch {
      printError("benchmark: \(error)")
      exit(1)
    }
  }

  /// Returns the exit status: 1 when a target is missed by more than the tolerance.
  private static func run(_ options: Options) async throws -> Int32 {
    guard !options.wantsHelp else {
      print(Options.usage)
      return 0
    }
    let workspace = try Workspace(keptAt: options.work)
    defer { workspace.close() }
    let subject = try ScanLocal(executable: options.scanner, output: workspace.path("scan.json"))
    var trees: [TreeFigures] = []
    for size in options.sizes {
      let series = Series(
        tree: try workspace.tree(of: size),
        workspace: workspace,
        subject: subject
      )
      trees.append(try series.measure(rounds: options.rounds))
    }
    let queue = options.measuresQueue ? try await QueueFigures(in: workspace) : nil
    let isJudged = trees.contains { $0.files >= Target.leastFiles }
    let names = isJudged ? NameFigures() : nil
    let result = BenchmarkResult(trees: trees, queue: queue, names: names)
    print(options.json ? try result.json() : result.table())
    return result.isMissed ? 1 : 0
  }
}

/// A line for people, beside the standard output.
func printError(_ line: String) {
  FileHandle.standardError.write(Data("\(line)\n".utf8))
}
