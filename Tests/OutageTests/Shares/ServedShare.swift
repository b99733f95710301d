import KinoCore
import KinoTestServers
import KinoTestTools
import Testing

/// A tree that is served, behind a proxy of its own, and what is in it.
struct ServedShare: Sendable {
  let tree: ShareTree
  let proxy: PlainProxy

  init(_ kind: ShareKind) async throws {
    tree = try await .still(kind)
    proxy = try PlainProxy(to: kind.port(of: tree.server))
  }

  func connect(within limit: Duration = .seconds(60)) async throws(SourceError) -> any SourceSession
  {
    guard var place = try? tree.kind.place(at: proxy.port, of: tree.server) else {
      throw SourceError(.unsupported)
    }
    place.deadlines = .init(connect: limit, control: limit, page: limit, read: limit)
    return try await tree.kind.adapter.connect(place, credential: tree.kind.credential)
  }

  func connectAndClose() async {
    if let session = try? await connect() { await session.close() }
  }

  func path(of film: Int) -> SourcePath {
    SourcePath("\(FolderTree.film(film))/Film \(film).mkv") ?? .root
  }

  /// Lists a film's folder, and expects what is there.
  func listFilm(_ film: Int, in session: any SourceSession) async throws(SourceError) {
    let path = SourcePath(FolderTree.film(film)) ?? .root
    let lister = try await session.list(ListRequest(path: path, pageLimit: 100))
    var names: Set<String> = []
    while true {
      let page = try await lister.next()
      names.formUnion(page.entries.map { String(decoding: $0.name.bytes, as: UTF8.self) })
      if page.end != nil { break }
    }
    let base = "Film \(film)"
    let wanted = ["\(base).mkv", "\(base).nfo", "\(base).en.srt", "poster.jpg", "notes.txt"]
    #expect(names == Set(wanted))
  }

  /// Reads a film's beginning and end, and expects its bytes.
  func read(_ film: Int, by reader: any SourceReader) async throws(SourceError) {
    let head = try await reader.read(at: 0, count: 4096)
    let word = unsafe withUnsafeBytes(of: (UInt64(film) * 1000).littleEndian) { unsafe Array($0) }
    #expect(head == word + Array(repeating: 0, count: 4088))
    let size = 10_000 + film * 3
    let tail = try await reader.read(at: Int64(size) - 9, count: 100)
    #expect(tail == Array(repeating: 0, count: 9))
  }

  /// Lists, opens and reads.
  func use(_ film: Int, in session: any SourceSession) async throws(SourceError) {
    try await listFilm(film, in: session)
    let reader = try await session.open(path(of: film), locator: nil, expecting: nil)
    try await read(film, by: reader)
    await reader.close()
  }

  /// Expects that no connection is left soon; they are ended behind the calls.
  func expectNoConnections() async throws {
    let end = ContinuousClock.now + .seconds(20)
    while proxy.count > 0, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(proxy.count == 0)
  }
}
