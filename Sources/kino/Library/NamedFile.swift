import KinoCommand
import KinoCore
import Kinothek

/// A file that a command works on, as its arguments name it.
struct NamedFile: Sendable {
  private let path: [UInt8]
  private let places: [SourceConfiguration]
  private let source: UID?

  /// A path of this machine, or a URL, unless `source` says in which source the path lies.
  init(_ path: [UInt8], source: UID?) throws(UsageError) {
    self.path = path
    self.source = source
    places = source == nil ? try LookupPlaces.places(of: path) : []
  }

  /// The option that says in which source paths lie.
  static let option = CommandOption(
    "--source",
    value: "ID",
    "The files lie in this source, as sources shows it; else they are paths of this machine or URLs."
  )

  /// Where the file lies in the library.
  func location(in library: MediaLibrary) async throws(StorageError) -> FileLocation {
    if let source {
      let names = path.split(separator: UInt8(ascii: "/")).filter { $0 != [UInt8(ascii: ".")] }
      let joined = Array(names.joined(separator: [UInt8(ascii: "/")]))
      guard let path = SourcePath(bytes: joined) else {
        throw StorageError(.notFound, message: "That cannot be a path in a source.")
      }
      return FileLocation(path, in: source)
    }
    let sources = try await library.sources.all()
    guard let (found, path) = LookupPlaces.innermost(of: sources, holding: places) else {
      throw StorageError(
        .notFound,
        message: "No source of the library holds \(self.path.displayText). Scan it first, or name"
          + " the library that knows it with --database."
      )
    }
    return FileLocation(path, in: found.id)
  }
}
