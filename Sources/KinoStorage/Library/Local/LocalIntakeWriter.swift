import KinoCore
import KinoSQL

/// Takes in what lies beside a block of files, within one transaction.
///
/// What descriptions say of an entity is worked out anew from all that lie beside its files, so that it
/// does not matter which of them changed, and what is gone says nothing any more. What is there is
/// asked for once for the block; an entity that nothing describes, and nothing did, costs no more.
struct LocalIntakeWriter: ~Copyable {
  private let sidecars: SidecarTable
  private var descriptions: DescriptionReader
  private let entities: DescribedEntityTable
  private let documents: SearchDocumentTable
  private let pictures: PictureTable
  private let genres: GenreTable
  private let credits: CreditTable
  private let ids: DescribedIDTable
  private let now: Timestamp

  init(
    _ keys: any TitleKeys,
    _ search: any SearchFolding,
    _ uids: UIDGenerator,
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let sidecars = try SidecarTable(in: connection)
    let descriptions = try DescriptionReader(in: connection)
    let entities = try DescribedEntityTable(keys, at: now, in: connection)
    let documents = try SearchDocumentTable(search, at: now, in: connection)
    self.sidecars = sidecars
    self.descriptions = descriptions
    self.entities = entities
    self.documents = documents
    self.now = now
    pictures = PictureTable(uids: uids, now: now)
    genres = GenreTable(keys: keys, uids: uids, now: now)
    credits = CreditTable(keys: keys, uids: uids, now: now)
    ids = DescribedIDTable(now: now)
  }

  /// Takes in what came of some files.
  mutating func write(
    _ intakes: [LocalIntake],
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let items = Self.assignments(of: intakes)
    var files = intakes.map(\.claim.file)
    files += try sidecars.write(items, in: connection)
    var changed = try pictures.write(items, in: connection)
    var read: Set<Int64> = []
    for reading in intakes.flatMap(\.readings) where read.insert(reading.sidecar).inserted {
      try sidecars.write(reading)
    }
    let shown = try ShownEntities.of(files, in: connection)
    let touched = shown.union(changed).sorted()
    changed.formUnion(try pictures.removeLost(of: touched, in: connection))
    try describe(touched, noting: &changed, in: connection)
    changed.formUnion(try pictures.select(for: touched, in: connection))
    guard !changed.isEmpty else { return }
    try connection.run(Self.touchSQL) { statement in
      statement.bind(1, JSONText(changed.sorted().map { Int($0) }))
      statement.bind(2, now.milliseconds)
    }
  }

  /// Each sidecar once: those of whole folders concern several files.
  private static func assignments(of intakes: [LocalIntake]) -> [SidecarAssignment] {
    var items: [SidecarAssignment] = []
    var known: Set<Int64> = []
    for intake in intakes {
      for item in intake.assignments where known.insert(item.sidecar).inserted {
        items.append(item)
      }
    }
    return items
  }

  /// Writes what descriptions say of entities, as far as any say something, or did.
  private mutating func describe(
    _ touched: [Int64],
    noting changed: inout Set<Int64>,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    try descriptions.load(touched, in: connection)
    var described: [Int64] = []
    for id in try DescribedEntities.candidates(among: touched, descriptions, in: connection) {
      guard let entity = try entities.find(id) else { continue }
      let record = try descriptions.description(of: entity.subject)
      let before = connection.totalChanges
      try write(record, of: entity, in: connection)
      if connection.totalChanges != before { described.append(id) }
    }
    changed.formUnion(described)
    try documents.update(described, in: connection)
  }

  private func write(
    _ record: MetadataRecord?,
    of entity: DescribedEntityTable.Entity,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let (id, kind) = (entity.subject.id, entity.subject.kind)
    try entities.write(record, of: entity)
    try ids.write(record?.ids ?? [], of: id, kind, in: connection)
    if entity.locked & 32 == 0 { try genres.write(record?.genres ?? [], of: id, in: connection) }
    if entity.locked & 64 == 0 {
      try credits.write(record?.credits ?? [], of: id, in: connection)
    }
    try pictures.write(record?.pictures ?? [], of: id, in: connection)
  }

  /// One statement for all: where there are locks SQLite keeps the pages that a statement changes.
  private static let touchSQL = """
    UPDATE media_entity
    SET updated_at_ms = ?2, changed_revision = (SELECT revision + 1 FROM library_revision)
    WHERE id IN (SELECT value FROM json_each(?1))
    """
}
