import KinoCore

/// What differs between servers, and is found out about one when its root is opened.
struct ServerTraits: Hashable, Sendable {
  /// Whether it says tags of files.
  ///
  /// Many have none for directories, the root among them, but then say that there is none. One that
  /// does not even name the property when it is asked for it does not know it.
  var hasTags: Bool
  /// Whether its file ids can be relied on.
  var hasFileIDs = false
}

extension SourceCapabilities {
  /// What a WebDAV server can do.
  init(_ traits: ServerTraits, concurrency: Int) {
    self.init()
    if traits.hasFileIDs {
      stableID = StableIDCapability(scope: .source, survivesRename: true, reusedAfterDelete: false)
    }
    // Dates in HTTP have no fractions.
    modificationPrecision = 1000
    // Servers make strong-looking tags of size and time.
    etag = traits.hasTags ? .weak : .none
    ranges = .any
    symlinks = .followed
    maxConcurrentOperations = concurrency
    enforcesDeadlines = true
    isRemote = true
  }
}
