/// Reads contract SQL as people do: which column is explained where.
enum ColumnComments {
  /// Every `table.column` that a comment stands beside or above.
  static func documented(in sql: String) -> Set<String> {
    var found: Set<String> = []
    var table = ""
    var isExplained = false
    for line in sql.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.split(separator: " ").map(String.init)
      if line.hasPrefix("CREATE TABLE ") || line.hasPrefix("CREATE TEMP TABLE ") {
        table = words[words.count - 2]
      } else if line.hasPrefix("ALTER TABLE "), words.count > 5 {
        if words[3] == "ADD", isExplained { found.insert("\(words[2]).\(words[5])") }
        if words[3] == "RENAME" { found.formUnion(renamed(found, from: words[2], to: words[5])) }
      } else if words.count > 1, line.hasPrefix("  "), isExplained || line.contains(" -- ") {
        found.insert("\(table).\(words[0])")
      }
      isExplained = words.first == "--"
    }
    return found
  }

  private static func renamed(_ names: Set<String>, from old: String, to new: String) -> [String] {
    let table = new.filter { $0 != ";" }
    return names.filter { $0.hasPrefix("\(old).") }
      .map { table + $0.dropFirst(old.count) }
  }
}
