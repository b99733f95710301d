internal import CBenchmark
import Foundation

/// One scan of the subject: what it used, and what it says of itself.
struct Scan: Encodable {
  let usage: Usage
  let report: ScanReport
}

/// The object that `scan-local --json` prints, as far as it is looked at.
struct ScanReport: Codable {
  let state: String
  let files: Int
  let added: Int
  let changed: Int
  let moved: Int
  let missing: Int
}

/// What is measured: the built `scan-local`, as a program of its own.
struct ScanLocal {
  /// What is started.
  let executable: String
  /// The file for its report.
  let output: String

  init(executable: String?, output: String) throws {
    let beside = Bundle.main.executablePath.map {
      URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent("scan-local").path
    }
    guard
      let path = executable ?? beside,
      FileManager.default.isExecutableFile(atPath: path)
    else {
      throw BenchmarkError("there is no scan-local to measure: build it, or name it (--scan-local)")
    }
    self.executable = path
    self.output = output
  }

  /// Scans a tree that the library does not know, to where it is published.
  func firstScan(of tree: String, into database: String) throws -> Scan {
    try scan(tree, into: database, options: ["--scan-only"])
  }

  /// Scans a tree that the library knows.
  func rescan(of tree: String, into database: String) throws -> Scan {
    try scan(tree, into: database, options: [])
  }

  /// The longest time in seconds that one transaction holds the write lock during a first scan and
  /// the work that follows it.
  ///
  /// `folder` is a small tree, scanned first so that the database is there to be watched.
  func longestHold(of tree: String, into database: String, after folder: String) throws -> Double {
    _ = try rescan(of: folder, into: database)
    let file = database + "/library.sqlite"
    guard let watch = unsafe kb_hold_start(file) else {
      throw BenchmarkError("the library cannot be watched: \(file)")
    }
    let scan = Result { try rescan(of: tree, into: database) }
    let longest = unsafe kb_hold_stop(watch)
    _ = try scan.get()
    return longest
  }

  private func scan(_ tree: String, into database: String, options: [String]) throws -> Scan {
    let command = [executable, tree, "--database", database, "--json", "--quiet"] + options
    let (status, usage) = try Child(arguments: command, output: output).run()
    guard status == 0 else {
      let said = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
      throw BenchmarkError("scan-local ended with \(status): \(said)")
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: output))
    return Scan(usage: usage, report: try JSONDecoder().decode(ScanReport.self, from: data))
  }
}
