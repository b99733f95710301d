import KinoConformance
import KinoCore
import KinoSMB
import KinoTestServers
import Synchronization

/// Folders of a real Samba, behind a proxy.
struct SMBFixture: ConformanceFixture {
  let name = "smb"

  let exceptions: [Promise.ID: String] = [
    18: "names that Windows can not hold come as stand-ins",
    22: "Samba sends no names that are not UTF-8, and does not say so",
    25: "names with control characters come as stand-ins",
  ]

  func makeSite(_ tree: [TreeNode]) async throws -> any ConformanceSite {
    _ = try await Shared.server
    guard let parent = Shared.folder else { throw NotRun("there is no room in /tmp") }
    guard !tree.contains(where: { $0.kind == .pipe }) else {
      throw NotRun("the protocol has no word for a pipe")
    }
    let folder = try TreeFolder(in: parent.path)
    do {
      try folder.build(tree)
      return SMBSite(folder: folder, proxy: try await Shared.proxy())
    } catch {
      folder.delete()
      throw error
    }
  }
}

private final class SMBSite: ConformanceSite {
  private struct State {
    var share = "login"
    var host = "127.0.0.1"
    var isGuest = false
  }

  private let folder: TreeFolder
  private let proxy: PlainProxy
  private let state = Mutex(State())

  init(folder: TreeFolder, proxy: PlainProxy) {
    self.folder = folder
    self.proxy = proxy
  }

  var adapter: any SourceAdapter { SMBAdapter() }

  var configuration: SourceConfiguration {
    let state = state.withLock { $0 }
    let name = folder.path.split(separator: "/").last ?? ""
    return .smb("\(state.host):\(proxy.port)", share: state.share, folder: Array(name.utf8))
  }

  var credential: SourceCredential? {
    state.withLock { $0.isGuest } ? SourceCredential(.anonymous) : .alice
  }

  func wrongCredential() throws -> SourceCredential { .wrong }

  func apply(_ change: TreeChange) async throws { try folder.apply(change) }

  func inject(_ fault: Fault) async throws {
    switch fault {
    case .removeRoot: folder.delete()
    case .replaceRoot: try folder.replaceRoot()
    case .forbid(let path), .lock(let path): try folder.setReadable(path, false)
    case .refuse:
      proxy.refuse(true)
      proxy.cut()
    case .silence: proxy.freeze(true)
    case .dropIdleConnections, .restart: proxy.cut()
    case .unresolvable: state.withLock { $0.host = "no-such-host.invalid" }
    case .guestFallback: state.withLock { $0.share = "guest" }
    case .refuseAnonymous: state.withLock { $0.isGuest = true }
    default: throw NotRun("no fixture makes Samba do this: \(fault.name)")
    }
  }

  func endFaults() async {
    proxy.refuse(false)
    proxy.freeze(false)
    state.withLock { $0 = State() }
  }

  func dispose() async { folder.delete() }
}
