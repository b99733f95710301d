/// Why an absent row cannot stay where it is published, whatever is held back: its name is another
/// row's from now on.
///
/// Staged rows say it in `scan_discovery.detail`, by their label.
enum Displacement: Int, CaseIterable {
  /// A row that was found by its stable id has its name, or something new does, since it was itself
  /// found elsewhere.
  case replaced = 1
  /// The same, in a directory that was renamed.
  case replacedInRename = 2
  /// It was the second row of one file, and the first has its name now.
  case twin = 3

  var label: String {
    switch self {
    case .replaced: "replaced"
    case .replacedInRename: "rename_replaced"
    case .twin: "twin"
    }
  }

  /// Branches of a CASE over labels.
  static let cases = allCases.map { "WHEN '\($0.label)' THEN \($0.rawValue)" }
    .joined(separator: " ")
}
