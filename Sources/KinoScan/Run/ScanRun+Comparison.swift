internal import KinoCore

extension ScanRun {
  /// The run as the source's declarations want names to be compared.
  ///
  /// Where they are others than before, what is published is compared by them from now on.
  func comparing(as capabilities: SourceCapabilities) async throws(ScanStop) -> ScanRun {
    let declared = ComparisonPolicy(capabilities, folding: orchestrator.folding)
    // Which version of Unicode does not matter where it is not asked.
    let policy = declared.comparesBytes ? .exact : declared
    guard policy != source.comparison else { return self }
    var run = self
    run.source.comparison = policy
    let filter = ScanFilter(run.source, folding: orchestrator.folding)
    let comparison = NameComparison(policy, folding: orchestrator.folding)
    try await storing { () async throws(StorageError) in
      try await store.changeComparison(
        in: handle,
        to: policy,
        filterIdentity: filter.identity,
        key: { comparison.key(of: $0) }
      )
    }
    return run
  }

  /// Notes the step of the source's times where it is another than before.
  ///
  /// Where times mean nothing no difference counts.
  func noteModificationStep(of capabilities: SourceCapabilities) async throws(ScanStop) {
    let step = FactRules(capabilities).precision ?? .max
    guard step != source.modificationStep else { return }
    try await storing { () async throws(StorageError) in
      try await store.noteModificationStep(step, in: handle)
    }
  }
}
