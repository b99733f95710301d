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

  var readsAhead: Bool { true }

  func handle(
    _ subjects: [WorkSubject],
    with sessions: SourceSessions
  ) async throws(StorageError) -> [WorkClaim: WorkOutcome] {
    try await begin(subjects, with: sessions)()
  }

  func begin(
    _ subjects: [WorkSubject],
    with sessions: SourceSessions
  ) async throws(StorageError) -> WorkStep {
    let sources = try await uids(of: subjects)
    let readings = await readings(of: subjects, in: sources)
    let orphans = subjects.filter { sources[$0.source] == nil }.map(\.claim)
    return { () async throws(StorageError) in try await write(readings, besides: orphans) }
  }

  private func write(
    _ readings: [NameReading],
    besides orphans: [WorkClaim]
  ) async throws(StorageError) -> [WorkClaim: WorkOutcome] {
    var outcomes: [WorkClaim: WorkOutcome] = [:]
    outcomes.reserveCapacity(readings.count + orphans.count)
    for claim in orphans { outcomes[claim] = .failed(Self.orphaned, again: nil) }
    guard !readings.isEmpty, !Task.isCancelled else { return outcomes }
    let refused = try await catalogue.complete(readings, at: clock.now())
    for reading in readings {
      outcomes[reading.claim] = refused[reading.claim] == nil ? .written : .refused
    }
    return outcomes
  }

  /// Reads names on as many processors as there are, in the order of their files.
  private func readings(
    of subjects: [WorkSubject],
    in sources: [SourceID: UID]
  ) async -> [NameReading] {
    let interpreter = interpreter
    let parts = await withTaskGroup(of: Part.self, returning: [Part].self) { group in
      for start in stride(from: 0, to: subjects.count, by: Self.share) {
        let subjects = subjects[start..<min(start + Self.share, subjects.count)]
        group.addTask { Part(subjects, in: sources, by: interpreter) }
      }
      var parts: [Part] = []
      for await part in group { parts.append(part) }
      return parts
    }
    return parts.sorted { $0.start < $1.start }.flatMap(\.readings)
  }

  /// What one processor reads at a time.
  private struct Part: Sendable {
    let start: Int
    private(set) var readings: [NameReading] = []

    init(
      _ subjects: ArraySlice<WorkSubject>,
      in sources: [SourceID: UID],
      by interpreter: NameInterpreter
    ) {
      start = subjects.startIndex
      readings.reserveCapacity(subjects.count)
      for subject in subjects where !Task.isCancelled {
        guard let source = sources[subject.source] else { continue }
        readings.append(interpreter.reading(of: subject.path, in: source, for: subject.claim))
      }
    }
  }

  /// How many names are read without a change of threads: some milliseconds of work.
  private static let share = 256
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
