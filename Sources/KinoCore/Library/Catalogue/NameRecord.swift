/// The fields that were read from a name, as `parse_result` keeps them.
package struct NameRecord: Hashable, Sendable {
  /// Where a field was read.
  package struct Evidence: Hashable, Sendable {
    package var field: String
    /// Bytes of the path.
    package var range: Range<Int>
    package var rule: String

    package init(_ field: String, _ range: Range<Int>, _ rule: String) {
      self.field = field
      self.range = range
      self.rule = rule
    }
  }

  /// The rules that read it; a record of older ones is made again.
  package var parserVersion: Int
  /// `movie`, `episode`, `extra` or `unknown`.
  package var kind: String
  package var title: String?
  package var year: Int?
  /// 0 for specials.
  package var season: Int?
  package var episodes: [Int] = []
  /// As `YYYY-MM-DD`.
  package var airDate: String?
  package var absolute: Int?
  package var part: Int?
  package var edition: String?
  package var extraKind: String?
  package var ids: [ProviderID] = []
  /// Resolution, source, codec, group, languages and the like, by name.
  package var attributes: [String: String] = [:]
  package var evidence: [Evidence] = []
  /// How sure it is, from 0 to 1.
  package var confidence: Double

  package init(parserVersion: Int, kind: String, confidence: Double) {
    self.parserVersion = parserVersion
    self.kind = kind
    self.confidence = confidence
  }
}
