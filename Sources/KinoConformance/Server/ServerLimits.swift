/// What server programs can not do whatever an adapter does, so that it is declared and not counted
/// against the adapter.
public enum ServerLimits {
  /// The promises that can not be kept at a server.
  ///
  /// - Parameter product: What the server calls itself, such as `nginx/1.22.1`.
  /// - Returns: The promises with the reasons; none for a server of which nothing is known.
  public static func exceptions(of product: String) -> [Promise.ID: String] {
    let name = product.prefix { $0 != "/" && $0 != " " }.lowercased()
    return known[String(name)] ?? [:]
  }

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
