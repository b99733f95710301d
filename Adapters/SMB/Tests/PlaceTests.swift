import KinoCore
import Testing

@testable import KinoSMB

@Suite("Places on SMB servers")
struct PlaceTests {
  @Test(
    "a place is a host, a port, a share and a folder",
    arguments: [
      ("smb://nas", "media", "smb://nas:445/media"),
      ("smb://nas:1445", "media/a b", "smb://nas:1445/media/a%20b"),
      ("smb://[fe80::1]:1", "x", "smb://fe80%3A%3A1:1/x"),
      ("smb://nas", "/a%20b//c?d#é/", nil),
      ("smb://nas", "a%20b/c#é", "smb://nas:445/a%2520b/c%23%C3%A9"),
      ("smb://nas", "", nil), ("smb://", "a", nil), ("smb://u@nas", "a", nil),
      ("smb://nas/x", "a", nil), ("smb://nas:0", "a", nil), ("smb://nas:x", "a", nil),
      ("http://nas", "a", nil), ("smb://nas", "a/../b", nil), ("smb://nas", "a\\b", nil),
    ] as [(String, String, String?)]
  )
  func places(_ location: String, _ path: String, _ url: String?) {
    let configuration = SourceConfiguration(
      kind: "smb",
      location: location,
      rootPath: Array(path.utf8)
    )
    let place = try? SMBPlace(configuration)
    #expect(place.map { text($0.url) } == url)
  }

  @Test("every name of a path is encoded, and none leads elsewhere")
  func paths() throws {
    let configuration = SourceConfiguration.smb("nas", share: "m", folder: Array("f".utf8))
    let place = try SMBPlace(configuration)
    let path = try #require(SourcePath("a b/%41"))
    #expect(place.url(of: path).map(text) == "smb://nas:445/m/f/a%20b/%2541")
    #expect(place.url(of: .root) == place.url)
    for name in ["..\\x", "a:b", "a*", "a\u{7}", "a|b", "\"", "<", ">"] {
      let path = try #require(SourcePath(name))
      #expect(place.url(of: path) == nil)
    }
    let latin = try #require(SourcePath(bytes: [0xFF]))
    #expect(place.url(of: latin) == nil)
  }

  @Test("options are read back as they were written, and others refused")
  func options() throws {
    var options = SMBOptions()
    options.domain = "D"
    options.requiresEncryption = true
    options.oldest = .v3_0
    options.newest = .v3_1_1
    options.connections = 3
    #expect(try SMBOptions(options.encoded) == options)
    #expect(SMBOptions().encoded.isEmpty)
    for pair in [
      ["encryption": "no"], ["login": "root"], ["oldest-version": "1.0"], ["connections": "65"],
      ["colour": "red"], ["oldest-version": "3.0", "newest-version": "2.1"],
      ["encryption": "required", "login": "guest"],
    ] {
      #expect(throws: SourceError.self) { try SMBOptions(pair) }
    }
  }

  @Test(
    "a failure that is not known is never taken for a file that is gone",
    arguments: 1...Int32(133)
  )
  func meanings(_ code: Int32) {
    let error = SourceError(SMBFailure(code: code), at: .root, scope: .entry)
    #expect(error.kind != .notFound || code == 2)
    #expect(error.underlying == .init(domain: "errno", code: Int64(code)))
    let unclear = SourceError(SMBFailure(code: -1), at: .root, scope: .directory)
    #expect(unclear.kind == .unavailable && unclear.retry == .temporary)
  }

  private func text(_ url: SMBURL) -> String {
    String(decoding: url.characters.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
