/// A part of a directory's listing.
///
/// A page may be empty and still not be the last. Only the page with an ``end`` is.
public struct DirectoryPage: Hashable, Sendable {
  /// The entries, in the source's order.
  ///
  /// No name occurs twice in a listing.
  public var entries: [SourceEntry]
  /// `nil` while more may follow.
  public var end: DirectoryEnd?
  /// What could not be delivered, or only in part.
  ///
  /// Each such entry also makes the end incomplete.
  public var notes: [EntryNote]

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - entries: The entries.
  ///   - end: How the listing ended, on its last page.
  ///   - notes: What could not be delivered.
  public init(entries: [SourceEntry], end: DirectoryEnd? = nil, notes: [EntryNote] = []) {
    self.entries = entries
    self.end = end
    self.notes = notes
  }
}

/// How a listing ended.
///
/// Only a complete one may make anything absent.
public enum DirectoryEnd: Hashable, Sendable {
  /// Every entry that was in the directory throughout was delivered exactly once.
  case complete
  /// The listing ended in order, but entries may be lacking; the reasons are in no order.
  case incomplete([IncompleteReason])
}

/// Why a listing that ended may lack entries.
public enum IncompleteReason: String, Hashable, Sendable, Codable, CaseIterable {
  /// An entry's attributes could not be read; a note names it.
  case entryUnreadable
  /// A name was unsafe (`..`, a slash inside, …) and was dropped.
  case invalidName
  /// A name that the protocol can not carry was dropped.
  case nameNotRepresentable
  /// A name came twice; the later one was dropped.
  case duplicateName
  /// The directory changed while it was listed. Listing it again is likely to be complete.
  case changedDuringListing
  /// The server said that it keeps some entries back.
  case truncatedByServer
}

/// One entry of a listing that could not be delivered.
public struct EntryNote: Hashable, Sendable {
  /// The name, if there is a valid one.
  public var name: PathComponent?
  /// What was wrong, with scope ``SourceError/Scope/entry``.
  public var error: SourceError

  /// Creates a note.
  ///
  /// - Parameters:
  ///   - name: The name, if there is a valid one.
  ///   - error: What was wrong.
  public init(name: PathComponent?, error: SourceError) {
    self.name = name
    self.error = error
  }
}
