import KinoCore

/// What a server calls a file or directory by; opaque to us (RFC 1813, section 2.5).
typealias FileHandle = [UInt8]

/// What a server says about a file or directory; nothing of it need be there.
struct FileFacts: Hashable, Sendable {
  /// A file system of the server, within which file numbers are distinct.
  struct FileSystem: Hashable, Sendable {
    var major: UInt64
    /// 0 by version 3, which has one number only.
    var minor: UInt64 = 0
  }

  var kind = SourceEntry.Kind.unknown
  var size: Int64?
  var modifiedAt: Timestamp?
  var fileSystem: FileSystem?
  var number: UInt64?

  /// Whether both may be the same file, by all that is known of both.
  func mayBe(_ other: FileFacts) -> Bool {
    kind == other.kind && number == other.number && fileSystem == other.fileSystem
  }
}

/// A file or directory that was found.
struct Node: Hashable, Sendable {
  var handle: FileHandle
  var facts: FileFacts
}

/// An entry of a listing, as the server sent it.
struct ListedEntry: Hashable, Sendable {
  /// Any bytes at all.
  var name: [UInt8]
  /// Of the kind `unknown` where the server did not say.
  var facts: FileFacts
}

/// Where a listing goes on.
struct ListPosition: Hashable, Sendable {
  var cookie: UInt64
  var verifier: UInt64
}

/// What one answer holds of a listing.
struct ListPart: Sendable {
  var entries: [ListedEntry] = []
  /// Where it goes on; `nil` at the end.
  var next: ListPosition?
}

/// A directory, and the beginning of its listing.
struct OpenedDirectory: Sendable {
  var node: Node
  var part: ListPart
}

/// What one answer holds of a file.
struct FilePart: Sendable {
  var bytes: [UInt8]
  var isEnd: Bool
  /// The file now; without a size where the server did not say.
  var facts: FileFacts
}

/// What a server is like.
struct ServerTraits: Hashable, Sendable {
  /// The most bytes that one read may ask for, at least 1.
  var readLimit = 64 << 10
  /// Whether names that differ in case only are the same.
  var ignoresCase: Bool?

  /// Bounds what a server says about itself.
  init(readLimit: UInt64?, ignoresCase: Bool?) {
    if let readLimit { self.readLimit = Int(clamping: min(max(readLimit, 4096), 1 << 20)) }
    self.ignoresCase = ignoresCase
  }
}

/// A root, and what its server is like.
struct FoundRoot: Sendable {
  var node: Node
  var traits: ServerTraits
}
