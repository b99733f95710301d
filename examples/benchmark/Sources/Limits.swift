import Foundation

/// The limits of this machine for one tree, taken once.
struct Limits: Encodable {
  /// `find TREE -printf`, as a program of its own.
  let find: Usage
  /// Looking at every entry in C, on one thread and on two.
  let walk: Usage
  let walkOnTwoThreads: Usage
  /// The SQLite work of a first scan and of an unchanged rescan, in C.
  let sqliteFirst: Usage
  let sqliteUnchanged: Usage

  init(of tree: String, in workspace: Workspace) throws {
    let found = try Child(arguments: ["find", tree, "-printf", "%p %s %T@\n"]).run()
    guard found.status == 0 else { throw BenchmarkError("find ended with \(found.status)") }
    find = found.usage
    walk = try Self.measure(["walk", tree, "1"], in: workspace)[0]
    walkOnTwoThreads = try Self.measure(["walk", tree, "2"], in: workspace)[0]
    let database = try workspace.emptyFolder("limit") + "/limit.sqlite"
    let sqlite = try Self.measure(["sqlite", tree, database], in: workspace)
    (sqliteFirst, sqliteUnchanged) = (sqlite[0], sqlite[1])
  }

  /// Runs this program's ``LimitCommand`` and reads the pairs of seconds that it prints.
  private static func measure(_ arguments: [String], in workspace: Workspace) throws -> [Usage] {
    guard let program = Bundle.main.executablePath else {
      throw BenchmarkError("this program does not know where it lies")
    }
    let output = workspace.path("limit.txt")
    let child = Child(arguments: [program, LimitCommand.name] + arguments, output: output)
    guard try child.run().status == 0 else {
      throw BenchmarkError("the limit \(arguments[0]) failed")
    }
    let text = try String(contentsOfFile: output, encoding: .utf8)
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard numbers.count == 4 else { throw BenchmarkError("the limit \(arguments[0]) is silent") }
    return [Usage(wall: numbers[0], cpu: numbers[1]), Usage(wall: numbers[2], cpu: numbers[3])]
  }
}
