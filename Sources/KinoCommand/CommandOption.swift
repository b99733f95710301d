/// An option that a command takes.
package struct CommandOption: Sendable {
  /// With its dashes, as in `--database`.
  package let name: String
  /// A second name of one letter, as in `-q`.
  package let short: String?
  /// What its value is called in the help; `nil` for an option without one.
  package let value: String?
  /// What it does, for the help.
  package let help: String
  /// Whether its value is a path, which need not be text.
  package let takesPath: Bool

  /// Describes an option.
  package init(
    _ name: String,
    short: String? = nil,
    value: String? = nil,
    takesPath: Bool = false,
    _ help: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
    self.takesPath = takesPath
  }
}
