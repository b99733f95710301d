/// Where in a path a field was read, and by which rule.
public struct Evidence: Hashable, Sendable {
  private let start: Int32
  private let end: Int32
  /// The rule that read them.
  public let rule: Rule

  /// The bytes of the path that said so, from its first byte; never empty.
  public var range: Range<Int> { Int(start)..<Int(end) }

  /// Creates evidence; `range` lies within the path.
  package init(_ range: Range<Int>, _ rule: Rule) {
    start = Int32(clamping: range.lowerBound)
    end = Int32(clamping: range.upperBound)
    self.rule = rule
  }

  /// The rules of `specs/naming.md`, by name.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    case providerID = "provider-id"
    case word = "word"
    case shape = "shape"
    case seasonEpisode = "season-episode"
    case seasonWord = "season-word"
    case episodeWord = "episode-word"
    case number = "number"
    case date = "date"
    case year = "year"
    case part = "part"
    case title = "title"
    case groupSuffix = "group-suffix"
    case groupBracket = "group-bracket"
    case extraSuffix = "extra-suffix"
    case extraFolder = "extra-folder"
  }
}

/// A value and the evidence for it.
public struct Found<Value: Hashable & Sendable>: Hashable, Sendable {
  /// What was read.
  public let value: Value
  /// Where it was read.
  public let evidence: Evidence

  /// Creates a value with its evidence.
  package init(_ value: Value, _ evidence: Evidence) {
    self.value = value
    self.evidence = evidence
  }
}
