/// Where what lies beside videos goes: the port between those who read it and the library.
package protocol LocalMetadataStore: Sendable {
  /// The folders that the files of claims lie in, with what lies beside them, on one snapshot.
  func surroundings(of claims: [WorkClaim]) async throws(StorageError) -> LocalSurroundings

  /// Writes whose sidecars are, what was read from them, and what that says of films and series, and
  /// ends the work, in one transaction, as far as the claims still stand.
  ///
  /// The same sidecars give the same rows, whatever their order and however often. What a hand has
  /// locked stays as it is.
  ///
  /// - Parameters:
  ///   - intakes: What came of each claim.
  ///   - now: Decides whether leases have ended; dates what is written.
  /// - Returns: The claims that no longer stood, for which nothing was written.
  /// - Throws: ``StorageError``; nothing has changed then.
  func complete(
    _ intakes: [LocalIntake],
    at now: Timestamp
  ) async throws(StorageError) -> [WorkClaim: WorkRefusal]
}

/// The folders around some files.
package struct LocalSurroundings: Sendable {
  package var folders: [DirectoryID: LocalFolder]
  /// The folders of each file: its own first, then that of its series.
  ///
  /// A file that is gone has none.
  package var homes: [FileID: [DirectoryID]]

  package init(folders: [DirectoryID: LocalFolder] = [:], homes: [FileID: [DirectoryID]] = [:]) {
    self.folders = folders
    self.homes = homes
  }
}

/// What lies beside one file.
package struct LocalIntake: Hashable, Sendable {
  package var claim: WorkClaim
  /// The sidecars of the file, and those that nobody has, or that its folders have.
  package var assignments: [SidecarAssignment]
  /// What was read anew.
  package var readings: [Reading]

  package init(
    _ claim: WorkClaim,
    assignments: [SidecarAssignment] = [],
    readings: [Reading] = []
  ) {
    self.claim = claim
    self.assignments = assignments
    self.readings = readings
  }

  /// What a sidecar says.
  package struct Reading: Hashable, Sendable {
    package var sidecar: Int64
    /// The sidecar's revision that was read.
    package var revision: Int64
    package var content: SidecarContent

    package init(sidecar: Int64, revision: Int64, content: SidecarContent) {
      self.sidecar = sidecar
      self.revision = revision
      self.content = content
    }
  }
}

/// Makes of texts what equal ones have in common, and what lists sort by.
package protocol TitleKeys: Sendable {
  /// A text without case, punctuation and doubled spaces.
  func folded(_ text: String) -> String

  /// What a list sorts a title by.
  func sortKey(_ title: String) -> SortKey
}

/// Makes of texts what they are searched by.
package protocol SearchFolding: Sendable {
  /// Changes whenever a result may.
  var version: String { get }

  /// A text without case, ligatures and doubled spaces, each character of Han, kana or Hangul a word.
  func searchable(_ text: String) -> String
}

/// Where what is searched goes: the port between who works through the queue and the library.
package protocol SearchStore: Sendable {
  /// Makes what files show findable, and ends the work, in one transaction, as far as the claims still
  /// stand.
  ///
  /// - Returns: The claims that no longer stood, for which nothing was written.
  func complete(
    _ claims: [WorkClaim],
    at now: Timestamp
  ) async throws(StorageError) -> [WorkClaim: WorkRefusal]
}
