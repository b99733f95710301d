import KinoCore
import KinoSQL

/// Makes what names tell of: entities, and which file shows which (ADR 0024).
///
/// Works on a block of readings within one transaction. Equal readings give equal entities, whatever
/// their order, and readings that say what was said before write nothing.
struct Materializer: ~Copyable {
  /// A reading with what is there of its file.
  struct Item {
    var reading: NameReading
    var file: BindingTable.File
    var bound: [BindingTable.Bound]
  }

  /// One thing that a file shows.
  struct Target {
    var row: EntityRow
    /// Where it is; `nil` when it was not there before this block.
    var found: Int64?
    var binding: BindingDraft
    /// A film as its name tells it; `nil` for anything else.
    var draft: TitleDraft?

    var ids: [ProviderID] { draft?.ids ?? [] }
  }

  /// A season of a series.
  struct SeasonPlace: Hashable {
    var series: Int64
    var number: Int
  }

  private struct Visit: Hashable {
    var directory: Int64
    var isOfSeason: Bool
  }

  /// A folder of a source.
  struct Home: Hashable {
    var source: UID
    var folder: SourcePath
  }

  let finder: EntityFinder
  let entities: EntityTable
  var bindings: BindingTable
  private let records: NameRecordTable
  /// Series that this block has met, by the key of their drafts.
  var series: [IdentityKey: SeriesRow] = [:]
  /// Seasons that this block has met.
  var seasons: [SeasonPlace: Int64] = [:]
  /// Entities to which something was added, and when the newest of it came.
  var grown: [Int64: Int64] = [:]
  /// Entities that a file has left, and what they belonged to.
  var abandoned: [Int64] = []
  /// Series that episodes have left, and those that they are of now.
  var renamed: [Int64: Set<Int64>] = [:]
  /// Files that were bound before this block.
  private(set) var rebound: [FileID] = []
  /// Folders in which files were met that extras may belong to.
  var opened: Set<Home> = []
  /// The directories that have led to those.
  private var visited: Set<Visit> = []

  init(
    _ uids: UIDGenerator,
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let finder = try EntityFinder(in: connection)
    let entities = try EntityTable(uids, at: now, in: connection)
    let bindings = try BindingTable(at: now, in: connection)
    let records = try NameRecordTable(at: now, in: connection)
    self.finder = finder
    self.entities = entities
    self.bindings = bindings
    self.records = records
  }

  /// Makes what readings tell of.
  mutating func make(
    _ readings: [NameReading],
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    for reading in readings { try records.write(reading.record, of: reading.claim.file) }
    var items = try BlockFiles.items(of: readings, with: bindings, in: connection)
    rebound = items.filter { !$0.bound.isEmpty }.map(\.file.id)
    // What a hand has matched is not matched again beside it.
    items.removeAll { $0.bound.contains(where: \.isLocked) }
    try meetSeries(of: items, in: connection)
    // Extras come last, so that they find their owners.
    let isExtra = { (item: Item) in
      if case .extra = item.reading.showing { true } else { false }
    }
    try make(items.filter { !isExtra($0) }, in: connection)
    try make(items.filter(isExtra), in: connection)
    try wakeOrphans(at: now, in: connection)
    try noteGrowth(at: now, in: connection)
    try noteRenamed(at: now, in: connection)
    try AbandonedEntities.mark(abandoned, at: now, in: connection)
  }

  private mutating func make(
    _ items: [Item],
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    var wanted: [IdentityKey: Set<FileID>] = [:]
    // Only a file that is bound can take its entity with it.
    let areBound = items.contains { !$0.bound.isEmpty }
    var plans: [(Item, [Target])] = []
    plans.reserveCapacity(items.count)
    for item in items {
      let targets = try targets(of: item, in: connection)
      if areBound {
        for target in targets { wanted[target.row.key, default: []].insert(item.file.id) }
      }
      plans.append((item, targets))
    }
    for (item, targets) in plans {
      try bind(item, to: targets, among: wanted, in: connection)
    }
    try bindings.write(in: connection)
  }

