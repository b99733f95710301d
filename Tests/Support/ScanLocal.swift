internal import Foundation

/// The package's own `scan-local`, or another tool that scans as it does, run as a child.
package struct ScanLocal: Sendable {
  /// The directory that is scanned, or the place as the tool names it.
  package var root: String
  /// The folder of the library.
  package var database: String
  private let log: String
  private let tool: [String]

  /// Describes a command.
  ///
  /// - Parameters:
  ///   - root: The directory that is scanned, or the place as the tool names it.
  ///   - database: The folder of the library.
  ///   - log: What the names of the files with its output begin with.
  ///   - tool: What to run in place of `scan-local`: an executable and its first arguments.
  package init(root: String, database: String, log: String, tool: [String] = []) {
    self.root = root
    self.database = database
    self.log = log
    self.tool = tool
  }

  /// The executable beside this test bundle, where the build left it.
  package static var executable: String {
    get throws(Violation) {
      if let path = Tier.variable("KINO_SCAN_LOCAL") { return path }
      return try BuiltTool.path(of: "scan-local")
    }
  }

  /// Starts it.
  ///
  /// - Parameters:
  ///   - options: Options beside the directory, the database and `--json`.
  ///   - name: Tells the output of several at once apart.
  /// - Returns: The running command.
  /// - Throws: ``Violation`` when it cannot be started.
  package func start(_ options: [String] = [], name: String = "a") throws -> RunningScan {
    let output = "\(log)-\(name).json"
    let errors = "\(log)-\(name).errors"
    let tool = tool.isEmpty ? [try Self.executable] : tool
    let command = tool + [root, "--database", database, "--json", "--quiet"] + options
    let start = ContinuousClock.now
    let child = try ChildProcess(command, output: output, errors: errors)
    return RunningScan(child: child, start: start, output: output, errors: errors)
  }

  /// Runs it to its end.
  @discardableResult
  package func run(_ options: [String] = []) throws -> FinishedScan {
    try start(options).finish()
  }
}

/// A `scan-local` under way.
package struct RunningScan: Sendable {
  /// The process.
  package let child: ChildProcess
  let start: ContinuousClock.Instant
  let output: String
  let errors: String

  /// Waits for its end and reads what it printed.
  package func finish() throws -> FinishedScan {
    let exit = child.wait()
    let wall = ContinuousClock.now - start
    let printed = FileManager.default.contents(atPath: output) ?? Data()
    let complaints = FileManager.default.contents(atPath: errors) ?? Data()
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return FinishedScan(
      exit: exit,
      wall: wall,
      report: try? decoder.decode(ScanOutput.self, from: printed),
      text: String(decoding: printed + complaints, as: UTF8.self)
    )
  }

  /// Lets it run for a while, and kills it.
  ///
  /// - Returns: Whether the signal came before its end.
  package func kill(after delay: Duration, with signal: Int32 = SIGKILL) -> Bool {
    let rest = delay - (ContinuousClock.now - start)
    if rest > .zero { usleep(UInt32(rest / .microseconds(1))) }
    child.send(signal)
    return child.wait() == .signal(signal)
  }
}

/// How a `scan-local` ended.
package struct FinishedScan: Sendable {
  /// Its exit.
  package let exit: ChildExit
  /// Its time from start to end.
  package let wall: Duration
  /// What it printed; `nil` when that was no JSON object.
  package let report: ScanOutput?
  /// All its output, to be shown when something is wrong.
  package let text: String
}

/// The object that `scan-local --json` prints.
package struct ScanOutput: Decodable, Sendable {
  /// Why a run failed.
  package struct Failure: Decodable, Sendable {
    package let kind: String
    package let message: String
  }

  /// How long the parts took.
  package struct Seconds: Decodable, Sendable {
    package let enumerate: Double
    package let process: Double
    package let finalize: Double
    package let total: Double
  }

  /// What was done to files after the scan.
  package struct Work: Decodable, Sendable {
    package let completed: Int
    package let waiting: Int
    package let failed: Int
    package let remaining: Int
    package let error: Failure?
  }

  package let run: String?
  package let state: String
  package let error: Failure?
  package let joined: Bool
  package let files: Int
  package let added: Int
  package let changed: Int
  package let moved: Int
  package let restored: Int
  package let missing: Int
  package let heldBack: Int
  package let excluded: Int
  package let unreachableDirectories: Int
  package let unreachable: [String]
  package let seconds: Seconds
  package let work: Work?
  package let libraryRevision: Int64
}
