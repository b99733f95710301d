internal import KinoCore
internal import KinoMetadata
internal import KinoScan
internal import KinoUnicode

/// Reads the names of files, and makes what they tell of.
///
/// Opens nothing: a source that is away keeps nobody from it.
struct NamingHandler: WorkHandler {
  let store: any ScanStore
  let catalogue: any CatalogueStore
  let clock: any KinoClock
  private let interpreter = NameInterpreter(TitleFolding(FoundationFolding()))

  init(store: any ScanStore, catalogue: any CatalogueStore, clock: any KinoClock) {
    self.store = store
    self.catalogue = catalogue
    self.clock = clock
  }

  var stage: WorkStage { .parse }
  var readsFiles: Bool { false }
  var blockFactor: Int { 8 }

  func prepare() async throws(StorageError) {
    try await catalogue.requeue(olderThan: NameRecord.version, at: clock.now())
  }

  func finish() async throws(StorageError) {
    try await catalogue.settle(at: clock.now())
  }

  func handle(
    _ subjects: [WorkSubject],
    with sessions: SourceSessions
  ) async throws(StorageError) -> [WorkClaim: WorkOutcome] {
    let sources = try await uids(of: subjects)
    var readings: [NameReading] = []
    readings.reserveCapacity(subjects.count)
    var outcomes: [WorkClaim: WorkOutcome] = [:]
    for subject in subjects where !Task.isCancelled {
      guard let source = sources[subject.source] else {
        outcomes[subject.claim] = .failed(Self.orphaned, again: nil)
        continue
      }
      readings.append(interpreter.reading(of: subject.path, in: source, for: subject.claim))
    }
    guard !readings.isEmpty, !Task.isCancelled else { return outcomes }
    let refused = try await catalogue.complete(readings, at: clock.now())
    for reading in readings {
      outcomes[reading.claim] = refused[reading.claim] == nil ? .written : .refused
    }
    return outcomes
  }

  private static let orphaned = WorkFailure(
    kind: "notFound",
    message: "The source of the file has been removed."
  )

  private func uids(
    of subjects: [WorkSubject]
  ) async throws(StorageError) -> [SourceID: UID] {
    var uids: [SourceID: UID] = [:]
    for source in Set(subjects.map(\.source)) {
      do throws(StorageError) {
        uids[source] = try await store.source(source).uid
      } catch  where error.kind == .notFound {
        continue
      }
    }
    return uids
  }
}
