import KinoConformance
import KinoCore
import KinoTestServers
import KinoTestSupport
import Testing

@testable import KinoSMB

@Suite("Watching a share", .serialized, .timeLimit(.minutes(1)))
struct WatchTests {
  /// A folder in the share, and a watch over it.
  private func watched(
    through proxy: PlainProxy? = nil,
    _ request: WatchRequest = WatchRequest()
  ) async throws -> (folder: TreeFolder, watch: ChangeWatch) {
    _ = try await Shared.server
    let folder = try TreeFolder(in: try #require(Shared.folder).path)
    let name = String(folder.path.split(separator: "/").last ?? "")
    let session = try await Shared.connect(through: proxy, folder: name)
    #expect(session.capabilities.watch == .hints)
    let watch = try await session.watch(request)
    // The watch needs it no more.
    await session.close()
    return (folder, watch)
  }

  @Test("what changes in the folder is hinted at, while other calls go on beside it")
  func changes() async throws {
    let (folder, watch) = try await watched()
    defer { folder.delete() }
    try folder.apply(.add(TreeNode(.path("film.mkv"), .file([1]))))
    #expect(try await watch.next() == [.changed(.root)])
    let session = try await Shared.connect()
    #expect(try await session.listAll().end == .complete)
    try folder.apply(.add(TreeNode(.path("new"), .directory)))
    #expect(try await watch.next() == [.changed(.root)])
    await session.close()
  }

  @Test("what does not matter is not told of")
  func filtered() async throws {
    let (folder, watch) = try await watched(
      WatchRequest { path, _ in path == .path("film.mkv") }
    )
    defer { folder.delete() }
    try folder.apply(.add(TreeNode(.path("notes.log"), .file([1]))))
    try folder.apply(.add(TreeNode(.path("film.mkv"), .file([1]))))
    #expect(try await watch.next() == [.changed(.root)])
    let more = Task { try await watch.next() }
    more.cancel()
    await #expect(throws: SourceError.self) { try await more.value }
  }

  @Test("more than an answer holds is an overflow or hinted at, and the watch goes on")
  func many() async throws {
    let (folder, watch) = try await watched()
    defer { folder.delete() }
    for number in 0..<300 {
      try folder.apply(.add(TreeNode(.path("film number \(number).mkv"), .file([1]))))
    }
    #expect([[.overflow], [.changed(.root)]].contains(try await watch.next()))
    var isHinted = false
    for attempt in 0..<50 where !isHinted {
      try folder.apply(.add(TreeNode(.path("later \(attempt).mkv"), .file([1]))))
      isHinted = try await watch.next().contains(.changed(.root))
    }
    #expect(isHinted)
  }

  @Test("a connection that ends, ends the watch")
  func lost() async throws {
    let proxy = try await Shared.proxy()
    let (folder, watch) = try await watched(through: proxy)
    defer { folder.delete() }
    proxy.cut()
    let error = await #expect(throws: SourceError.self) {
      while true { _ = try await watch.next() }
    }
    #expect(error?.kind == .unavailable && error?.retry == .temporary)
  }

  @Test("a watch that is closed gives its connection back, also while the server is frozen")
  func closing() async throws {
    let proxy = try await Shared.proxy()
    let (folder, watch) = try await watched(through: proxy)
    defer { folder.delete() }
    proxy.freeze(true)
    watch.close()
    await #expect(throws: SourceError.self) { try await watch.next() }
    proxy.freeze(false)
  }

  @Test("with a library that takes one call at a time, nothing is watched")
  func serial() async throws {
    let (host, share) = try await Shared.way("login")
    let place = SourceConfiguration.smb(host, share: share)
    let session = try await SMBAdapter(isSerial: true).connect(place, credential: .alice)
    #expect(session.capabilities.watch == .none)
    let error = await #expect(throws: SourceError.self) { try await session.watch(WatchRequest()) }
    #expect(error?.kind == .unsupported)
    await session.close()
  }
}
