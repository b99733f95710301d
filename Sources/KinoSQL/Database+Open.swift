internal import KinoBlocking

extension Database {
  /// Opens a database: creates it, accepts it, or migrates it to the contract's newest version.
  ///
  /// What is not a local, writable database of this contract is refused and stays as it is, byte for byte.
  /// A migration first makes a backup beside the file, runs in one transaction, and is checked before it
  /// commits; if it fails the file keeps its content, and `NAME.migration-error.json` says why. While
  /// another process migrates, this one waits until the deadline, five seconds if there is none.
  ///
  /// - Parameters:
  ///   - path: The file. Its folder must exist.
  ///   - contract: The SQL that makes the database.
  ///   - configuration: How the database behaves.
  ///   - options: How it is opened.
  /// - Returns: The database.
  /// - Throws: ``OpeningError``.
  package static func open(
    at path: String,
    contract: SchemaContract,
    configuration: DatabaseConfiguration = DatabaseConfiguration(),
    options: OpeningOptions
  ) async throws(OpeningError) -> Database {
    let token = OperationToken(deadline: options.deadline)
    let migrator = Migrator(contract: contract, options: options, token: token)
    let opener = Opener()
    let result = await withTaskCancellationHandler {
      await opener.prepare(path, with: migrator)
    } onCancel: {
      token.stop(.cancelled)
    }
    return Database(
      path: try result.get(),
      version: contract.newestVersion,
      configuration: configuration
    )
  }
}

/// Runs a migrator on a thread that may block.
private actor Opener {
  private let executor = SerialBlockingExecutor(name: "kino.open")

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  func prepare(_ path: String, with migrator: Migrator) -> Result<String, OpeningError> {
    do throws(OpeningError) {
      return .success(try migrator.prepare(path))
    } catch {
      return .failure(error)
    }
  }
}
