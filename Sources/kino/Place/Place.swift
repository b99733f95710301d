import KinoCommand
import KinoCore
import KinoLocal
import Kinothek

/// A place that the command line names, and what opens it.
struct Place: Sendable {
  /// What to open, with the adapter's settings and without any secret.
  var configuration: SourceConfiguration
  /// What opens it.
  let adapter: any SourceAdapter
  /// Who logs in, as the URL or `--user` says; `nil` for nobody.
  let user: String?

  /// Reads a place and the options that say how to open it.
  ///
  /// - Parameters:
  ///   - address: The place, in bytes.
  ///   - arguments: The command's options; ``options`` are those that count.
  ///   - schemes: The kinds of sources that URLs name.
  /// - Throws: `UsageError`: `unsupported` where no adapter opens such a place.
  init(
    _ address: [UInt8],
    _ arguments: Arguments,
    schemes: [SourceScheme] = SourceScheme.all
  ) throws(UsageError) {
    guard !address.isEmpty else { throw UsageError("the place's name is empty") }
    switch try Self.read(address, schemes) {
    case .path(let path):
      guard !arguments.has("--user") else {
        throw UsageError("a folder of this machine is opened without a user")
      }
      guard !arguments.has("--option") else {
        throw UsageError("a folder of this machine has no settings")
      }
      configuration = .local(bytes: Host.resolved(path))
      adapter = LocalAdapter()
      user = nil
    case .url(let url):
      let scheme = try Self.scheme(of: url, schemes)
      guard let opening = scheme.adapter else {
        throw UsageError(
          "this kino was built without the adapter for \(scheme.title)",
          kind: SourceError.Kind.unsupported.rawValue
        )
      }
      adapter = opening
      configuration = try scheme.configuration(url)
      configuration.options = try scheme.options(url, arguments)
      user = try Self.user(url.user, arguments)
    }
  }

  /// The same, for a place that is a file: its folder, and its name there.
  ///
  /// - Throws: `UsageError` when the place is a root, which is no file.
  func splittingName() throws(UsageError) -> (folder: Place, name: PathComponent) {
    let path = configuration.rootPath
    let slash = UInt8(ascii: "/")
    let start = path.lastIndex(of: slash).map { $0 + 1 } ?? 0
    guard let name = PathComponent(bytes: Array(path[start...])) else {
      throw UsageError("the place is a folder, not a file in one")
    }
    var folder = self
    let parent = Array(path[..<max(0, start - 1)])
    folder.configuration.rootPath = parent.isEmpty && path.first == slash ? [slash] : parent
    if configuration.kind == "local" {
      folder.configuration.location = folder.configuration.rootPath.displayText
    }
    return (folder, name)
  }

  /// The options that say how to open a place.
  static let options = [
    CommandOption("--user", value: "USER", "Log in as USER; the URL may name the user instead."),
    CommandOption(
      "--option",
      value: "NAME=VALUE",
      "A setting of the place's adapter; may be given more than once."
    ),
  ]

  private static func read(
    _ address: [UInt8],
    _ schemes: [SourceScheme]
  ) throws(UsageError) -> Address {
    do throws(SourceURLError) {
      return try Address(address, schemes: schemes.flatMap(\.names))
    } catch {
      throw UsageError(error.message)
    }
  }

  private static func scheme(
    of url: SourceURL,
    _ schemes: [SourceScheme]
  ) throws(UsageError) -> SourceScheme {
    guard let scheme = schemes.first(where: { $0.names.contains(url.scheme) }) else {
      throw UsageError(
        "no kind of source has URLs that begin with \(url.scheme)://",
        kind: SourceError.Kind.unsupported.rawValue
      )
    }
    guard !url.host.isEmpty else { throw UsageError("the URL names no host") }
    return scheme
  }

  private static func user(
    _ named: String?,
    _ arguments: Arguments
  ) throws(UsageError) -> String? {
    guard let given = arguments.value("--user") else { return named }
    guard named == nil || named == given else {
      throw UsageError("the URL and --user name different users")
    }
    guard !given.contains(":") else {
      throw UsageError("--user takes a name only; a name has no colon")
    }
    return given
  }
}

extension SourceScheme {
  /// The settings that a URL and the command line give.
  ///
  /// - Throws: `UsageError` for one that the adapter has not, so that a mistyped one does not weaken
  ///   anything unseen. It repeats no value.
  fileprivate func options(
    _ url: SourceURL,
    _ arguments: Arguments
  ) throws(UsageError) -> [String: String] {
    guard readsQuery || url.settings.isEmpty else { throw UsageError(SourceURLError.query.message) }
    var options = url.settings
    for pair in arguments.values("--option") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[1].isEmpty else {
        throw UsageError("--option takes NAME=VALUE")
      }
      options[String(parts[0])] = String(parts[1])
    }
    guard options.keys.allSatisfy({ name in settings.contains { $0.name == name } }) else {
      let names = settings.map(\.name).joined(separator: ", ")
      throw UsageError(
        "\(title) has no such setting; "
          + (names.isEmpty ? "it has none" : "its settings are \(names)")
      )
    }
    for setting in settings where setting.isPath {
      options[setting.name] = options[setting.name].map(Host.absolute)
    }
    if let concurrency, let number = arguments.value("--concurrency") {
      options[concurrency] = number
    }
    for setting in settings {
      guard let value = options[setting.name], !accepts([setting.name: value]) else { continue }
      throw UsageError("\(title) does not take that value of \(setting.name): \(setting.help)")
    }
    guard accepts(options) else {
      throw UsageError("\(title) does not take these values of its settings together")
    }
    return options
  }
}
