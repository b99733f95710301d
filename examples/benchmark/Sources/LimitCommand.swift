internal import CBenchmark

/// The limits, measured in a process of their own so that their memory is not this program's.
///
/// `limit walk TREE THREADS` and `limit sqlite TREE DATABASE` print seconds, wall and CPU in turn.
enum LimitCommand {
  static let name = "limit"

  static func run(_ arguments: [String]) throws {
    guard arguments.count == 3 else { throw UsageProblem(message: Options.usage) }
    switch arguments[0] {
    case "walk": try walk(arguments[1], threads: Int32(arguments[2]) ?? 0)
    case "sqlite": try sqlite(arguments[1], database: arguments[2])
    default: throw UsageProblem(message: Options.usage)
    }
  }

  private static func walk(_ tree: String, threads: Int32) throws {
    var result = kb_walk_result()
    let code = unsafe kb_walk(tree, threads, nil, &result)
    guard code == 0 else { throw BenchmarkError("\(tree) cannot be walked: error \(code)") }
    print(result.time.wall, result.time.cpu, result.files, result.directories)
  }

  private static func sqlite(_ tree: String, database: String) throws {
    let listing = unsafe kb_listing_create()
    defer { unsafe kb_listing_free(listing) }
    var walked = kb_walk_result()
    var result = kb_layout_result()
    let walk = unsafe kb_walk(tree, 1, listing, &walked)
    guard walk == 0 else { throw BenchmarkError("\(tree) cannot be walked: error \(walk)") }
    let code = unsafe kb_layout(database, listing, &result)
    guard code == 0 else { throw BenchmarkError("SQLite failed: code \(code)") }
    print(result.first.wall, result.first.cpu, result.unchanged.wall, result.unchanged.cpu)
  }
}
