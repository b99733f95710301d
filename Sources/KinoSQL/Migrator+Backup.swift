/// Backups made before a migration: `NAME.backup-vVERSION-MILLISECONDS` beside the database.
extension Migrator {
  /// Copies the file through a second connection: the one that holds the write lock cannot be the source.
  func backUp(_ path: String, version: Int32) throws(OpeningError) {
    removeUnfinished(path)
    let target = "\(path).backup-v\(version)-\(options.now())"
    let partial = "\(target).partial"
    do throws(SQLiteError) {
      let source = try Connection(.file(path, .readOnly))
      source.control.token = token
      let destination = try Connection(.file(partial, .create))
      try BackupCopy.run(from: source, to: destination, token: token)
    } catch {
      FileSystem.remove(partial)
      if let reason = token.reason { throw OpeningError(reason) }
      throw OpeningError(error)
    }
    guard FileSystem.publish(partial, as: target) else {
      FileSystem.remove(partial)
      throw .unavailable("cannot finish the backup")
    }
  }

  /// Keeps the newest backups.
  func removeOldBackups(_ path: String) {
    let backups = backupNames(path).filter { !$0.hasSuffix(".partial") }
      .sorted { age(of: $0) > age(of: $1) }
    remove(backups.dropFirst(options.keptBackups), beside: path)
  }

  /// Removes what a crash left; backups are made under the write lock, so nobody else makes one now.
  private func removeUnfinished(_ path: String) {
    let leftovers = backupNames(path).filter { name in
      [".partial", ".partial-wal", ".partial-shm", ".partial-journal"].contains(
        where: name.hasSuffix
      )
    }
    remove(leftovers[...], beside: path)
  }

  private func remove(_ names: ArraySlice<String>, beside path: String) {
    let directory = FileSystem.directory(of: path)
    for name in names { FileSystem.remove("\(directory)/\(name)") }
  }

  private func backupNames(_ path: String) -> [String] {
    let name = path.dropFirst(FileSystem.directory(of: path).count).drop { $0 == "/" }
    return FileSystem.names(in: FileSystem.directory(of: path))
      .filter { $0.hasPrefix("\(name).backup-v") }
  }

  private func age(of name: String) -> Int64 {
    name.split(separator: "-").last.flatMap { Int64($0) } ?? 0
  }
}
