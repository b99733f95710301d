import KinoCore

/// All pages of a directory.
struct Listing {
  var entries: [SourceEntry] = []
  var notes: [EntryNote] = []
  var pages: [Int] = []
  var end: DirectoryEnd = .complete

  var names: [PathComponent] { entries.map(\.name) }

  var isComplete: Bool { end == .complete }

  var reasons: Set<IncompleteReason> {
    switch end {
    case .complete: []
    case .incomplete(let reasons): Set(reasons)
    }
  }

  subscript(name: PathComponent) -> SourceEntry? { entries.first { $0.name == name } }

  /// An entry that must be there.
  func entry(_ text: String) throws(BrokenPromise) -> SourceEntry {
    guard let entry = self[.name(text)] else { throw BrokenPromise("\(text) is not listed") }
    return entry
  }
}

extension SourceSession {
  /// Lists a directory to its end.
  func listing(
    of path: SourcePath = .root,
    pageLimit: Int = 1024
  ) async throws(SourceError) -> Listing {
    let lister = try await list(ListRequest(path: path, pageLimit: pageLimit))
    var listing = Listing()
    try await lister.finish(&listing)
    return listing
  }

  /// Reads a whole file of known size.
  func content(of path: SourcePath, count: Int) async throws(SourceError) -> [UInt8] {
    let reader = try await open(path)
    let bytes = try await reader.read(at: 0, count: count)
    await reader.close()
    return bytes
  }
}

extension DirectoryLister {
  /// Pulls the pages that are left.
  func finish(_ listing: inout Listing) async throws(SourceError) {
    while true {
      let page = try await next()
      listing.entries += page.entries
      listing.notes += page.notes
      listing.pages.append(page.entries.count)
      if let end = page.end {
        listing.end = end
        return
      }
    }
  }
}

extension SourcePath {
  /// A path that is written down here and safe.
  static func at(_ text: String) -> SourcePath {
    SourcePath(components: text.split(separator: "/").compactMap { PathComponent(String($0)) })
  }
}

extension PathComponent {
  /// A name that is written down here and safe.
  static func name(_ text: String) -> PathComponent { PathComponent(text) ?? .root }
}

extension TreeNode {
  /// A file with bytes that follow from its path, so that no two files have the same.
  static func file(_ path: String, size: Int = 64, modifiedAt: Timestamp? = nil) -> TreeNode {
    file(.at(path), size: size, modifiedAt: modifiedAt)
  }

  static func file(_ path: SourcePath, size: Int = 64, modifiedAt: Timestamp? = nil) -> TreeNode {
    TreeNode(path, .file(pattern(path, size)), modifiedAt: modifiedAt)
  }

  static func directory(_ path: String) -> TreeNode { TreeNode(.at(path), .directory) }

  /// Files with numbered names in a directory.
  static func files(_ count: Int, in directory: String) -> [TreeNode] {
    (0..<count).map { .file("\(directory)/\($0).mkv", size: 16) } + [.directory(directory)]
  }

  /// The bytes of a file that ``file(_:size:modifiedAt:)-(SourcePath,_,_)`` makes.
  static func pattern(_ path: SourcePath, _ size: Int) -> [UInt8] {
    var state: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in path.bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    // The length of what is repeated is a prime: no power of two leads to the same byte.
    let block = (0..<min(size, 4099)).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    guard size > block.count else { return block }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + block.count)
    while bytes.count < size { bytes += block }
    return Array(bytes.prefix(size))
  }
}
