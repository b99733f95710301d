import Testing

@testable import kino

@Suite("URLs of places")
struct SourceURLTests {
  private func read(_ text: String) throws(SourceURLError) -> SourceURL {
    guard case .url(let url) = try Address(Array(text.utf8), schemes: ["http", "smb"]) else {
      throw .slashes
    }
    return url
  }

  private func names(_ text: String) throws -> [[UInt8]] { try read("http://h/\(text)").names }

  private func bytes(_ names: String...) -> [[UInt8]] { names.map { Array($0.utf8) } }

  @Test("scheme and host are the same in every case")
  func cases() throws {
    let url = try read("DAVS://NAS.Example:8443/Films")
    #expect(url.origin == "davs://nas.example:8443")
    #expect(url.names == bytes("Films"))
  }

  @Test(
    "a path is empty with and without a slash",
    arguments: ["http://h", "http://h/", "http://h//", "http://h/./"]
  )
  func emptyPath(_ text: String) throws {
    #expect(try read(text).names.isEmpty)
    #expect(try read(text).path.isEmpty)
  }

  @Test("names are decoded once, each for itself")
  func decoded() throws {
    #expect(try names("a%20b/c%2520d") == bytes("a b", "c%20d"))
    #expect(try names("50%25+1;x&y=z@") == bytes("50%+1;x&y=z@"))
    #expect(try names("%e6%98%A0/映") == bytes("映", "映"))
    #expect(try names("%23%3F") == bytes("#?"))
  }

  @Test("a name need not be text")
  func rawBytes() throws {
    #expect(try names("a%FF%0A") == [[0x61, 0xFF, 0x0A]])
    let url = try Address(Array("smb://h/".utf8) + [0xFE], schemes: [])
    guard case .url(let url) = url else { return #expect(Bool(false), "no URL") }
    #expect(url.names == [[0xFE]])
  }

  @Test(
    "a name that could lead elsewhere is refused",
    arguments: [
      ("..", SourceURLError.parentFolder), ("a/%2e%2E/b", .parentFolder),
      ("a%2Fb", .separatorInName),
      ("a%00", .separatorInName), ("a%", .percent), ("a%4", .percent), ("a%4g", .percent),
      ("a%+1", .percent), ("a#b", .fragment), ("a?b", .query), ("?=1", .query),
      ("?a=1&a=2", .query), ("?a=%FF", .query), ("?a=%", .percent),
    ]
  )
  func refusedPath(_ text: String, _ error: SourceURLError) {
    #expect(throws: error) { try self.read("http://h/\(text)") }
  }

  @Test("settings stand behind the path")
  func settings() throws {
    let url = try read("nfs://h/a?version=4&x=a%26b+")
    #expect(url.settings == ["version": "4", "x": "a&b+"])
    #expect(url.names == bytes("a"))
  }

  @Test(
    "hosts are names and addresses",
    arguments: [
      ("h", "h", nil), ("H-1_x.example.", "h-1_x.example.", nil), ("192.0.2.1:80", "192.0.2.1", 80),
      ("h:", "h", nil), ("h:65535", "h", 65_535), ("[2001:DB8:0:0::1]", "[2001:db8::1]", nil),
      ("[::1]:8080", "[::1]", 8_080), ("[fe80::1%25eth0]", "[fe80::1%25eth0]", nil),
      ("[::ffff:192.0.2.1]", "[::ffff:192.0.2.1]", nil),
    ]
  )
  func hosts(_ text: String, _ host: String, _ port: UInt16?) throws {
    let url = try read("http://\(text)/a")
    #expect(url.host == host)
    #expect(url.port == port)
  }

  @Test(
    "what is no host is refused",
    arguments: [
      "a b", "a%20b", "-oProxy", "ä.example", "a\\b", "::1", "[::1", "[::1]x", "[]", "[1.2.3.4]",
      "[::1%eth0]", "[::1%25]", "[::1%25a/b]", "[v1.x]", "a\u{0}b", "a\nb", "a,b", "a:b:c",
    ]
  )
  func noHost(_ text: String) {
    #expect(throws: SourceURLError.self) { try self.read("http://\(text)/a") }
  }

  @Test(
    "what is no port is refused",
    arguments: ["0", "65536", "-1", "+1", "8o", "99999999999999999999", "１"]
  )
  func noPort(_ text: String) {
    #expect(throws: SourceURLError.port) { try self.read("http://h:\(text)/a") }
  }

  @Test("a user is decoded")
  func user() throws {
    #expect(try read("http://al%69ce@h").user == "alice")
    #expect(try read("smb://DOMAIN;bob%40x@h/s").user == "DOMAIN;bob@x")
    #expect(try read("http://h").user == nil)
  }

  @Test(
    "a password is refused before anything else, however it is hidden",
    arguments: [
      "u:hunter2@h", "u:@h", ":hunter2@h", "u%3Ahunter2@h", "u:hun@ter2@h", "u:hunter2@h:99999",
      "u:hunter2@[bad", "u:%@h",
    ]
  )
  func password(_ authority: String) {
    #expect(throws: SourceURLError.password) { try self.read("http://\(authority)/a%") }
  }

  @Test("what is no user is refused", arguments: ["@h", "%FF@h", "a%0Ab@h", "%@h"])
  func noUser(_ authority: String) {
    #expect(throws: SourceURLError.self) { try self.read("http://\(authority)/") }
  }

  @Test("no message repeats what was typed", arguments: SourceURLError.allCases)
  func messages(_ error: SourceURLError) {
    #expect(!error.message.isEmpty)
    #expect(!error.message.contains("hunter2"))
  }
}

@Suite("Paths and URLs on the command line")
struct AddressTests {
  private func read(_ text: String) throws(SourceURLError) -> Address {
    try Address(Array(text.utf8), schemes: ["http", "smb"])
  }

