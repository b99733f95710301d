import Foundation

/// What was measured, judged.
struct BenchmarkResult: Encodable {
  let trees: [TreeFigures]
  let queue: QueueFigures?
  let names: NameFigures?
  let verdicts: [Verdict]
  /// Answers of the subject that are wrong.
  let wrongAnswers: [String]

  init(trees: [TreeFigures], queue: QueueFigures?, names: NameFigures?) {
    self.trees = trees
    self.queue = queue
    self.names = names
    verdicts =
      trees.flatMap(Self.verdicts) + Self.growth(trees) + Self.verdicts(queue)
      + [names?.verdict].compactMap(\.self)
    wrongAnswers = trees.flatMap(Self.wrongAnswers)
  }

  /// Whether the benchmark fails.
  var isMissed: Bool { !wrongAnswers.isEmpty || verdicts.contains(where: \.isMissed) }

  private static func verdicts(_ tree: TreeFigures) -> [Verdict] {
    guard tree.files >= Target.leastFiles else { return [] }
    return Target.all.compactMap { target in
      guard let bar = tree.files < 1_000_000 ? target.bar : target.barAtMillion else { return nil }
      return Verdict(
        files: tree.files,
        title: target.title,
        value: target.figure(tree),
        bar: bar,
        unit: target.unit
      )
    }
  }

  private static func growth(_ trees: [TreeFigures]) -> [Verdict] {
    guard
      let small = trees.first(where: { $0.files == 100_000 }),
      let large = trees.first(where: { $0.files == 1_000_000 })
    else { return [] }
    let growth = large.median(\.first.usage.cpu) / small.median(\.first.usage.cpu)
    return [
      Verdict(
        files: large.files,
        title: "first scan: CPU ÷ that of 100,000 files",
        value: growth,
        bar: Target.growth,
        unit: .times
      )
    ]
  }

  private static func verdicts(_ queue: QueueFigures?) -> [Verdict] {
    guard let queue else { return [] }
    return [
      Verdict(
        files: 1_000_000,
        title: "claim of 32 jobs",
        value: queue.amongOthers,
        bar: QueueFigures.bar,
        unit: .microseconds
      ),
      Verdict(
        files: 1_000_000,
        title: "claim: beside rows that are not ready",
        value: queue.amongOthers / queue.alone,
        bar: 1.5,
        unit: .times
      ),
    ]
  }

  private static func wrongAnswers(_ tree: TreeFigures) -> [String] {
    tree.rounds.flatMap { round in
      [
        round.first.report.difference(from: "first scan", added: tree.files, changed: 0, in: tree),
        round.unchanged.report.difference(from: "rescan", added: 0, changed: 0, in: tree),
        round.twoChanges.report.difference(from: "changes", added: 0, changed: 2, in: tree),
      ].compactMap(\.self)
    }
  }
}

extension ScanReport {
  /// What is wrong with an answer, or `nil`.
  fileprivate func difference(
    from name: String,
    added: Int,
    changed: Int,
    in tree: TreeFigures
  ) -> String? {
    let isRight =
      state == "completed" && files == tree.files && self.added == added
      && self.changed == changed && moved == 0 && missing == 0
    guard !isRight else { return nil }
    return "\(tree.files) files, \(name): \(added) added and \(changed) changed were expected; "
      + "it says \(state), \(files) files, \(self.added) added, \(self.changed) changed, "
      + "\(moved) moved, \(missing) missing"
  }
}
