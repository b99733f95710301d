import Kinothek

/// A command's arguments, told apart: what it works on, and its options.
package struct Arguments: Sendable {
  /// What is no option, in the bytes in which it came: a name need not be text.
  package private(set) var operands: [[UInt8]] = []
  private var given: [String: [[UInt8]]] = [:]

  /// Reads arguments; `--option=value` is `--option value`, `-ab` is `-a -b`, and `--` ends the options.
  ///
  /// - Parameters:
  ///   - raw: The arguments after the command's name, as bytes.
  ///   - options: What the command takes.
  /// - Throws: `UsageError`, which repeats no value.
  package init(_ raw: [[UInt8]], options: [CommandOption]) throws(UsageError) {
    var rest = raw[...]
    var takesOptions = true
    let dash = UInt8(ascii: "-")
    while let argument = rest.popFirst() {
      if !takesOptions || argument.first != dash || argument.count == 1 {
        operands.append(argument)
      } else if argument == [dash, dash] {
        takesOptions = false
      } else if let cluster = Self.cluster(argument, options) {
        for option in cluster { given[option.name, default: []].append([]) }
      } else {
        try read(argument, &rest, options)
      }
    }
  }

  /// Whether an option was given.
  package func has(_ name: String) -> Bool { given[name] != nil }

  /// The value of an option; of several the last.
  package func value(_ name: String) -> String? { values(name).last }

  /// The value of an option that takes a path, in the bytes in which it came; of several the last.
  package func bytes(_ name: String) -> [UInt8]? { given[name]?.last }

  /// All values of an option, in order.
  package func values(_ name: String) -> [String] {
    (given[name] ?? []).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Refuses an option beside others that would do nothing then.
  ///
  /// - Throws: `UsageError`, which names the first of them that was given, too.
  package func refuse(_ name: String, with others: [String]) throws(UsageError) {
    guard has(name), let other = others.first(where: has) else { return }
    throw UsageError("\(name) and \(other) cannot be given together")
  }

  private mutating func read(
    _ argument: [UInt8],
    _ rest: inout ArraySlice<[UInt8]>,
    _ options: [CommandOption]
  ) throws(UsageError) {
    var name = argument
    var attached: [UInt8]?
    let dashes = Array("--".utf8)
    if let equals = argument.firstIndex(of: UInt8(ascii: "=")), argument.starts(with: dashes) {
      name = Array(argument[..<equals])
      attached = Array(argument[(equals + 1)...])
    }
    let text = String(decoding: name, as: UTF8.self)
    guard let option = options.first(where: { $0.name == text || $0.short == text }) else {
      throw Self.unknown(text, options)
    }
    guard option.value != nil else {
      guard attached == nil else { throw UsageError("\(text) takes no value") }
      given[option.name, default: []].append([])
      return
    }
    let value = attached ?? rest.popFirst()
    guard let value, !value.isEmpty, !value.starts(with: dashes) else {
      throw UsageError("\(text) needs a value")
    }
    guard option.takesPath || String(validating: value, as: UTF8.self) != nil else {
      throw UsageError("the value of \(text) is no text in UTF-8")
    }
    given[option.name, default: []].append(value)
  }

  /// The options of one letter that an argument is made of; `nil` for any other argument.
  private static func cluster(
    _ argument: [UInt8],
    _ options: [CommandOption]
  ) -> [CommandOption]? {
    guard argument.count > 2, argument[1] != UInt8(ascii: "-") else { return nil }
    var cluster: [CommandOption] = []
    for letter in argument.dropFirst() {
      let name = String(decoding: [UInt8(ascii: "-"), letter], as: UTF8.self)
      guard let option = options.first(where: { $0.short == name }), option.value == nil else {
        return nil
      }
      cluster.append(option)
    }
    return cluster
  }

  /// Of an option of one letter nothing but the letter is repeated: more may be its value.
  private static func unknown(_ name: String, _ options: [CommandOption]) -> UsageError {
    if name == "--password" {
      return UsageError(
        "a password is not taken from the command line, where others can read it:"
          + " use --password-stdin or --credential-file"
      )
    }
    let letters = name.dropFirst().lazy.map { "-\($0)" }
    let wrong = letters.first { letter in !options.contains { $0.short == letter } }
    let shown = name.hasPrefix("--") ? name : wrong ?? String(name.prefix(2))
    return UsageError("unknown option \(Array(shown.utf8).displayText)")
  }
}
