internal import KinoCore
internal import KinoMetadata
internal import KinoScan

/// Takes in what lies beside files: subtitles, pictures, and descriptions, which it reads.
///
/// A description that cannot be read, or makes no sense, says nothing, and keeps nothing else from being
/// taken in; it is read again when it has changed. Where its source cannot be reached the work stays as
/// it is.
struct LocalMetadataHandler: WorkHandler {
  private let store: any LocalMetadataStore
  private let reader: SmallFileReader
  private let clock: any KinoClock

  init(store: any LocalMetadataStore, policy: ScanPolicy, clock: any KinoClock) {
    self.store = store
    self.clock = clock
    reader = SmallFileReader(policy: policy, sizeLimit: SidecarDescription.sizeLimit)
  }

  var stage: WorkStage { .localMetadata }
  var blockFactor: Int { 2 }

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
    let surroundings = try await store.surroundings(of: subjects.map(\.claim))
    var items: [Item] = []
    let placements = surroundings.folders.mapValues { FolderPlacement($0) }
    for subject in subjects {
      let homes = surroundings.homes[subject.claim.file] ?? []
      items.append(Item(subject, homes.compactMap { placements[$0] }))
    }
    let intake = Self.intake(of: items, await read(items, with: sessions), reader)
    return { () async throws(StorageError) in try await write(intake) }
  }

  /// What one file has around it.
  private struct Item: Sendable {
    var subject: WorkSubject
    var assignments: [SidecarAssignment] = []
    /// What of it has to be read.
    var unread: [LocalSidecar] = []

    init(_ subject: WorkSubject, _ placements: [FolderPlacement]) {
      self.subject = subject
      for placement in placements {
        for (sidecar, assignment) in placement.concerning(subject.claim.file) {
          assignments.append(assignment)
          let isRead = sidecar.isRead || !SidecarDescription.kinds.contains(sidecar.kind)
          if !isRead, assignment.file != nil { unread.append(sidecar) }
        }
      }
    }
  }

  private func read(
    _ items: [Item],
    with sessions: SourceSessions
  ) async -> [Int64: SmallFileReader.Reading] {
    var requests: [Int64: SmallFileReader.Request] = [:]
    for item in items {
      for sidecar in item.unread {
        requests[sidecar.id] = SmallFileReader.Request(
          id: sidecar.id,
          source: item.subject.source,
          file: PublishedFile(
            path: sidecar.path,
            locator: sidecar.locator,
            size: sidecar.size,
            modifiedAt: sidecar.modifiedAt
          )
        )
      }
    }
    guard !requests.isEmpty else { return [:] }
    return await reader.read(requests.values.sorted { $0.id < $1.id }, with: sessions)
  }

  /// What there is to be written of a block, and what became of the rest.
  private struct Intake: Sendable {
    var intakes: [LocalIntake] = []
    var outcomes: [WorkClaim: WorkOutcome] = [:]
  }

  private func write(
    _ intake: Intake
  ) async throws(StorageError) -> [WorkClaim: WorkOutcome] {
    var outcomes = intake.outcomes
    guard !Task.isCancelled else { return [:] }
    guard !intake.intakes.isEmpty else { return outcomes }
    let refused = try await store.complete(intake.intakes, at: clock.now())
    for intake in intake.intakes {
      outcomes[intake.claim] = refused[intake.claim] == nil ? .written : .refused
    }
    return outcomes
  }

  /// Reads what descriptions say.
  private static func intake(
    of items: [Item],
    _ readings: [Int64: SmallFileReader.Reading],
    _ reader: SmallFileReader
  ) -> Intake {
    var result = Intake()
    var contents: [Int64: SidecarContent] = [:]
    for item in items {
      var intake = LocalIntake(item.subject.claim, assignments: item.assignments)
      var isWhole = true
      for sidecar in item.unread {
        guard let reading = readings[sidecar.id] else {
          isWhole = false
          break
        }
        let attempt = item.subject.claim.attempt
        if case .failure(let error) = reading,
          let outcome = reader.outcome(of: error, attempt: attempt)
        {
          result.outcomes[item.subject.claim] = outcome
          isWhole = false
          break
        }
        let content = contents[sidecar.id] ?? content(of: reading, sidecar.kind)
        contents[sidecar.id] = content
        intake.readings.append(
          LocalIntake.Reading(sidecar: sidecar.id, revision: sidecar.revision, content: content)
        )
      }
      if isWhole { result.intakes.append(intake) }
    }
    return result
  }

  private static func content(
    of reading: SmallFileReader.Reading,
    _ kind: String
  ) -> SidecarContent {
    switch reading {
    case .success(let bytes): SidecarDescription.content(of: bytes, kind: kind)
    case .failure(let error): SidecarContent(failure: error.kind.rawValue)
    }
  }
}

/// The sidecars of a folder, by the file that has to do with them.
private struct FolderPlacement {
  private var byFile: [FileID: [Int]] = [:]
  /// Those that are nobody's, and those of the whole folder.
  private var common: [Int] = []
  private let sidecars: [LocalSidecar]
  private let assignments: [SidecarAssignment]

  init(_ folder: LocalFolder) {
    sidecars = folder.sidecars
    assignments = SidecarPlacement(folder).assignments
    let files = Set(folder.videos.map(\.file))
    let own = Set(folder.videos.flatMap(\.entities).map(\.id))
    for (index, assignment) in assignments.enumerated() {
      if let file = assignment.file, files.contains(file),
        !assignment.tags.contains("series"), !assignment.tags.contains("season"),
        assignment.pictures.allSatisfy({ own.contains($0.entity) })
      {
        byFile[file, default: []].append(index)
      } else {
        common.append(index)
      }
    }
  }

  /// What has to do with a file.
  func concerning(_ file: FileID) -> [(LocalSidecar, SidecarAssignment)] {
    ((byFile[file] ?? []) + common).map { (sidecars[$0], assignments[$0]) }
  }
}