  /// Binds a file to what it shows, and to nothing else.
  private mutating func bind(
    _ item: Item,
    to targets: [Target],
    among wanted: [IdentityKey: Set<FileID>],
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    var left = item.bound
    for target in targets {
      let found = try find(target)
      if let found, let place = left.firstIndex(where: { $0.entity == found }) {
        try update(found, with: target, in: connection)
        try rebind(left.remove(at: place), of: item, as: target, in: connection)
        open(item, target)
      } else if let found {
        try update(found, with: target, in: connection)
        try bindings.bind(item.file, to: found, as: target.binding, isNew: false)
        grow(found, by: item.file)
        growOwners(of: target, by: item.file)
        open(item, target)
      } else if let place = try place(
        in: left,
        for: target,
        among: wanted,
        in: connection
      ) {
        let bound = left.remove(at: place)
        try leave(bound.entity, for: target, in: connection)
        try entities.change(bound.entity, to: target.row, in: connection)
        try entities.note(target.ids, of: bound.entity, target.row.kind)
        try rebind(bound, of: item, as: target, in: connection)
        touch(bound.entity)
        open(item, target)
      } else {
        let id = try entities.add(target.row, for: item.file, in: connection)
        try entities.note(target.ids, of: id, target.row.kind)
        try bindings.bind(item.file, to: id, as: target.binding, isNew: true)
        growOwners(of: target, by: item.file)
        open(item, target)
      }
    }
    for bound in left {
      try bindings.end(bound, in: connection)
      touch(bound.entity)
      abandoned.append(bound.entity)
      if let target = targets.first { try leave(bound.entity, for: target, in: connection) }
    }
  }

  /// Where a target is by now: it may have been made for a file before this one.
  private func find(_ target: Target) throws(SQLiteError) -> Int64? {
    if let found = target.found { return found }
    guard let draft = target.draft else {
      guard entities.novelties.mayHave(target.row.key) else { return nil }
      return try finder.find(target.row.key)
    }
    return entities.novelties.mayHave(draft) ? try finder.find(draft) : nil
  }

  /// Lets a binding to the right entity say how the file shows it.
  private mutating func rebind(
    _ bound: BindingTable.Bound,
    of item: Item,
    as target: Target,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    guard !target.binding.agrees(with: bound) else { return }
    try bindings.end(bound, in: connection)
    try bindings.bind(item.file, to: bound.entity, as: target.binding, isNew: false)
    touch(bound.entity)
  }

  /// A binding whose entity may become what is wanted, in place: nothing but names has said what it
  /// is, and all of its files are of this block and say the same.
  private mutating func place(
    in bound: [BindingTable.Bound],
    for target: Target,
    among wanted: [IdentityKey: Set<FileID>],
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Int? {
    guard !bound.isEmpty else { return nil }
    try bindings.write(in: connection)
    for (place, one) in bound.enumerated() {
      guard let row = try finder.find(one.entity), row.isProvisional,
        row.kind != .series, row.kind != .season
      else { continue }
      let files = try bindings.files(of: one.entity)
      guard files.isSubset(of: wanted[target.row.key] ?? []) else { continue }
      if try !EntityLocks.hasLockedText(one.entity, in: connection) { return place }
    }
    return nil
  }

  /// Gives what was found by a weaker key the better one, and an extra its owner.
  private mutating func update(
    _ entity: Int64,
    with target: Target,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    if !target.ids.isEmpty { try entities.note(target.ids, of: entity, target.row.kind) }
    guard let row = try finder.find(entity), row.isProvisional else { return }
    if target.row.kind == .extra, row.parent != target.row.parent, target.row.parent != nil {
      try entities.change(entity, to: target.row, in: connection)
      touch(entity)
    }
    guard row.kind == .movie, !target.ids.isEmpty, row.key?.isByProvider == false else { return }
    try connection.run(Self.upgradeSQL) { statement in
      statement.bind(1, entity)
      statement.bind(2, target.row.key.text)
    }
    entities.noteRekeyed()
    touch(entity)
  }

  /// Notes where something lies that extras may belong to, though it was met elsewhere before: its
  /// folder, or the one above a season's.
  private mutating func open(_ item: Item, _ target: Target) {
    guard target.row.kind != .extra else { return }
    let folder = item.file.path.parent ?? .root
    let season = item.reading.record.evidence.first { $0.field == "season" }
    let isInFolder = season.map { $0.range.lowerBound < folder.bytes.count } ?? false
    let visit = Visit(directory: item.file.directory, isOfSeason: isInFolder)
    guard visited.insert(visit).inserted, let source = UID(bytes: item.file.sourceUID) else {
      return
    }
    opened.insert(Home(source: source, folder: isInFolder ? folder.parent ?? .root : folder))
  }

  private mutating func growOwners(of target: Target, by file: BindingTable.File) {
    if let series = target.row.series { grow(series, by: file) }
    if let parent = target.row.parent { grow(parent, by: file) }
  }

  /// Notes that an entity is to be shown anew.
  mutating func touch(_ entity: Int64) { grown[entity] = grown[entity] ?? 0 }

  private mutating func grow(_ entity: Int64, by file: BindingTable.File) {
    grown[entity] = max(grown[entity] ?? 0, file.firstSeenAt)
  }

  /// A key that two rows would have is left to the one that has it.
  private static let upgradeSQL =
    "UPDATE OR IGNORE media_entity SET identity_key = ?2 WHERE id = ?1"
}

extension IdentityKey {
  /// Whether a provider's identifier says what it is, and not a title or a place.
  var isByProvider: Bool {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 && parts[1] != "name" && parts[1] != "file"
  }
}
