import KinoCore
import KinoSQL

@testable import KinoStorage

/// A source and the row of its root.
struct SourceRows: Sendable {
  let id: SourceID
  let root: DirectoryID
}

extension LibraryFixture {
  private var now: SQLValue { .integer(Self.epoch.milliseconds) }

  /// A source with its root directory.
  func source(_ columns: [String: SQLValue] = [:]) async throws -> SourceRows {
    let base: [String: SQLValue] = [
      "uid": .blob(uid().bytes), "adapter": "local", "display_name": "Films",
      "location": "/films", "root_path": .blob(Array("/films".utf8)), "publication": 1,
      "created_at_ms": now, "updated_at_ms": now,
    ]
    let id = SourceID(try await insert("library_source", base.merging(columns) { $1 }))
    let root = try await insertDirectory(["source_id": .integer(id.rawValue), "name": .blob([])])
    return SourceRows(id: id, root: root)
  }

  /// A directory; its parent is the root unless told otherwise.
  @discardableResult
  func directory(
    _ name: String,
    of source: SourceRows,
    in parent: DirectoryID? = nil,
    _ columns: [String: SQLValue] = [:]
  ) async throws -> DirectoryID {
    let base: [String: SQLValue] = [
      "source_id": .integer(source.id.rawValue),
      "parent_id": .integer((parent ?? source.root).rawValue),
      "name": .blob(Array(name.utf8)),
    ]
    return try await insertDirectory(base.merging(columns) { $1 })
  }

  /// Directory ids come from the library's counter, as a scan's do.
  private func insertDirectory(_ columns: [String: SQLValue]) async throws -> DirectoryID {
    let id = try await int("SELECT next_directory_id FROM library_revision")
    try await run("UPDATE library_revision SET next_directory_id = next_directory_id + 1")
    let own: [String: SQLValue] = ["id": id.map { .integer($0) } ?? .null]
    return DirectoryID(try await insert("source_directory", own.merging(columns) { $1 }))
  }

  /// A video; its directory is the root unless told otherwise.
  @discardableResult
  func file(
    _ name: String,
    of source: SourceRows,
    in parent: DirectoryID? = nil,
    _ columns: [String: SQLValue] = [:]
  ) async throws -> FileID {
    let base = item(name, of: source, in: parent)
      .merging(["uid": .blob(uid().bytes), "media_kind": "video"]) { $1 }
    return FileID(try await insert("media_file", base.merging(columns) { $1 }))
  }

  /// A subtitle; its directory is the root unless told otherwise.
  @discardableResult
  func sidecar(
    _ name: String,
    of source: SourceRows,
    in parent: DirectoryID? = nil,
    _ columns: [String: SQLValue] = [:]
  ) async throws -> Int64 {
    let base = item(name, of: source, in: parent).merging(["kind": "subtitle"]) { $1 }
    return try await insert("sidecar", base.merging(columns) { $1 })
  }

  /// A run.
  @discardableResult
  func run(
    of source: SourceRows,
    state: String,
    _ columns: [String: SQLValue] = [:]
  ) async throws -> RunID {
    let base: [String: SQLValue] = [
      "uid": .blob(uid().bytes), "source_id": .integer(source.id.rawValue), "mode": "full",
      "state": .text(state), "requested_at_ms": now, "started_at_ms": now, "ended_at_ms": now,
    ]
    return RunID(try await insert("scan_run", base.merging(columns) { $1 }))
  }

  /// Work on a file.
  @discardableResult
  func work(
    on file: FileID,
    _ stage: WorkStage,
    _ columns: [String: SQLValue] = [:]
  ) async throws -> Int64 {
    let base: [String: SQLValue] = [
      "media_file_id": .integer(file.rawValue), "stage": .text(stage.rawValue),
      "input_revision": 1, "material_revision": 1, "created_at_ms": now, "updated_at_ms": now,
    ]
    return try await insert("scan_queue", base.merging(columns) { $1 })
  }

  /// An entity.
  func entity(
    _ title: String,
    kind: String = "movie",
    _ columns: [String: SQLValue] = [:]
  ) async throws -> Int64 {
    let base: [String: SQLValue] = [
      "uid": .blob(uid().bytes), "kind": .text(kind), "title": .text(title),
      "sort_key": .blob(Array(title.utf8)), "sort_locale": "en", "sort_version": "1",
      "shuffle_key": 1, "added_at_ms": now, "latest_added_at_ms": now, "created_at_ms": now,
      "updated_at_ms": now,
    ]
    return try await insert("media_entity", base.merging(columns) { $1 })
  }

  /// A binding of a file to an entity.
  @discardableResult
  func binding(
    of entity: Int64,
    to file: FileID?,
    _ columns: [String: SQLValue] = [:]
  ) async throws -> Int64 {
    let base: [String: SQLValue] = [
      "entity_id": .integer(entity), "media_file_id": file.map { .integer($0.rawValue) } ?? .null,
      "source_uid": .blob(uid().bytes), "path": .blob(Array("old.mkv".utf8)),
      "role": "primary", "method": "name", "confidence": 1,
      "created_at_ms": now, "updated_at_ms": now,
    ]
    return try await insert("file_binding", base.merging(columns) { $1 })
  }

  /// Progress of the default profile.
  func progress(on entity: Int64) async throws {
    try await insert(
      "playback_state",
      [
        "profile_id": 1, "entity_id": .integer(entity), "position_ms": 60_000,
        "clock_json": "{}", "updated_at_ms": now,
      ]
    )
  }

  private func item(
    _ name: String,
    of source: SourceRows,
    in parent: DirectoryID?
  ) -> [String: SQLValue] {
    [
      "source_id": .integer(source.id.rawValue),
      "directory_id": .integer((parent ?? source.root).rawValue),
      "name": .blob(Array(name.utf8)), "size_bytes": 1000, "modified_at_ms": now,
      "first_seen_at_ms": now, "updated_at_ms": now,
    ]
  }
}
