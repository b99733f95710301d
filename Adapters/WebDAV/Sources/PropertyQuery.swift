/// The body of a PROPFIND: the properties that are asked for by name.
///
/// Asking for all of them makes servers compute what nobody reads.
enum PropertyQuery: Sendable {
  /// Type, size, time and tag.
  case usual
  /// The same, and the file's number in an ownCloud or Nextcloud installation.
  case withFileIDs

  var body: [UInt8] {
    switch self {
    case .usual: Self.usualBody
    case .withFileIDs: Self.fileIDBody
    }
  }

  private static let usualBody = body(namespaces: "", properties: "")
  private static let fileIDBody = body(
    namespaces: #" xmlns:oc="http://owncloud.org/ns""#,
    properties: "<oc:id/>"
  )

  private static func body(namespaces: String, properties: String) -> [UInt8] {
    let text = """
      <?xml version="1.0" encoding="utf-8"?>\
      <propfind xmlns="DAV:"\(namespaces)><prop>\
      <resourcetype/><getcontentlength/><getlastmodified/><getetag/>\(properties)\
      </prop></propfind>
      """
    return Array(text.utf8)
  }
}
