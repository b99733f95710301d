import KinoCommand
import KinoCore
import Kinothek

/// `kino lock`: keeps fields as they are.
struct LockCommand: Subcommand {
  static let name = "lock"
  static let operands = "TITLE|ID"
  static let summary =
    "Keep fields of a film or series as they are, whatever files and providers say."
  static let details = LockRequest.details(verb: "locked")
  static let options = LockRequest.options

  private let request: LockRequest

  init(_ arguments: Arguments) throws(UsageError) {
    request = try LockRequest(Self.tool, arguments, isLocked: true)
  }

  func run() async -> ExitCode { await request.run() }
}

/// `kino unlock`: lets fields change again.
struct UnlockCommand: Subcommand {
  static let name = "unlock"
  static let operands = "TITLE|ID"
  static let summary = "Let fields that lock has kept change again."
  static let details = LockRequest.details(verb: "unlocked")
  static let options = LockRequest.options

  private let request: LockRequest

  init(_ arguments: Arguments) throws(UsageError) {
    request = try LockRequest(Self.tool, arguments, isLocked: false)
  }

  func run() async -> ExitCode { await request.run() }
}

/// What `lock` and `unlock` have in common.
struct LockRequest: Sendable {
  static let options =
    LibraryQuestion.options + [
      CommandOption("--field", value: "F", "Only this field; may be repeated. All by default.")
    ]

  /// The help.
  static func details(verb: String) -> String {
    """
    TITLE is what show takes; an id may also be that of a season, an episode or an extra, as
    show --json prints it. Something with a locked field is renamed by no file any more.

    The fields: title, sort-title, tagline, overview, aliases, original-title, dates,
    runtime, ratings, numbers, genres, credits, identity (what it is: neither matched again
    nor merged).

    With --json the object has id, locked (all fields of the film or series that are locked
    now) and error; of several titles it has candidates instead.

    Exit status: 0 \(verb); 1 failed, no such title, or several; 2 usage; 130 cancelled.
    """
  }

  private let question: LibraryQuestion
  private let title: NamedTitle
  private let fields: Set<LockableField>
  private let isLocked: Bool

  init(_ tool: String, _ arguments: Arguments, isLocked: Bool) throws(UsageError) {
    title = try NamedTitle(try arguments.onlyOperand("TITLE"))
    var fields: Set<LockableField> = []
    for name in arguments.values("--field") {
      guard let field = LockableField(rawValue: name) else {
        let known = LockableField.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("--field takes one of \(known)")
      }
      fields.insert(field)
    }
    self.fields = fields.isEmpty ? Set(LockableField.allCases) : fields
    self.isLocked = isLocked
    question = try LibraryQuestion(tool, arguments)
  }

  func run() async -> ExitCode {
    await question.ask { library throws(StorageError) in
      switch try await title.find(in: library) {
      case .several(let titles): return .ambiguous(titles)
      case .one(let uid):
        if isLocked {
          try await library.lock(uid, fields)
        } else {
          try await library.unlock(uid, fields)
        }
        let locked = try await library.details(of: uid).locked.map(\.rawValue).sorted()
        return LibraryQuestion.Answer(
          text: locked.isEmpty
            ? "Nothing of it is locked." : "Locked: \(locked.joined(separator: ", ")).",
          members: [
            ("id", .string(uid.description)), ("locked", .array(locked.map { .string($0) })),
          ]
        )
      }
    }
  }
}
