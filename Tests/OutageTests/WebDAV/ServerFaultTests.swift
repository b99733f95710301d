import Foundation
import KinoCore
import KinoTestServers
import KinoTestTools
import Testing

/// What happens to real servers and what they serve, while a library has content.
@Suite("Faults of a WebDAV server")
struct ServerFaultTests {
  @Test("a server that is gone, and is started again", arguments: TestServer.Kind.present)
  func restarted(_ kind: TestServer.Kind) async throws {
    let tree = try await ServedTree(by: kind)
    let library = try await ServedLibrary(tree)
    try await library.survive(
      "gone",
      { try tree.server.signal(SIGKILL) },
      expecting: .sourceFails(.unavailable),
      thenHeal: { try await library.moveToNewServer(kind) }
    )
  }

  @Test("a server that goes while it is scanned", arguments: ServedTree.kinds)
  func killedInBetween(_ kind: TestServer.Kind) async throws {
    let tree = try await ServedTree(by: kind)
    let library = try await ServedLibrary(tree)
    // Its answers take long enough for the server to be gone before the last of them is asked for.
    let slow = "=== PROPFIND /* depth=1 after=10 pass dribble=1"
    try await library.survive(
      "killed",
      {
        try library.proxy.spoil(slow)
        Task {
          while try library.proxy.requestCount() < 80 {
            try await Task.sleep(for: .milliseconds(5))
          }
          try tree.server.signal(SIGKILL)
        }
      },
      expecting: .sourceFails(.unavailable),
      thenHeal: { try await library.moveToNewServer(kind) }
    )
  }

  @Test("a server that is frozen", arguments: ServedTree.kinds)
  func frozen(_ kind: TestServer.Kind) async throws {
    let tree = try await ServedTree(by: kind)
    let library = try await ServedLibrary(tree)
    try await library.survive(
      "frozen",
      {
        library.adapter.isHurried = true
        try tree.server.signal(SIGSTOP)
      },
      expecting: .sourceFails(.timedOut),
      thenHeal: { try tree.server.signal(SIGCONT) }
    )
    try await tree.server.stop()
  }

  @Test(
    "a root that is gone, or another, empty one: a disk that is not there",
    arguments: ServedTree.kinds
  )
  func replacedRoot(_ kind: TestServer.Kind) async throws {
    let tree = try await ServedTree(by: kind)
    let library = try await ServedLibrary(tree)
    for isEmpty in [false, true] {
      try await library.survive(
        isEmpty ? "empty" : "gone",
        {
          try tree.moveRoot(away: true)
          if isEmpty { try tree.folder.makeDirectory("") }
          // A new process has no listings from before.
          try await library.moveToNewServer(kind)
        },
        expecting: .sourceFails(.sourceMissing),
        thenHeal: {
          try tree.moveRoot(away: false)
          try await library.moveToNewServer(kind)
        }
      )
    }
  }

  @Test("half of what is served is gone for a while", arguments: ServedTree.kinds)
  func half(_ kind: TestServer.Kind) async throws {
    let tree = try await ServedTree(by: kind)
    let library = try await ServedLibrary(tree)
    try await library.survive(
      "half",
      {
        try tree.folder.move("Films", to: "../films-elsewhere")
        try await library.moveToNewServer(kind)
      },
      expecting: .held(160),
      thenHeal: {
        try tree.folder.move("../films-elsewhere", to: "Films")
        try await library.moveToNewServer(kind)
      }
    )
  }

  @Test(
    "a directory that the server may not read: each says so in its own way",
    .enabled(if: getuid() == 0, "servers have a user of their own when root starts them"),
    arguments: [TestServer.Kind.apache, .nginx, .lighttpd]
  )
  func unreadable(_ kind: TestServer.Kind) async throws {
    let tree = try await ServedTree(by: kind)
    let library = try await ServedLibrary(tree)
    for path in ["Series/Show 1", FolderTree.film(7)] {
      try await library.survive(
        path,
        { try tree.setReadable(false, path) },
        expecting: .directoryFails,
        thenHeal: { try tree.setReadable(true, path) }
      )
    }
  }

  @Test("a login that is revoked, and granted again")
  func revoked() async throws {
    let tree = try await ServedTree(by: .apache, way: "basic")
    let login = SourceCredential(.password(user: TestServer.user, password: TestServer.password))
    let library = try await ServedLibrary(tree, credential: login)
    let accounts = tree.server.base + "/htpasswd"
    let granted = try String(contentsOfFile: accounts, encoding: .utf8)
    try await library.survive(
      "revoked",
      { try "".write(toFile: accounts, atomically: false, encoding: .utf8) },
      expecting: .sourceFails(.authenticationFailed),
      thenHeal: { try granted.write(toFile: accounts, atomically: false, encoding: .utf8) }
    )
    try await tree.server.stop()
  }
}

extension ServedLibrary {
  /// Has the tree served by a new process, at another port behind the proxy.
  fileprivate func moveToNewServer(_ kind: TestServer.Kind) async throws {
    try await served.restart(by: kind)
    try proxy.heal(to: served.address)
  }
}

extension ServedTree {
  fileprivate func moveRoot(away isAway: Bool) throws {
    let aside = folder.path + "-aside"
    if isAway {
      try FileManager.default.moveItem(atPath: folder.path, toPath: aside)
    } else {
      try? FileManager.default.removeItem(atPath: folder.path)
      try FileManager.default.moveItem(atPath: aside, toPath: folder.path)
    }
  }

  fileprivate func setReadable(_ isReadable: Bool, _ path: String) throws {
    let mode = isReadable ? 0o755 : 0o700
    try FileManager.default.setAttributes(
      [.posixPermissions: mode],
      ofItemAtPath: folder.location(path)
    )
  }
}
