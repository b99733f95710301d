import KinoCommand

/// What `kino help` prints.
enum Help {
  /// What every command takes.
  static let option = CommandOption("--help", short: "-h", "Print this.")

  /// All commands, a line each.
  static var overview: String {
    let width = Kino.commands.map { $0.name.count + $0.operands.count }.max() ?? 0
    let lines = Kino.commands.map { command in
      let call = "\(command.name) \(command.operands)"
      return "  \(padded(call, to: width + 1))  \(command.summary)"
    }
    return """
      Usage: kino COMMAND [options]

      \(lines.joined(separator: "\n"))

      kino help COMMAND tells more about one.
      """
  }

  /// All about one command.
  static func text(of command: any Subcommand.Type) -> String {
    let operands = command.operands.isEmpty ? "" : " \(command.operands)"
    var parts = [
      "Usage: kino \(command.name)\(operands) [options]", command.summary, command.details,
      options(command.options + [option]),
    ]
    if command.opensPlaces { parts.append(places(SourceScheme.all)) }
    return parts.joined(separator: "\n\n")
  }

  /// The kinds of places, and their adapters' settings.
  static func places(_ schemes: [SourceScheme]) -> String {
    var lines = ["Places:", "  DIR, or file:///DIR", "      a folder of this machine; no settings"]
    for scheme in schemes {
      lines.append("  \(scheme.form)")
      guard scheme.adapter != nil else {
        lines.append("      \(scheme.title); this kino was built without its adapter")
        continue
      }
      lines.append("      \(scheme.title)")
      let width = scheme.settings.map(\.name.count).max() ?? 0
      lines += scheme.settings.map { setting in
        "      --option \(padded("\(setting.name)=", to: width + 1))  \(setting.help)"
      }
    }
    return (lines + ["", secrets]).joined(separator: "\n")
  }

  private static let secrets = """
    In URLs, ? # and % in names are percent-encoded; settings are given with ?NAME=VALUE
    where the form shows it. A secret is never part of a URL or the command line. With a
    user it is a password, without one a bearer token.
    """

  private static func options(_ options: [CommandOption]) -> String {
    let calls = options.map { option in
      option.name + (option.value.map { " \($0)" } ?? "") + (option.short.map { ", \($0)" } ?? "")
    }
    let width = calls.map(\.count).max() ?? 0
    return zip(calls, options).map { call, option in
      "  \(padded(call, to: width))  \(option.help)"
    }.joined(separator: "\n")
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
