public import KinoCore

/// What server programs and protocols can not do whatever an adapter does, so that it is declared and
/// not counted against the adapter.
public enum ServerLimits {
  /// The promises that can not be kept at a server.
  ///
  /// - Parameter product: What the server calls itself, such as `nginx/1.22.1`.
  /// - Returns: The promises with the reasons; none for a server of which nothing is known.
  public static func exceptions(of product: String) -> [Promise.ID: String] {
    let name = product.prefix { $0 != "/" && $0 != " " }.lowercased()
    return known[String(name)] ?? [:]
  }

  /// The promises that can not be kept over a protocol, whatever the server.
  ///
  /// - Parameter configuration: What opens the server.
  /// - Returns: The promises with the reasons.
  public static func exceptions(
    of configuration: SourceConfiguration
  ) -> [Promise.ID: String] {
    switch ServerLocation(configuration.location)?.scheme {
    case "smb": overSMB
    case "nfs" where configuration.options["version"] == "3": overNFS3
    default: [:]
    }
  }

  private static let overSMB: [Promise.ID: String] = [
    18: "over SMB names that Windows can not hold come as stand-ins",
    22: "SMB has no names that are not Unicode",
    25: "over SMB names with control characters come as stand-ins",
  ]
  private static let overNFS3: [Promise.ID: String] = [
    62: "NFS 3 counts seconds from 1970 on, without a sign"
  ]

  private static let known: [String: [Promise.ID: String]] = [
    "nginx": [
      23: "nginx answers 404 where a path is longer than the system takes",
      42: "nginx keeps names with a leading dot out of its listings",
      62: "nginx writes times before 1970 as other ones",
    ],
    "lighttpd": [
      25: "lighttpd writes control characters into its listings, which XML forbids",
      37: "lighttpd shows a directory that it may not read as an empty one",
    ],
    "rclone": [
      25: "rclone shows control characters as other ones",
      37: "rclone shows a directory that it may not read as an empty one",
    ],
    "wsgidav": [
      22: "WsgiDAV answers 500 for a directory with a name that is not UTF-8",
      23: "WsgiDAV answers 404 where a path is longer than the system takes",
    ],
  ]
}
