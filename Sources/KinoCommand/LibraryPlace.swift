package import Kinothek

/// Where the library of a command lies.
package enum LibraryPlace {
  /// The folder that was named, or the tool's own in the user's data directory; absolute.
  ///
  /// - Throws: `UsageError` when none was named and there is no home folder.
  package static func folder(_ named: String?, of tool: String) throws(UsageError) -> String {
    guard let folder = named ?? Host.defaultDatabase(of: tool) else {
      throw UsageError("there is no home folder to keep the library in: use --database")
    }
    return Host.absolute(folder)
  }

  /// The library's file in its folder.
  package static func file(in folder: String) -> String { folder + "/library.sqlite" }

  /// How many bytes the library has on its disk, with what is written and not yet in its place; `nil`
  /// where there is none.
  package static func bytes(in folder: String) -> Int64? {
    let file = file(in: folder)
    return Host.fileSize(file).map { $0 + (Host.fileSize(file + "-wal") ?? 0) }
  }

  /// A question makes no library that is not there.
  ///
  /// - Parameters:
  ///   - folder: Where the library should lie.
  ///   - advice: What to do, up to the words "the library that knows it".
  /// - Throws: `StorageError`: `notFound`.
  package static func require(_ folder: String, _ advice: String) throws(StorageError) {
    guard Host.fileSize(file(in: folder)) == nil else { return }
    throw StorageError(
      .notFound,
      message: "There is no library in \(folder). \(advice) the library that knows it with"
        + " --database."
    )
  }

  /// Opens a library, does something with it and closes it, whatever came of it.
  package static func withLibrary<Value>(
    in folder: String,
    adapters: [any SourceAdapter],
    policy: ScanPolicy = ScanPolicy(),
    credentials: @escaping MediaLibrary.CredentialProvider = { _ in nil },
    _ body: (MediaLibrary) async throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let library = try await MediaLibrary.open(
      directory: folder,
      adapters: adapters,
      policy: policy,
      credentials: credentials
    )
    do throws(StorageError) {
      let value = try await body(library)
      await library.close()
      return value
    } catch {
      await library.close()
      throw error
    }
  }
}
