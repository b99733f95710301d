import KinoCore
import KinoSQL

/// Takes in what lies beside a block of files, within one transaction.
///
/// What descriptions say of an entity is worked out anew from all that lie beside its files, so that it
/// does not matter which of them changed, and what is gone says nothing any more.
struct LocalIntakeWriter: ~Copyable {
  private let sidecars: SidecarTable
  private let descriptions: DescriptionReader
  private let entities: DescribedEntityTable
  private let documents: SearchDocumentTable
  private let pictures: PictureTable
  private let genres: GenreTable
  private let credits: CreditTable
  private let ids: DescribedIDTable
  private let entitiesOf: Statement
  private let touch: Statement
  /// What may be shown otherwise now.
  private var touched: Set<Int64> = []

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
    let entitiesOf = try connection.prepare(Self.entitiesSQL)
    let touch = try connection.prepare(Self.touchSQL)
    touch.bind(2, now.milliseconds)
    self.sidecars = sidecars
    self.descriptions = descriptions
    self.entities = entities
    self.documents = documents
    self.entitiesOf = entitiesOf
    self.touch = touch
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
    var changedPictures: Set<Int64> = []
    var done: Set<Int64> = []
    for intake in intakes {
      try touchEntities(of: intake.claim.file)
      for item in intake.assignments where done.insert(item.sidecar).inserted {
        if let file = try sidecars.write(item) { try touchEntities(of: file) }
        let before = connection.totalChanges
        let old = try pictures.write(item, in: connection)
        if connection.totalChanges != before {
          changedPictures.formUnion(old)
          changedPictures.formUnion(item.pictures.map(\.entity))
        }
      }
      for reading in intake.readings { try sidecars.write(reading) }
    }
    for entity in touched.union(changedPictures).sorted() {
      try describe(entity, isChanged: changedPictures.contains(entity), in: connection)
    }
  }

  /// Notes what a file shows, and what that is part of.
  private mutating func touchEntities(of file: FileID) throws(SQLiteError) {
    entitiesOf.bind(1, file.rawValue)
    for row in try entitiesOf.all({ [$0.int64(0), $0.int64(1), $0.int64(2)] }) {
      touched.formUnion(row.filter { $0 != 0 })
    }
  }

  private func describe(
    _ id: Int64,
    isChanged: Bool,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    guard let entity = try entities.find(id) else { return }
    let record = try descriptions.description(of: entity.subject)
    let before = connection.totalChanges
    try entities.write(record, of: entity)
    try ids.write(record?.ids ?? [], of: id, entity.subject.kind, in: connection)
    if entity.locked & 32 == 0 { try genres.write(record?.genres ?? [], of: id, in: connection) }
    if entity.locked & 64 == 0 {
      try credits.write(record?.credits ?? [], of: id, in: connection)
    }
    try pictures.write(record?.pictures ?? [], of: id, in: connection)
    try pictures.select(for: id, in: connection)
    try documents.update(id, in: connection)
    guard isChanged || connection.totalChanges != before else { return }
    touch.bind(1, id)
    try touch.run()
  }

  /// What a file shows, with the season and the series that it is of.
  static let entitiesSQL = """
    SELECT coalesce(entity.merged_into_id, entity.id), coalesce(entity.parent_id, 0),
      coalesce(entity.series_id, 0)
    FROM file_binding AS bound CROSS JOIN media_entity AS entity ON entity.id = bound.entity_id
    WHERE bound.media_file_id = ?1
    """
  private static let touchSQL = """
    UPDATE media_entity
    SET updated_at_ms = ?2, changed_revision = (SELECT revision + 1 FROM library_revision)
    WHERE id = ?1
    """
}
