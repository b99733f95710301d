import KinoConformance
import KinoCore
import KinoLocal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Real folders of this machine.
struct LocalFixture: ConformanceFixture {
  let name = "local"

  func makeSite(_ tree: [TreeNode]) async throws -> any ConformanceSite {
    let folder = try TreeFolder(in: "/tmp")
    do {
      try folder.build(tree)
    } catch {
      folder.delete()
      throw error
    }
    return LocalSite(folder: folder)
  }
}

private struct LocalSite: ConformanceSite {
  let folder: TreeFolder

  var adapter: any SourceAdapter { LocalAdapter() }

  var configuration: SourceConfiguration {
    SourceConfiguration(kind: "local", location: folder.path, rootPath: Array(folder.path.utf8))
  }

  var credential: SourceCredential? { nil }

  func apply(_ change: TreeChange) async throws {
    try folder.apply(change)
  }

  func inject(_ fault: Fault) async throws {
    switch fault {
    case .removeRoot: folder.delete()
    case .replaceRoot: try folder.replaceRoot()
    case .forbid(let path):
      guard geteuid() != 0 else { throw NotRun("an administrator may read everything") }
      try folder.setReadable(path, false)
    default: throw NotRun("no fixture makes a local disk do this: \(fault.name)")
    }
  }

  func dispose() async { folder.delete() }
}
