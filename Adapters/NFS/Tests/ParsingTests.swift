import KinoCore
import KinoTestSupport
import Testing

@testable import KinoNFS

@Suite("Addresses and options of NFS")
struct ParsingTests {
  @Test(
    "a server is a host and perhaps a port",
    arguments: [
      ("nfs://nas", "nas", nil), ("nfs://nas.local:2050", "nas.local", 2050),
      ("nfs://[fe80::1]:1", "fe80::1", 1), ("nfs://[::1]", "::1", nil),
    ] as [(String, String, UInt16?)]
  )
  func address(_ location: String, _ host: String, _ port: UInt16?) throws {
    let address = try ServerAddress(location)
    #expect(address.host == host && address.port == port)
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "nas", "nfs://", "nfs://:2049", "nfs://nas:", "nfs://nas:0", "nfs://nas:70000",
      "nfs://user@nas", "nfs://nas/export", "nfs://nas?version=4", "nfs://[::1", "nfs://[]",
      "nfs://[::1]x", "nfs://[fe80::1%25eth0]", "nfs://[fe80::1%eth0]", "http://nas",
    ]
  )
  func badAddress(_ location: String) {
    #expect(throws: SourceError(.unsupported, scope: .root)) { try ServerAddress(location) }
  }

  @Test("options come back as they were given")
  func options() throws {
    var options = NFSOptions()
    #expect(options.encoded.isEmpty)
    options.version = .v3
    options.user = 1000
    options.group = .max
    options.mountPort = 20048
    options.concurrency = 64
    #expect(try NFSOptions(options.encoded) == options)
  }

  @Test(
    "options that are unknown or make no sense are refused",
    arguments: [
      ["version": "5"], ["vers": "4"], ["uid": "-1"], ["gid": "root"], ["mount-port": "0"],
      ["concurrency": "65"],
    ]
  )
  func badOptions(_ options: [String: String]) {
    #expect(throws: SourceError(.unsupported, scope: .root)) { try NFSOptions(options) }
  }

  @Test("a password is refused: the protocol has none")
  func credential() async {
    let place = SourceConfiguration.nfs("127.0.0.1", port: 1, path: [])
    let secret = SourceCredential(.password(user: "a", password: "b"))
    let error = await failure { try await NFSAdapter().connect(place, credential: secret) }
    #expect(error?.kind == .unsupported)
  }

  @Test("a path that leads out of its exports is refused before anything is sent")
  func path() async {
    let place = SourceConfiguration.nfs("127.0.0.1", port: 1, path: Array("/a/../b".utf8))
    #expect(
      await failure { try await NFSAdapter().connect(place, credential: nil) }?.kind
        == .nameNotRepresentable
    )
  }
}
