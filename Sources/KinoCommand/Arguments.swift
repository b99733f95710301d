import Kinothek

/// A command's arguments, told apart: what it works on, and its options.
package struct Arguments: Sendable {
  /// What is no option, in the bytes in which it came: a name need not be text.
  package private(set) var operands: [[UInt8]] = []
  private var given: [String: [String]] = [:]

  /// Reads arguments; `--option=value` is `--option value`, and `--` ends the options.
  ///
  /// - Parameters:
  ///   - raw: The arguments after the command's name, as bytes.
  ///   - options: What the command takes.
  /// - Throws: `UsageError`, which repeats no value.
  package init(_ raw: [[UInt8]], options: [CommandOption]) throws(UsageError) {
    var rest = raw.map { String(decoding: $0, as: UTF8.self) }[...]
    var takesOptions = true
    while let argument = rest.popFirst() {
      if !takesOptions || !argument.hasPrefix("-") || argument == "-" {
        operands.append(raw[rest.startIndex - 1])
      } else if argument == "--" {
        takesOptions = false
      } else {
        try read(argument, &rest, options)
      }
    }
  }

  /// Whether an option was given.
  package func has(_ name: String) -> Bool { given[name] != nil }

  /// The value of an option; of several the last.
  package func value(_ name: String) -> String? { given[name]?.last }

  /// All values of an option, in order.
  package func values(_ name: String) -> [String] { given[name] ?? [] }

  private mutating func read(
    _ argument: String,
    _ rest: inout ArraySlice<String>,
    _ options: [CommandOption]
  ) throws(UsageError) {
    var name = argument
    var attached: String?
    if let equals = argument.firstIndex(of: "="), argument.hasPrefix("--") {
      name = String(argument[..<equals])
      attached = String(argument[argument.index(after: equals)...])
    }
    guard let option = options.first(where: { $0.name == name || $0.short == name }) else {
      throw Self.unknown(name)
    }
    guard option.value != nil else {
      guard attached == nil else { throw UsageError("\(name) takes no value") }
      given[option.name, default: []].append("")
      return
    }
    given[option.name, default: []].append(try Self.checked(attached ?? rest.popFirst(), of: name))
  }

  private static func checked(_ value: String?, of name: String) throws(UsageError) -> String {
    guard let value, !value.isEmpty, !value.hasPrefix("--") else {
      throw UsageError("\(name) needs a value")
    }
    guard !value.unicodeScalars.contains("\u{FFFD}") else {
      throw UsageError("the value of \(name) is no text in UTF-8")
    }
    return value
  }

  /// Of an option of one letter nothing but the letter is repeated: more may be its value.
  private static func unknown(_ name: String) -> UsageError {
    if name == "--password" {
      return UsageError(
        "a password is not taken from the command line, where others can read it:"
          + " use --password-stdin or --credential-file"
      )
    }
    let shown = name.hasPrefix("--") ? name : String(name.prefix(2))
    return UsageError("unknown option \(Array(shown.utf8).displayText)")
  }
}
