import KinoCommand

/// Which library a command works on.
enum LibraryOptions {
  /// The option that names it.
  static let database = CommandOption(
    "--database",
    value: "DIR",
    "The library's folder; else $XDG_DATA_HOME/kinothek/kino or ~/.local/share/..."
  )

  /// The library's folder, absolute.
  static func folder(_ arguments: Arguments) throws(UsageError) -> String {
    try LibraryPlace.folder(arguments.value("--database"), of: "kino")
  }
}
