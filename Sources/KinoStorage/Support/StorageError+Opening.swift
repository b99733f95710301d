package import KinoCore
package import KinoSQL

extension StorageError {
  /// Says what it means for the caller that a database could not be opened.
  ///
  /// The file is as it was.
  package init(_ error: OpeningError) {
    switch error {
    case .symbolicLink, .notAFile, .networkFileSystem:
      self.init(.unsuitableLocation, message: Self.location(error))
    case .readOnly: self.init(.readOnly, message: "The library's file or folder cannot be written.")
    case .notADatabase: self.init(.foreign, message: "The file is not a database.")
    case .foreign, .wrongFormat, .unknownSchema, .changedHistory, .brokenContract:
      self.init(.foreign, message: "The file is not a library of this kind: \(error).")
    case .newer(let version, let supported):
      self.init(
        .newerVersion,
        message:
          "The library has version \(version); this software knows versions up to \(supported)."
      )
    case .damaged(let detail): self.init(.damaged, message: detail)
    case .unavailable(let detail): self.init(.unavailable, message: detail)
    case .insufficientSpace(let needed, let available):
      self.init(
        .diskFull,
        message: "Upgrading the library needs \(needed) bytes; \(available) are free."
      )
    case .deadlineExceeded:
      self.init(.busy, message: "Another process holds the library.")
    case .cancelled: self.init(.cancelled, message: "Opening the library was cancelled.")
    case .migrationFailed(let failure):
      self.init(.migrationFailed, code: failure.code, message: failure.message)
    case .sqlite(let error): self.init(error)
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
