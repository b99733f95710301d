import Foundation
import KinoCore
import KinoTestServers
import KinoTestTools
import Testing

/// What happens to real servers and what they share, while a library has content.
@Suite("Faults of a file server")
struct ShareServerTests {
  @Test("a server that is gone before or while it is scanned", arguments: ShareKind.all)
  func gone(_ kind: ShareKind) async throws {
    let tree = try await ShareTree(kind)
    let library = try await ShareLibrary(tree)
    try await library.survive(
      "gone",
      { try tree.server.signalAll(SIGKILL) },
      expecting: .sourceFails(.unavailable),
      thenHeal: { try await tree.server.restart() }
    )
    for isRestarted in [false, true] {
      var end: Task<Void, any Error>?
      try await library.survive(
        isRestarted ? "restarted in the middle" : "killed in the middle",
        {
          end = library.inTheMiddle {
            if isRestarted {
              try await tree.server.restart()
            } else {
              try tree.server.signalAll(SIGKILL)
            }
          }
        },
        expecting: isRestarted ? .survives : .sourceFails(.unavailable),
        thenHeal: {
          try await end?.value
          if !isRestarted { try await tree.server.restart() }
        }
      )
    }
  }

  @Test("a server that is frozen before or while it is scanned", arguments: ShareKind.all)
  func frozen(_ kind: ShareKind) async throws {
    let tree = try await ShareTree(kind)
    let library = try await ShareLibrary(tree)
    for isInTheMiddle in [false, true] {
      var end: Task<Void, any Error>?
      try await library.survive(
        isInTheMiddle ? "frozen in the middle" : "frozen",
        isHurried: true,
        {
          if isInTheMiddle {
            end = library.inTheMiddle { try tree.server.signalAll(SIGSTOP) }
          } else {
            try tree.server.signalAll(SIGSTOP)
          }
        },
        expecting: .sourceFails(.timedOut),
        thenHeal: {
          try await end?.value
          try tree.server.signalAll(SIGCONT)
        }
      )
    }
    try await tree.server.stop()
  }

  @Test("a host that swallows what is sent", arguments: ShareKind.all)
  func blackHole(_ kind: ShareKind) async throws {
    let tree = try await ShareTree(kind)
    let library = try await ShareLibrary(tree, isDirect: true)
    var holes: [BlackHole] = []
    try await library.survive(
      "black hole",
      isHurried: true,
      {
        try await tree.server.stop()
        holes = try kind.ports(of: tree.server).map { try BlackHole(port: $0) }
      },
      expecting: .sourceFails(.timedOut),
      thenHeal: {
        holes = []
        try await tree.server.restart()
      }
    )
    #expect(holes.isEmpty)
  }

  @Test("an export or share that is withdrawn", arguments: ShareKind.all)
  func withdrawn(_ kind: ShareKind) async throws {
    let tree = try await ShareTree(kind)
    let library = try await ShareLibrary(tree)
    let (file, name) =
      kind == .smb ? ("plain/smb.conf", "[login]") : ("ganesha.conf", "Pseudo = /media;")
    let path = "\(tree.server.base)/\(file)"
    let settings = try String(contentsOfFile: path, encoding: .utf8)
    let others = settings.replacing(name, with: kind == .smb ? "[other]" : "Pseudo = /other;")
    try await library.survive(
      "withdrawn",
      {
        try others.write(toFile: path, atomically: true, encoding: .utf8)
        try await tree.server.restart()
      },
      expecting: .sourceFails(.sourceMissing),
      thenHeal: {
        try settings.write(toFile: path, atomically: true, encoding: .utf8)
        try await tree.server.restart()
      }
    )
  }

  @Test("an account that the server has locked, or its administrator disabled, fails the source")
  func lockedAccount() async throws {
    let tree = try await ShareTree(.smb)
    let library = try await ShareLibrary(tree)
    for (name, flags) in [("locked", "[L]"), ("disabled", "[D]")] {
      try await library.survive(
        name,
        { try tree.setAccount(flags) },
        expecting: .sourceFails(.authenticationFailed),
        thenHeal: { try tree.setAccount("[]") }
      )
    }
  }

  @Test(
    "a root that is gone, or another, empty one: a disk that is not there",
    arguments: ShareKind.all
  )
  func replacedRoot(_ kind: ShareKind) async throws {
    let tree = try await ShareTree(kind)
    let library = try await ShareLibrary(tree)
    for isEmpty in [false, true] {
      try await library.survive(
        isEmpty ? "empty" : "gone",
        {
          try tree.moveRoot(away: true)
          if isEmpty { try tree.folder.makeDirectory("") }
        },
        expecting: .sourceFails(.sourceMissing),
        thenHeal: { try tree.moveRoot(away: false) }
      )
    }
  }

  @Test(
    "what may not be read any more keeps what it had",
    .enabled(if: getuid() == 0, "servers have a user of their own when root starts them"),
    arguments: ShareKind.all
  )
  func forbidden(_ kind: ShareKind) async throws {
    let tree = try await ShareTree(kind)
    let library = try await ShareLibrary(tree)
    for path in ["Series/Show 1", FolderTree.film(7)] {
      try await library.survive(
        path,
        { try tree.setReadable(false, path) },
        expecting: .directoryFails,
        thenHeal: { try tree.setReadable(true, path) }
      )
    }
    try await library.survive(
      "the root",
      { try tree.setReadable(false, "") },
      expecting: .sourceFails(.permissionDenied),
      thenHeal: { try tree.setReadable(true, "") }
    )
    var end: Task<Void, any Error>?
    let shows = (0..<3).map { "Series/Show \($0)" }
    try await library.survive(
      "forbidden in the middle",
      { end = library.inTheMiddle { for path in shows { try tree.setReadable(false, path) } } },
      expecting: .survives,
      thenHeal: {
        end?.cancel()
        _ = await end?.result
        for path in shows { try tree.setReadable(true, path) }
      }
    )
  }

  @Test("a directory with another in its place", arguments: ShareKind.all)
  func replacedDirectory(_ kind: ShareKind) async throws {
    let tree = try await ShareTree(kind)
    let library = try await ShareLibrary(tree)
    let count = try library.library.count(below: "Names/")
    try await library.survive(
      "an empty one",
      {
        try tree.folder.move("Names", to: "../names-elsewhere")
        try tree.folder.makeDirectory("Names")
      },
      expecting: .held(count),
      thenHeal: {
        try tree.folder.remove("Names")
        try tree.folder.move("../names-elsewhere", to: "Names")
      }
    )
    try tree.copy("Series")
    for isInTheMiddle in [false, true] {
      var end: Task<Void, any Error>?
      try await library.survive(
        "one with the same in it",
        {
          let replace: @Sendable () throws -> Void = { try tree.exchange("Series") }
          if isInTheMiddle { end = library.inTheMiddle(replace) } else { try replace() }
        },
        expecting: isInTheMiddle ? .survives : .completes,
        thenHeal: {
          try await end?.value
          try tree.exchange("Series")
        }
      )
    }
  }
}