  @Test(
    "what has no scheme is a path, as it is",
    arguments: [
      "/a b/%41", ".", "a:b", "./http://x", "12:/a", "c:/films", "a/b://c", "~/x", "-", "a@b:c",
    ]
  )
  func paths(_ text: String) throws {
    #expect(try read(text) == .path(Array(text.utf8)))
  }

  @Test("a path that is no text keeps its bytes")
  func bytes() throws {
    let path: [UInt8] = [0xFF, 0x3A, 0xFE]
    #expect(try Address(path, schemes: []) == .path(path))
  }

  @Test(
    "a file URL is an absolute path",
    arguments: [
      ("file:///a%20b/c", "/a b/c"), ("file://localhost/a", "/a"), ("FILE:/a", "/a"),
      ("file:///", "/"), ("file://", "/"),
    ]
  )
  func fileURLs(_ text: String, _ path: String) throws {
    #expect(try read(text) == .path(Array(path.utf8)))
  }

  @Test(
    "a file URL of another machine, of a user or with more is refused",
    arguments: [
      "file://nas/a", "file://bob@localhost/a", "file://localhost:1/a", "file:///a?b=c",
      "file:///a#b", "file:a", "file:///a/../b",
    ]
  )
  func otherFileURLs(_ text: String) {
    #expect(throws: SourceURLError.self) { try self.read(text) }
  }

  @Test(
    "a URL with blanks before it, or without its scheme, is no path",
    arguments: [" http://u:hunter2@h/", "\thttp:u:hunter2@h", "//u:hunter2@h/p", " //u:hunter2@h"]
  )
  func misspelt(_ text: String) {
    #expect(throws: SourceURLError.noScheme) { try self.read(text) }
  }

  @Test("a folder may begin with blanks or slashes", arguments: [" films", "//srv/films", " a:b"])
  func oddPaths(_ text: String) throws {
    let bytes = Array(text.utf8)
    #expect(try Address(bytes, schemes: ["http", "smb"]) == .path(bytes))
  }

  @Test("a URL without its slashes is no path", arguments: ["http:u:hunter2@h", "SMB:/h/s"])
  func forgottenSlashes(_ text: String) {
    #expect(throws: SourceURLError.slashes) { try self.read(text) }
  }

  @Test("a scheme that nobody knows is still one")
  func unknownScheme() throws {
    guard case .url(let url) = try read("gopher://h/a") else { return #expect(Bool(false)) }
    #expect(url.scheme == "gopher")
  }
}
