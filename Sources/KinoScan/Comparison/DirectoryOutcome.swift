package import KinoCore

/// What comparing one directory with its listing came to.
package struct DirectoryOutcome: Sendable {
  /// What is to be staged: in the order of the listing, what is absent last.
  ///
  /// An added directory's ``StagedDifference/itemID`` is `nil` until ``assignIDs(startingAt:)``.
  package var differences: [StagedDifference] = []
  /// The directories to list next.
  package var subdirectories: [Subdirectory] = []
  /// What was looked at: this directory alone.
  package var counters = ScanCounters()
  /// Whether the listing was complete, and so could make its children absent.
  package var isComplete = false
  /// Why the removals in it are held back, whatever their number.
  package var suspicion: Suspicion?
  /// The marker that leaves the directory out.
  package var marker: DirectoryMarker?
  /// The listing, where its digest may be published with the differences.
  package var listing: StagedListing?

  /// How many directory ids ``assignIDs(startingAt:)`` will use: one for each added directory.
  package private(set) var missingIDs = 0

  /// A directory to list.
  package struct Subdirectory: Sendable {
    package var name: PathComponent
    /// The published id, or the reserved one; `nil` until it is assigned.
    package var id: DirectoryID?
    package var stableID: StableID?
    package var locator: [UInt8]?
    /// Whether something may be published to compare with.
    package var isPublished: Bool
    /// Why its own removals are to be held back: passed to its comparison.
    package var suspicion: Suspicion?

    /// Where the difference lies that adds it.
    fileprivate var difference: Int?

    init(_ entry: SourceEntry, id: DirectoryID?, isPublished: Bool, suspicion: Suspicion? = nil) {
      self.name = entry.name
      self.id = id
      self.stableID = entry.stableID
      self.locator = entry.locator
      self.isPublished = isPublished
      self.suspicion = suspicion
    }
  }

  /// Adds a directory that is not published, and its difference.
  mutating func addDirectory(_ difference: StagedDifference) {
    var subdirectory = Subdirectory(difference.entry, id: nil, isPublished: false)
    subdirectory.difference = differences.count
    differences.append(difference)
    subdirectories.append(subdirectory)
    missingIDs += 1
  }

  /// Forgets differences and directories: the directory is left out as a whole.
  mutating func clear() {
    differences.removeAll()
    subdirectories.removeAll()
    missingIDs = 0
  }

  /// Gives every added directory one of ``missingIDs`` consecutive reserved ids.
  ///
  /// - Parameter first: The first of them.
  package mutating func assignIDs(startingAt first: Int64) {
    var next = first
    for index in subdirectories.indices {
      guard let difference = subdirectories[index].difference else { continue }
      subdirectories[index].id = DirectoryID(next)
      subdirectories[index].difference = nil
      differences[difference].itemID = next
      next += 1
    }
    missingIDs = 0
  }
}

/// Why a directory looks as if something else lay there.
package enum Suspicion: String, Hashable, Sendable {
  /// It held many files and lists empty.
  case emptied
  /// Its stable id is another one.
  case replaced
  /// Something was mounted or unmounted there.
  case remounted
}
