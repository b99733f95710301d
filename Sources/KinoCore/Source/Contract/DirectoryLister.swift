/// The pages of one directory, pulled one after the other.
///
/// One caller pulls at a time. Dropping the last reference releases what the source holds for it.
public protocol DirectoryLister: AnyObject, Sendable {
  /// The next page; after the last one, the last one's end again, without entries.
  ///
  /// - Throws: ``SourceError``. The listing is then over: what came before stays true, what did
  ///   not come is unknown, and every further call throws the same.
  func next() async throws(SourceError) -> DirectoryPage
}

/// An open file.
///
/// Reads may overlap and come in any order. Dropping the last reference closes the file.
public protocol SourceReader: AnyObject, Sendable {
  /// Reads a part of the file.
  ///
  /// - Parameters:
  ///   - offset: Where to begin, from 0.
  ///   - count: How many bytes.
  /// - Returns: Exactly `count` bytes; fewer only at the end of the file, none behind it.
  /// - Throws: ``SourceError``: `changedDuringRead` when the file is no longer the one expected.
  func read(at offset: Int64, count: Int) async throws(SourceError) -> [UInt8]

  /// Closes the file now; reads after it throw `unavailable`. Closing twice is allowed.
  func close() async
}
