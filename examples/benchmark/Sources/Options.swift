/// What the command line asks for.
struct Options {
  /// Files in each tree, in the order in which they are measured.
  var sizes = [100_000]
  /// How often each measurement is taken; the median counts.
  var rounds = 5
  /// Whether one object is printed instead of tables.
  var json = false
  /// Where trees are kept for the next time; `nil` for a temporary folder.
  var work: String?
  /// The `scan-local` to measure; `nil` for the one beside this program.
  var scanner: String?
  /// Whether claims on a long queue are measured.
  var measuresQueue = true
  var wantsHelp = false

  static let usage = """
    benchmark [--quick | --million] [--rounds N] [--json] [--work DIR] [--scan-local PATH]

      --quick            5,000 files: checks the answers, judges no speed
      --million          100,000 files, then 1,000,000, and the growth between them
      --rounds N         how often each measurement is taken (5); medians are printed
      --json             one object instead of tables
      --work DIR         keep the trees in DIR for the next time
      --scan-local PATH  the scanner to measure; else the one beside this program

    Exit status: 0; 1 when a target is missed by more than 20 % or an answer is wrong; 2 for wrong
    usage.
    """

  init(_ arguments: [String]) throws(UsageProblem) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": (sizes, rounds, measuresQueue) = ([5000], 1, false)
      case "--million": sizes = [100_000, 1_000_000]
      case "--json": json = true
      case "--help", "-h": wantsHelp = true
      case "--work": work = try Self.value(of: argument, in: &rest)
      case "--scan-local": scanner = try Self.value(of: argument, in: &rest)
      case "--rounds":
        let value = try Self.value(of: argument, in: &rest)
        guard let count = Int(value), (1...100).contains(count) else {
          throw UsageProblem(message: "--rounds takes a number from 1 to 100, not \(value)")
        }
        rounds = count
      default: throw UsageProblem(message: "unknown option \(argument)\n\(Self.usage)")
      }
    }
  }

  private static func value(
    of option: String,
    in rest: inout ArraySlice<String>
  ) throws(UsageProblem) -> String {
    guard let value = rest.popFirst() else {
      throw UsageProblem(message: "\(option) takes a value\n\(Self.usage)")
    }
    return value
  }
}

/// The command line cannot be understood.
struct UsageProblem: Error {
  let message: String
}

/// The benchmark itself cannot go on.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
