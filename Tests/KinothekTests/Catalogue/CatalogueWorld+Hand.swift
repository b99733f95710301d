import KinoCore
import KinoSQL
import KinoTestSupport

@testable import KinoStorage
@testable import Kinothek

/// What tests do by hand.
extension CatalogueWorld {
  @discardableResult
  func match(_ file: String, _ target: MatchTarget) async throws -> [UID] {
    try await world.library.match(location(file), as: target)
  }

  /// The kind of error that something ends with; `nil` when it succeeds.
  func failure(_ body: (CatalogueWorld) async throws -> Void) async -> StorageError.Kind? {
    do {
      try await body(self)
      return nil
    } catch {
      return (error as? StorageError)?.kind
    }
  }

  /// Lets a file go, and its row with it.
  func purge(_ file: String) async throws {
    world.memory.remove(.path(file))
    await update()
    let name = Array((file.split(separator: "/").last ?? "").utf8)
    try await world.library.database.write(.retention) { connection in
      _ = try connection.run(
        "DELETE FROM media_file WHERE name = ?1 AND availability = 'missing'"
      ) { $0.bind(1, name) }
    }
  }
}
