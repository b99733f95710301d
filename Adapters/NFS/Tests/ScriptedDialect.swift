import KinoCore
import Synchronization

@testable import KinoNFS

/// A server that answers what a test says.
final class ScriptedDialect: NFSDialect {
  typealias Listing = @Sendable (_ position: ListPosition?) throws(NFSFailure) -> ListPart
  typealias Look = @Sendable (_ names: [String], _ handle: FileHandle) throws(NFSFailure) -> Node
  typealias Read = @Sendable (_ handle: FileHandle, _ offset: Int64) throws(NFSFailure) -> FilePart

  private let listing: Listing
  private let look: Look
  private let reading: Read
  private let root: @Sendable () throws(NFSFailure) -> Node
  /// How many calls were made.
  let calls = Atomic(0)

  init(
    root: @escaping @Sendable () throws(NFSFailure) -> Node = { .root },
    look: @escaping Look = { _, _ throws(NFSFailure) in .root },
    listing: @escaping Listing = { _ throws(NFSFailure) in ListPart() },
    reading: @escaping Read = { _, _ throws(NFSFailure) in throw .malformed }
  ) {
    self.root = root
    self.look = look
    self.listing = listing
    self.reading = reading
  }

  func session() -> NFSSession {
    NFSSession(
      RPCLoop(),
      self,
      root: FoundRoot(
        node: .root,
        traits: ServerTraits(readLimit: 4096, ignoresCase: nil)
      ),
      names: [],
      deadlines: .patient,
      concurrency: 8
    )
  }

  func findRoot(
    _: [[UInt8]],
    until _: ContinuousClock.Instant
  ) async throws(NFSFailure) -> FoundRoot {
    calls.add(1, ordering: .relaxed)
    return FoundRoot(node: try root(), traits: ServerTraits(readLimit: nil, ignoresCase: nil))
  }

  func find(
    _ names: [[UInt8]],
    below directory: FileHandle,
    until _: ContinuousClock.Instant
  ) async throws(NFSFailure) -> Node {
    calls.add(1, ordering: .relaxed)
    return try look(names.map { String(decoding: $0, as: UTF8.self) }, directory)
  }

  func openDirectory(
    _ names: [[UInt8]],
    below directory: FileHandle,
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> OpenedDirectory {
    let node = try await find(names, below: directory, until: deadline)
    return OpenedDirectory(node: node, part: try listing(nil))
  }

  func list(
    _: FileHandle,
    from position: ListPosition,
    until _: ContinuousClock.Instant
  ) async throws(NFSFailure) -> ListPart {
    calls.add(1, ordering: .relaxed)
    return try listing(position)
  }

  func read(
    _ file: FileHandle,
    at offset: Int64,
    count _: Int,
    until _: ContinuousClock.Instant
  ) async throws(NFSFailure) -> FilePart {
    calls.add(1, ordering: .relaxed)
    return try reading(file, offset)
  }
}

extension Node {
  static let root = Node(handle: [1], facts: FileFacts(kind: .directory, number: 1))
  /// The same root by another handle.
  static let rootAgain = Node(handle: [2], facts: Node.root.facts)
  static let otherRoot = Node(handle: [3], facts: FileFacts(kind: .directory, number: 2))

  static func file(_ handle: UInt8, size: Int64 = 10) -> Node {
    Node(handle: [handle], facts: FileFacts(kind: .file, size: size, number: 7))
  }
}

extension ListedEntry {
  init(_ name: String, _ kind: SourceEntry.Kind = .file) {
    self.init(name: Array(name.utf8), facts: FileFacts(kind: kind))
  }
}
