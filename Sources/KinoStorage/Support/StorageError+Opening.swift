package import KinoCore
package import KinoSQL

extension StorageError {
  /// Says what it means for the caller that a database could not be opened.
  ///
  /// The file is as it was.
  ///
  /// - Parameters:
  ///   - error: Why.
  ///   - folder: Where the library lies, for the message.
  package init(_ error: OpeningError, in folder: String? = nil) {
    let place = folder.map { " in \($0)" } ?? ""
    switch error {
    case .symbolicLink, .notAFile, .networkFileSystem:
      self.init(.unsuitableLocation, message: Self.location(error))
    case .readOnly:
      self.init(
        .readOnly,
        message: "The library's file or folder cannot be written. Make both writable, for this user"
          + " and on their disk, or keep the library in another folder."
      )
    case .notADatabase, .foreign, .wrongFormat, .unknownSchema, .changedHistory, .brokenContract:
      self.init(.foreign, message: Self.strangeness(error))
    case .newer(let version, let supported):
      self.init(
        .newerVersion,
        message:
          "The library has version \(version); this software knows versions up to \(supported)."
          + " Update this software, or open the library with the one that upgraded it."
      )
    case .damaged(let detail):
      self.init(.damaged, message: "The library\(place) is damaged (\(detail)). \(Self.restoring)")
    case .strayLog:
      self.init(
        .damaged,
        message: "The library\(place) has lost its file: library.sqlite is empty or gone, and its"
          + " log is left over. Put a backup in its place and remove library.sqlite-wal and -shm;"
          + " or remove these alone to begin anew."
      )
    case .emptied(let backup):
      self.init(
        .damaged,
        message: "The library's file is empty, and a backup lies beside it. Put \(backup) in its"
          + " place to go on with that, or move the backups away to begin anew."
      )
    case .unavailable(let detail):
      self.init(
        .unavailable,
        message: "The library\(place) cannot be opened now (\(detail)). \(Self.opening)"
      )
    case .insufficientSpace(let needed, let available):
      self.init(
        .diskFull,
        message: "Making or upgrading the library takes \(needed) bytes; \(available) are free."
          + " Make room on its disk and try again."
      )
    case .deadlineExceeded:
      self.init(
        .busy,
        message: "Another process has kept the library locked for too long. Let it end, or end it,"
          + " and try again."
      )
    case .cancelled: self.init(.cancelled, message: "Opening the library was cancelled.")
    case .migrationFailed(let failure):
      self.init(.migrationFailed, code: failure.code, message: failure.message)
    case .sqlite(let error): self.init(error)
    }
  }

  /// What to do about a damaged library.
  static let restoring = """
    Keep a copy of its folder. Then put a backup in the place of library.sqlite, one of your own or one\
     that an upgrade left beside it (library.sqlite.backup-v...), and remove library.sqlite-wal and\
     -shm; the next scan adds what is newer.
    """

  /// What to do about a library that cannot be opened.
  static let opening = """
    See that this user may read and write its folder and the files in it, that library.sqlite-wal and\
     -shm are nothing but files, and that the limit of open files (ulimit -n) is not used up; then try\
     again.
    """

  /// What is not as in a library of this kind, and what to do about it.
  private static func strangeness(_ error: OpeningError) -> String {
    let advice = "Move it away, or keep the library in another folder."
    switch error {
    case .foreign(let application):
      return "The library's file belongs to another application"
        + " (application id \(application)). \(advice)"
    case .wrongFormat(let detail):
      return "The library's file is a database of a form that no library has (\(detail)). \(advice)"
    case .unknownSchema(let version):
      return "The tables in the library's file are not those of version \(version), which it says"
        + " that it has. \(advice)"
    case .changedHistory(let version):
      return "The library was made by software whose version \(version) of it is another one than"
        + " this software's. Open it with the software that made it. \(advice)"
    case .brokenContract(let version):
      return "This software is damaged: its text of the library's version \(version) is not the"
        + " one that it was built with. Install it again."
    default:
      return "The library's file is not a database. \(advice)"
    }
  }

  private static func location(_ error: OpeningError) -> String {
    switch error {
    case .symbolicLink: "The library's path is a symbolic link."
    case .networkFileSystem:
      "The library lies on a network file system, where its locks do not hold."
    default: "The library's path is not a file."
    }
  }
}
