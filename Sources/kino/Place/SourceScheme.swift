import KinoCommand
import KinoCore
import KinoNFS
import KinoSMB
import KinoWebDAV

/// A kind of source that a URL can name, and the adapter that opens it.
struct SourceScheme: Sendable {
  /// What its URLs begin with, in lower case.
  let names: [String]
  /// What people call it.
  let title: String
  /// How its URLs look, for the help.
  let form: String
  /// What opens it; `nil` where this build has none.
  let adapter: (any SourceAdapter)?
  /// The adapter's settings.
  var settings: [Setting] = []
  /// The setting that bounds the calls at the same time, where the adapter has one.
  var concurrency: String?
  /// Whether settings may stand in the URL, behind `?`.
  var readsQuery = false
  /// Whether the adapter takes these settings' values.
  var accepts: @Sendable ([String: String]) -> Bool = { _ in true }
  /// Makes a configuration without settings of a URL.
  let configuration: @Sendable (SourceURL) throws(UsageError) -> SourceConfiguration

  /// A setting of an adapter, which ``KinoCore/SourceConfiguration/options`` keeps.
  struct Setting: Sendable {
    /// As `--option NAME=VALUE` names it.
    let name: String
    /// What it does and which values it has, for the help.
    let help: String
    /// Whether the value is a file's path; it is kept from the root on, whatever folder the next
    /// command is started in.
    var isPath = false
  }
}

extension SourceScheme {
  /// Every kind of source that URLs name.
  ///
  /// An adapter is a line here, and one in Package.swift.
  static let all: [SourceScheme] = [
    .webDAV(opening: WebDAVAdapter()),
    .smb(opening: SMBAdapter()),
    .nfs(opening: NFSAdapter()),
  ]

  private static func webDAV(opening adapter: (any SourceAdapter)?) -> SourceScheme {
    SourceScheme(
      names: ["http", "https", "dav", "davs"],
      title: "WebDAV",
      form: "http[s]://[USER@]HOST[:PORT]/PATH, or with dav[s]",
      adapter: adapter,
      settings: [
        Setting(
          name: "authentication",
          help: "automatic, basic, digest, or certificate: the secret opens tls-key"
        ),
        Setting(
          name: "tls-authorities",
          help: "PEM file of authorities to trust beside the system's",
          isPath: true
        ),
        Setting(
          name: "tls-certificate",
          help: "PEM file with the client's certificate",
          isPath: true
        ),
        Setting(name: "tls-key", help: "PEM file with its key, if it is another", isPath: true),
        Setting(name: "proxy", help: "http://HOST:PORT to go through, one that wants no login"),
        Setting(name: "http", help: "1.1, or 2 to speak HTTP/2 where the server can"),
      ],
      concurrency: "concurrency",
      accepts: { options in (try? WebDAVOptions(options)) != nil }
    ) { url throws(UsageError) in
      let isSecure = url.scheme == "https" || url.scheme == "davs"
      var origin = url
      origin.scheme = isSecure ? "https" : "http"
      if url.port == (isSecure ? 443 : 80) { origin.port = nil }
      return SourceConfiguration(kind: "webdav", location: origin.origin, rootPath: url.path)
    }
  }

  private static func smb(opening adapter: (any SourceAdapter)?) -> SourceScheme {
    SourceScheme(
      names: ["smb"],
      title: "SMB",
      form: "smb://[USER@]HOST[:PORT]/SHARE/PATH",
      adapter: adapter,
      settings: [
        Setting(name: "login", help: "guest, to log in without a user"),
        Setting(name: "domain", help: "the user's domain or workgroup"),
        Setting(name: "encryption", help: "required, to speak in cipher only"),
        Setting(name: "oldest-version", help: "2.0.2, 2.1, 3.0, 3.0.2 or 3.1.1"),
        Setting(name: "newest-version", help: "the same"),
      ],
      concurrency: "connections",
      accepts: { options in (try? SMBOptions(options)) != nil }
    ) { url throws(UsageError) in
      guard !url.names.isEmpty else {
        throw UsageError("the URL names no share: \(url.origin)/SHARE")
      }
      return SourceConfiguration(kind: "smb", location: url.origin, rootPath: url.path)
    }
  }

  private static func nfs(opening adapter: (any SourceAdapter)?) -> SourceScheme {
    SourceScheme(
      names: ["nfs"],
      title: "NFS",
      form: "nfs://HOST[:PORT]/EXPORT/PATH[?version=4]",
      adapter: adapter,
      settings: [
        Setting(name: "version", help: "3, 4, or automatic: 4 where it works"),
        Setting(name: "uid", help: "the number of the user that the server is told"),
        Setting(name: "gid", help: "the number of the user's group"),
        Setting(name: "mount-port", help: "the mount program's port, for version 3"),
      ],
      concurrency: "concurrency",
      readsQuery: true,
      accepts: { options in (try? NFSOptions(options)) != nil }
    ) { url throws(UsageError) in
      SourceConfiguration(
        kind: "nfs",
        location: url.origin,
        rootPath: [UInt8(ascii: "/")] + url.path
      )
    }
  }
}
