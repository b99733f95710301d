import KinoCommand

/// One of the things that `kino` does.
protocol Subcommand: Sendable {
  /// As it is typed.
  static var name: String { get }
  /// What it works on, for the help.
  static var operands: String { get }
  /// What it does, in a line.
  static var summary: String { get }
  /// More about it, in lines of at most 80 columns.
  static var details: String { get }
  /// What it takes beside `--help`.
  static var options: [CommandOption] { get }
  /// Whether it opens places, so that its help tells how they are named.
  static var opensPlaces: Bool { get }
  /// How long it may take to end after Ctrl-C before it is ended; `nil` for as long as it likes.
  static var grace: Duration? { get }
  /// How what went wrong before it began is told to a program that asked for JSON; `nil` where the
  /// command prints no JSON.
  static func json(_ error: UsageError) -> JSON?

  /// Reads its arguments; nothing is opened yet but a secret.
  init(_ arguments: Arguments) throws(UsageError)
  /// Does it. Cancelling the task ends it.
  func run() async -> ExitCode
}

extension Subcommand {
  static var opensPlaces: Bool { false }
  /// A reader that never takes what is written does not keep it.
  static var grace: Duration? { .milliseconds(100) }

  static func json(_ error: UsageError) -> JSON? {
    .object([("error", JSON.error(kind: error.kind, message: error.message))])
  }

  /// What complaints begin with.
  static var tool: String { "kino \(name)" }
}

extension Arguments {
  /// The one thing that a command works on.
  ///
  /// - Parameter what: What it is called.
  /// - Returns: Its bytes.
  /// - Throws: `UsageError` unless there is exactly one.
  func onlyOperand(_ what: String) throws(UsageError) -> [UInt8] {
    guard let operand = operands.first else { throw UsageError("\(what) is missing") }
    guard operands.count == 1 else { throw UsageError("only one \(what) is taken") }
    return operand
  }

  /// A whole number that an option gives.
  ///
  /// - Throws: `UsageError` unless it lies in the range.
  func number(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError("\(name) takes a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
