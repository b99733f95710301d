/// What a person names on the command line: a path of this machine, or a URL.
enum Address: Hashable, Sendable {
  /// A path, in the bytes of the file system.
  case path([UInt8])
  /// A URL of any scheme but `file`.
  case url(SourceURL)

  /// Reads an argument.
  ///
  /// What has `scheme://` is a URL, all else a path, and so is a `file` URL (RFC 8089). A URL whose
  /// slashes or scheme were forgotten, or that has blanks before it, is refused: it might hold what
  /// nobody wants to see repeated.
  ///
  /// - Parameters:
  ///   - argument: The bytes as they came.
  ///   - schemes: The schemes that are known, in lower case.
  /// - Throws: ``SourceURLError``
  init(_ argument: [UInt8], schemes: [String]) throws(SourceURLError) {
    guard let colon = argument.firstIndex(of: UInt8(ascii: ":")),
      let scheme = Self.scheme(argument[..<colon])
    else {
      guard !Self.looksLikeURL(argument, schemes) else { throw .noScheme }
      self = .path(argument)
      return
    }
    let rest = argument[(colon + 1)...]
    if rest.starts(with: "//".utf8) {
      let url = try SourceURL(scheme: scheme, rest.dropFirst(2))
      self = scheme == "file" ? .path(try Self.path(of: url)) : .url(url)
    } else if scheme == "file", rest.first == UInt8(ascii: "/") {
      self = .path(try Self.path(of: try SourceURL(scheme: scheme, rest)))
    } else if scheme == "file" || schemes.contains(scheme) {
      throw .slashes
    } else {
      self = .path(argument)
    }
  }

  /// Whether it is a URL but for blanks before it, or the scheme that it lacks before a user.
  private static func looksLikeURL(_ argument: [UInt8], _ schemes: [String]) -> Bool {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
    let text = argument.drop { blanks.contains($0) }
    if text.starts(with: "//".utf8) {
      return text.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }.contains(UInt8(ascii: "@"))
    }
    guard text.count < argument.count, let colon = text.firstIndex(of: UInt8(ascii: ":")),
      let scheme = Self.scheme(text[..<colon])
    else { return false }
    return schemes.contains(scheme)
  }

  /// The path of a `file` URL, which is always absolute and of this machine.
  private static func path(of url: SourceURL) throws(SourceURLError) -> [UInt8] {
    guard ["", "localhost"].contains(url.host), url.port == nil, url.user == nil else {
      throw .host
    }
    guard url.settings.isEmpty else { throw .query }
    return [UInt8(ascii: "/")] + url.path
  }

  private static func scheme(_ bytes: ArraySlice<UInt8>) -> String? {
    let name = String(decoding: bytes, as: UTF8.self).lowercased()
    guard let first = name.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
    else { return nil }
    let isScheme = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
    }
    return isScheme ? name : nil
  }
}
