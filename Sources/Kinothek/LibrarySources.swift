public import KinoCore
internal import KinoStorage

/// The places that a library scans: adding, editing, disabling, removing.
public struct LibrarySources: Sendable {
  let library: MediaLibrary

  private var store: SourceStore { library.store.sources }
  private var clock: any KinoClock { library.environment.clock }

  /// Every source that was not removed, in the order in which they were added.
  ///
  /// - Returns: The sources; those that cannot be reached now are among them.
  /// - Throws: `StorageError`: `unavailable`, `damaged`.
  public func all() async throws(StorageError) -> [Source] {
    var sources: [Source] = []
    for summary in try await store.list() {
      sources.append(Source(summary, try await store.record(summary.id)))
    }
    return sources
  }

  /// The source of an identifier.
  ///
  /// - Parameter id: The source's identifier.
  /// - Returns: The source as it is now.
  /// - Throws: `StorageError`: `notFound` when it does not exist or was removed.
  public func get(_ id: Source.ID) async throws(StorageError) -> Source {
    guard let source = try await all().first(where: { $0.id == id }) else {
      throw StorageError(.notFound, message: "The source does not exist or was removed.")
    }
    return source
  }

  /// The source that opens a place, if there is one.
  ///
  /// - Parameter configuration: What it opens; options and deadlines are not compared.
  /// - Returns: The first source with this kind, location and root.
  /// - Throws: `StorageError`: `unavailable`, `damaged`.
  public func find(_ configuration: SourceConfiguration) async throws(StorageError) -> Source? {
    try await all().first { source in
      source.configuration.kind == configuration.kind
        && source.configuration.location == configuration.location
        && source.configuration.rootPath == configuration.rootPath
    }
  }

  /// Adds a source, or finds the one that opens the same place.
  ///
  /// Nothing is connected to; the first scan finds out whether it is there. The secret, if it needs
  /// one, is asked for then. Adding a place twice, also from two processes at once, gives the same
  /// source, with the settings that it has.
  ///
  /// - Parameters:
  ///   - configuration: What to open.
  ///   - name: What people call it; the end of its root path by default.
  ///   - filter: Which entries matter.
  ///   - retention: How long what goes missing is kept; what suits its kind by default.
  /// - Returns: The source.
  /// - Throws: `StorageError`: `diskFull`, `readOnly`.
  public func add(
    _ configuration: SourceConfiguration,
    name: String? = nil,
    filter: FilterSettings = FilterSettings(),
    retention: RetentionSettings? = nil
  ) async throws(StorageError) -> Source {
    let now = clock.now()
    let policy = library.environment.policy
    let draft = SourceDraft(
      displayName: name ?? configuration.suggestedName,
      configuration: configuration,
      comparison: .exact,
      filter: filter,
      retention: retention ?? policy.retention(isRemote: configuration.kind != "local")
    )
    let id = try await store.add(draft, uid: library.environment.makeUID(at: now), at: now)
    return try await get(try await store.record(id).uid)
  }

  /// Takes over what a host changed on a source: name, configuration, filter, retention, and
  /// whether it may be scanned.
  ///
  /// Nothing is rescanned or lost by it. A changed filter shows at the next scan. What else a scan has
  /// learnt of the source, such as how it compares names, stays until the next one.
  ///
  /// - Parameter source: The source as it shall be.
  /// - Throws: `StorageError`: `notFound` when it does not exist or was removed, `diskFull`,
  ///   `readOnly`. Whether it may be scanned is written last: it alone may be as it was.
  public func edit(_ source: Source) async throws(StorageError) {
    let now = clock.now()
    let id = try await store.find(source.id)
    let record = try await store.record(id)
    let draft = SourceDraft(
      displayName: source.name,
      configuration: source.configuration,
      comparison: record.comparison,
      filter: source.filter,
      retention: source.retention
    )
    try await store.edit(id, draft, at: now)
    if record.isEnabled != source.isEnabled {
      try await store.setEnabled(source.isEnabled, for: id, at: now)
    }
  }

  /// Removes a source: its scan stops, and it is not shown any more.
  ///
  /// User state, lists and hand-made matches of what it held are kept. Removing one twice is allowed.
  ///
  /// - Parameter id: The source's identifier.
  /// - Throws: `StorageError`: `diskFull`, `readOnly`.
  public func remove(_ id: Source.ID) async throws(StorageError) {
    do throws(StorageError) {
      try await store.remove(try await store.find(id), at: clock.now())
    } catch {
      guard error.kind == .notFound else { throw error }
    }
  }
}

extension Source {
  init(_ summary: SourceSummary, _ record: SourceRecord) {
    self.init(
      id: summary.uid,
      name: summary.displayName,
      configuration: record.configuration,
      isEnabled: summary.isEnabled,
      filter: record.filter,
      retention: record.retention,
      offlineSince: summary.offlineSince
    )
  }
}

extension SourceConfiguration {
  /// The end of the root path, or the location, or the kind: whatever says most.
  fileprivate var suggestedName: String {
    let slash = UInt8(ascii: "/")
    if let last = rootPath.split(separator: slash).last,
      let name = PathComponent(bytes: Array(last))
    {
      return name.displayText
    }
    return location.isEmpty ? kind : location
  }
}

extension MediaLibrary.Environment {
  func makeUID(at now: Timestamp) -> UID {
    UID(time: now, random: (random.next(), random.next()))
  }
}
