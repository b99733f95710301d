import KinoCore
import KinoTestSupport
import Testing

@testable import KinoWebDAV

@Suite("Addresses")
struct AddressTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test(
    "URLs are read with their origin and target",
    arguments: [
      ("http://Host/a", "http://host/a"), ("HTTPS://host:443/a/", "https://host/a/"),
      ("dav://host:8080", "http://host:8080/"), ("davs://[::1]:8443/x", "https://[::1]:8443/x"),
      ("http://h/a b/é?q=1#f", "http://h/a%20b/%C3%A9?q=1"),
      ("http://h/a/../b/./c", "http://h/b/c"),
      ("http://h/%zz/%2e%2E/x", "http://h/x"),
    ]
  )
  func urls(_ url: String, _ expected: String) {
    #expect(WebAddress(bytes(url))?.text == expected)
  }

  @Test(
    "what is no URL, or has a secret in it, is none",
    arguments: [
      "", "host/a", "ftp://h/", "http:/h", "http://", "http://u@h/", "http://u:p@h/", "http://h:x/",
      "http://h:0/", "http://h:99999/", "http://a b/", "mailto:x", "file:///etc/passwd",
    ]
  )
  func noURLs(_ url: String) {
    #expect(WebAddress(bytes(url)) == nil)
  }

  @Test(
    "references are resolved against where they came from",
    arguments: [
      ("/x", "http://h:81/x"), ("x", "http://h:81/a/x"), ("../x/", "http://h:81/x/"),
      ("//o/x", "http://o/x"), ("https://h/x", "https://h/x"), ("?p=2", "http://h:81/a/b?p=2"),
      ("", "http://h:81/a/b?q"), ("../../../x", "http://h:81/x"), (" /x y ", "http://h:81/x%20y"),
      ("./", "http://h:81/a/"), ("..", "http://h:81/"), ("#f", "http://h:81/a/"),
    ]
  )
  func references(_ reference: String, _ expected: String) throws {
    let base = try #require(WebAddress(bytes("http://h:81/a/b?q")))
    #expect(base.resolving(bytes(reference)[...])?.text == expected)
  }

  @Test("references of other kinds lead nowhere", arguments: ["ftp://h/", "javascript:x", "a:b"])
  func noReferences(_ reference: String) throws {
    let base = try #require(WebAddress(bytes("http://h/a/b")))
    #expect(base.resolving(bytes(reference)[...]) == nil)
  }

  @Test("a name is encoded so that no server mistakes it, and decoded once")
  func percentCoding() {
    let name = Array(UInt8.min...UInt8.max)
    var encoded: [UInt8] = []
    PercentCoding.append(segment: name, to: &encoded)
    #expect(PercentCoding.decoded(encoded[...]) == name)
    #expect(PercentCoding.sanitised(encoded[...]) == encoded)
    #expect(PercentCoding.decoded(bytes("%2541%zz%4%")[...]) == bytes("%41%zz%4%"))
  }

  @Test(
    "an address stands for the directory, an entry, or neither",
    arguments: [
      ("/a/b", .itself), ("/a/b/", .itself), ("//a//b//", .itself), ("/a/%62", .itself),
      ("http://x:1/a/b/", .itself), ("/a/b/c", .child("c")), ("/a/b/c/", .child("c")),
      ("https://x/a/b/%63", .child("c")), ("c", .child("c")), ("c%20d/", .child("c d")),
      ("/a/b/%2525", .child("%25")), ("/a/b/c?d#e", .child("c?d#e")), ("/a/b/c/d", .deeper),
      ("/a", .elsewhere), ("/", .elsewhere), ("", .elsewhere), ("/A/b/c", .elsewhere),
      ("http://x", .elsewhere), ("/a/b/..", .unsafe), ("/a/b/%2e", .unsafe), ("..", .unsafe),
      ("/a/b/c%2fd", .unsafe), ("/a/b/c%00", .unsafe), ("/a/../a/b/c", .unsafe),
    ] as [(String, HrefResolver.Resolution)]
  )
  func hrefs(_ href: String, _ expected: HrefResolver.Resolution) {
    var fresh = HrefResolver(base: [bytes("a"), bytes("b")])
    #expect(fresh.resolve(bytes(href)) == expected)
    // The same after an entry has shown how the server spells the directory.
    var informed = HrefResolver(base: [bytes("a"), bytes("b")])
    #expect(informed.resolve(bytes("/a/b/x")) == .child("x"))
    #expect(informed.resolve(bytes(href)) == expected)
  }

  @Test(
    "the rules of redirects",
    arguments: [
      ("http://h/b", 301, false, "http://h/b", true), ("/b", 308, true, "http://h/b", true),
      ("/b", 303, true, "http://h/b", true), ("/b", 303, false, nil, false),
      ("http://o/b", 302, true, "http://o/b", false), ("http://o/b", 302, false, nil, false),
      ("http://h:81/b", 302, true, "http://h:81/b", false),
      ("https://h/b", 302, true, "https://h/b", false), ("https://h/b", 302, false, nil, false),
      ("ftp://h/b", 302, true, nil, false), ("http://u:p@h/b", 302, true, nil, false),
    ] as [(String, Int, Bool, String?, Bool)]
  )
  func redirects(
    _ location: String,
    _ status: Int,
    _ isRead: Bool,
    _ target: String?,
    _ carriesSecrets: Bool
  ) throws {
    var head = ResponseHead(status: status)
    head.add(.location, bytes(location))
    let from = try #require(WebAddress(bytes("http://h/a")))
    let rule = RedirectRule(head, from: from, isRead: isRead, carriesSecrets: true)
    let next = target.flatMap { WebAddress(bytes($0)) }
    #expect(rule == next.map { .follow($0, carriesSecrets: carriesSecrets) } ?? .refuse)
  }

  @Test("secrets that were left behind do not come back, nor does TLS go")
  func redirectsElsewhere() throws {
    var head = ResponseHead(status: 302)
    head.add(.location, bytes("http://h/c"))
    let elsewhere = try #require(WebAddress(bytes("http://h/b")))
    let rule = RedirectRule(head, from: elsewhere, isRead: true, carriesSecrets: false)
    #expect(rule == .follow(try #require(WebAddress(bytes("http://h/c"))), carriesSecrets: false))
    let encrypted = try #require(WebAddress(bytes("https://h/b")))
    #expect(RedirectRule(head, from: encrypted, isRead: true, carriesSecrets: true) == .refuse)
  }
}

extension HrefResolver.Resolution {
  fileprivate static func child(_ name: String) -> Self { .child(.name(name)) }
}
