import KinoCore
import Kinothek
import Testing

/// Something that goes wrong between a library and its server, and what a scan makes of it.
struct WebFault: Sendable, CustomTestStringConvertible {
  /// What a scan makes of a fault.
  enum Outcome: Sendable {
    /// The run fails, and with it the source.
    case sourceFails(SourceError.Kind)
    /// One directory keeps what it had, and the run completes.
    case directoryFails
    /// Removals are held back, so many.
    case held(Int)
    /// The run completes.
    case completes
    /// The run completes, and says of some directories that not all in them was to be understood.
    case isIncomplete
    /// The run completes or fails: what happens meets some of it and not the rest.
    case survives

    /// Checks what a scan reports.
    func check(_ report: ScanReport, of name: String, _ location: SourceLocation = #_sourceLocation)
    {
      let text = "\(name): \(report.state), \(String(describing: report.failure))"
      switch self {
      case .sourceFails(let kind):
        #expect(report.state == .failed, "\(text)", sourceLocation: location)
        #expect(report.failure?.isSourceFailure == true, "\(text)", sourceLocation: location)
        #expect(report.failure?.kind == kind.rawValue, "\(text)", sourceLocation: location)
      case .survives:
        #expect(report.missing == 0, "\(text)", sourceLocation: location)
      case .directoryFails, .completes, .isIncomplete, .held:
        #expect(report.state == .completed, "\(text)", sourceLocation: location)
        let unreachable = report.counters.unreachableDirectories
        switch self {
        case .directoryFails: #expect(unreachable == 1, "\(text)", sourceLocation: location)
        case .isIncomplete: #expect(unreachable > 0, "\(text)", sourceLocation: location)
        default: #expect(unreachable == 0, "\(text)", sourceLocation: location)
        }
        #expect(report.missing == 0, "\(text)", sourceLocation: location)
        if case .held(let count) = self { #expect(report.held == count, "\(text)") }
      }
    }
  }

  let name: String
  /// What the proxy does, in the words of `Tests/Servers/spoiler.py`; `ROOT` stands for the target
  /// of the root, `SHOW` for that of a directory without its slash, `NAMES` for that of another with 12 files.
  let rules: String
  let outcome: Outcome
  /// Whether the library gives up early.
  var isHurried = false

  var testDescription: String { name }

  init(_ name: String, _ rules: String, _ outcome: Outcome, isHurried: Bool = false) {
    self.name = name
    self.rules = rules
    self.outcome = outcome
    self.isHurried = isHurried
  }

  /// The rules for a tree.
  func rules(for tree: ServedTree) -> String {
    rules.replacing("ROOT", with: tree.target)
      .replacing("SHOW", with: tree.target("Series/Show 1"))
      .replacing("NAMES", with: tree.target("Names/"))
  }
}
