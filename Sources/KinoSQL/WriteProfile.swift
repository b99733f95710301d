/// One kind of writing: what it may change, and how safe a commit is.
///
/// A database keeps one connection per profile, known by its name, opened at first use.
package struct WriteProfile: Hashable, Sendable {
  /// Distinguishes the profiles of one database.
  package let name: String
  /// What its statements may do.
  package let access: AuthorizerProfile
  /// Whether a commit waits until it is on the disk.
  ///
  /// Set for what a user did; a scan can be repeated.
  package let isDurable: Bool
  /// The page cache of its connection, an upper bound.
  package let cacheKibibytes: Int
  /// Whether what undoes a statement, and temporary tables, stay in memory.
  ///
  /// For statements that change a few pages each: one that changes all rows needs as much memory as
  /// they have. In a file, where SQLite puts it by default, it is written again for each statement.
  package let keepsUndoInMemory: Bool

  /// Creates a profile.
  ///
  /// - Parameters:
  ///   - name: Distinguishes the profiles of one database.
  ///   - access: What its statements may do.
  ///   - isDurable: Whether a commit waits until it is on the disk.
  ///   - cacheKibibytes: The page cache of its connection, an upper bound.
  ///   - keepsUndoInMemory: Whether what undoes a statement, and temporary tables, stay in memory.
  package init(
    _ name: String,
    access: AuthorizerProfile,
    isDurable: Bool = false,
    cacheKibibytes: Int = 4096,
    keepsUndoInMemory: Bool = false
  ) {
    self.name = name
    self.access = access
    self.isDurable = isDurable
    self.cacheKibibytes = cacheKibibytes
    self.keepsUndoInMemory = keepsUndoInMemory
  }
}

/// Who goes first when several writes wait for their turn; equals go in order of arrival.
package enum WritePriority: Int, Comparable, Sendable {
  /// Clean-up that nobody waits for.
  case background
  /// Groups of a scan, results of workers.
  case normal
  /// What a user did just now.
  case user

  /// The order of precedence.
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
