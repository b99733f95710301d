import KinoCore
import KinoNFS
import KinoSMB
import KinoTestServers
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A protocol by which a folder is shared, and how to get in.
enum ShareKind: String, CaseIterable, Sendable {
  case nfs3, nfs4, smb, smbGuests

  /// Those that this process can serve: NFS takes root.
  static let all: [ShareKind] = geteuid() == 0 ? [.nfs3, .nfs4, .smb] : [.smb]
  /// Those of NFS.
  static let nfs: [ShareKind] = geteuid() == 0 ? [.nfs3, .nfs4] : []

  private var isNFS: Bool { self == .nfs3 || self == .nfs4 }

  var adapter: any SourceAdapter { isNFS ? NFSAdapter() : SMBAdapter() }

  var credential: SourceCredential? {
    let login = SourceCredential.Method.password(
      user: TestServer.user,
      password: TestServer.password
    )
    return isNFS ? nil : SourceCredential(login)
  }

  /// Serves a folder.
  func serve(_ path: String) async throws -> TestServer {
    try await isNFS ? .nfs(path) : .smb(path)
  }

  /// The port at which files are served.
  func port(of server: TestServer) throws -> UInt16 {
    try Self.port(isNFS ? "nfs" : "login", of: server)
  }

  /// All ports that opening a source takes.
  func ports(of server: TestServer) throws -> [UInt16] {
    try [port(of: server)] + (self == .nfs3 ? [Self.port("mount", of: server)] : [])
  }

  /// What opens the folder `library` in what is served.
  func place(at port: UInt16, of server: TestServer) throws -> SourceConfiguration {
    guard isNFS else {
      let share = self == .smbGuests ? "guest" : "login"
      return .smb("127.0.0.1:\(port)", share: share, folder: Array("library".utf8))
    }
    var options = NFSOptions()
    options.version = self == .nfs3 ? .v3 : .v4
    options.mountPort = try Self.port("mount", of: server)
    return .nfs("127.0.0.1", port: port, path: Array("/media/library".utf8), options: options)
  }

  private static func port(_ name: String, of server: TestServer) throws -> UInt16 {
    let url = try #require(server.address(name))
    let host = url.split(separator: "/").first { $0.contains("127.0.0.1:") }
    return try #require(host?.split(separator: ":").last.flatMap { UInt16($0) })
  }
}
