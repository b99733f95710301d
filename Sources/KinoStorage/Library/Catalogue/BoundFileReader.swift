import KinoCore
import KinoSQL

/// Reads the files that show entities, with what their names say and what lies beside them.
struct BoundFileReader: ~Copyable {
  private let files: Statement
  private let sidecars: Statement
  private var paths: PathResolver

  init(in connection: borrowing Connection) throws(SQLiteError) {
    let files = try connection.prepare(Self.filesSQL)
    let sidecars = try connection.prepare(Self.sidecarsSQL)
    let paths = try PathResolver(in: connection)
    self.files = files
    self.sidecars = sidecars
    self.paths = paths
  }

  /// A binding, and the row of its file.
  private struct Entry {
    var file: BoundFile
    var id: Int64?
    var directory: DirectoryID?
    var name: [UInt8]
    var evidence: String?
  }

  /// The files of an entity, the primary one first, then versions and parts in order.
  mutating func files(
    of entity: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [BoundFile] {
    files.bind(1, entity)
    var found: [BoundFile] = []
    for var entry in try files.all({ Self.entry($0) }) {
      if let directory = entry.directory, let folder = try paths.path(of: directory) {
        // A folder that was renamed touches no row of a binding.
        entry.file.location.path = folder.appending(PathComponent(trusted: entry.name))
      }
      entry.file.evidence = Self.evidence(entry.evidence, in: entry.file.location.path)
      if let id = entry.id { entry.file.sidecars = try sidecars(of: id) }
      found.append(entry.file)
    }
    return found
  }

  private func sidecars(of file: Int64) throws(SQLiteError) -> [BoundSidecar] {
    sidecars.bind(1, file)
    return try sidecars.all { row in
      BoundSidecar(
        kind: row.text(0),
        name: PathComponent(trusted: row.bytes(1)),
        language: row.optionalText(2),
        tags: (row.optionalText(3) ?? "").split(separator: " ").map(String.init)
      )
    }
  }

  private static func entry(_ row: borrowing Row) -> Entry {
    Entry(
      file: BoundFile(
        location: FileLocation(
          SourcePath(trusted: row.bytes(1)),
          in: UID(bytes: row.bytes(0)) ?? UID(high: 0, low: 0)
        ),
        sourceName: row.optionalText(10) ?? "",
        size: row.optionalInt64(2),
        availability: row.optionalText(3) ?? "purged",
        role: row.text(4),
        position: row.int(5),
        label: row.optionalText(6),
        method: row.text(7),
        confidence: row.double(8),
        isLocked: row.bool(9),
        evidence: [],
        sidecars: []
      ),
      id: row.optionalInt64(12),
      directory: row.optionalInt64(13).map { DirectoryID($0) },
      name: row.optionalBytes(14) ?? [],
      evidence: row.optionalText(11)
    )
  }

  /// The pieces of the path that the record points at; those beyond its end are of an earlier path.
  private static func evidence(_ json: String?, in path: SourcePath) -> [NameEvidence] {
    guard let json, let fields = JSONValue(text: json)?.objectValue else { return [] }
    return fields.sorted { $0.key < $1.key }.compactMap { field, value -> NameEvidence? in
      guard let parts = value.arrayValue, parts.count == 3,
        let start = parts[0].integerValue, let end = parts[1].integerValue,
        let rule = parts[2].stringValue, 0 <= start, start <= end,
        end <= path.bytes.count
      else { return nil }
      let text = Array(path.bytes[Int(start)..<Int(end)]).displayText
      return NameEvidence(field: field, text: text, rule: rule)
    }
  }

  static let filesSQL = """
    SELECT bound.source_uid, bound.path, coalesce(file.size_bytes, bound.size_bytes),
      file.availability, bound.role, bound.position, bound.version_label, bound.method,
      bound.confidence, bound.locked, source.display_name, name.evidence_json, file.id,
      file.directory_id, file.name
    FROM file_binding AS bound
    LEFT JOIN media_file AS file ON file.id = bound.media_file_id
    LEFT JOIN library_source AS source ON source.uid = bound.source_uid
    LEFT JOIN parse_result AS name ON name.media_file_id = file.id
    WHERE bound.entity_id = ?1
    ORDER BY bound.role <> 'primary', bound.role <> 'version', bound.position, bound.id
    """
  static let sidecarsSQL = """
    SELECT kind, name, language, tags FROM sidecar
    WHERE media_file_id = ?1 AND availability = 'present' ORDER BY kind, name
    """
}
