import KinoCore
import KinoSQL

/// The columns of `library_source` that a host decides, in the order of their placeholders from ?1.
enum SourceColumns {
  private static let columns = [
    "adapter", "display_name", "location", "root_path", "options_json", "filter_json", "name_case",
    "name_normalization", "folding_version", "missing_grace_ms", "missing_confirmations",
    "missing_confirm_interval_ms", "hold_confirm_interval_ms", "never_purge", "updated_at_ms",
  ]

  static let names = columns.joined(separator: ", ")
  static let placeholders = (1...columns.count).map { "?\($0)" }.joined(separator: ", ")
  static let assignments = columns.enumerated().map { "\($1) = ?\($0 + 1)" }
    .joined(separator: ", ")
  /// The placeholder of the time.
  static let now = Int32(columns.count)
  /// The first placeholder that is free.
  static let next = Int32(columns.count + 1)

  static func bind(_ draft: SourceDraft, at now: Timestamp, to statement: borrowing Statement) {
    statement.bind(1, draft.configuration.kind)
    statement.bind(2, draft.displayName)
    statement.bind(3, draft.configuration.location)
    statement.bind(4, draft.configuration.rootPath)
    statement.bind(5, draft.configuration.optionsJSON.text)
    statement.bind(6, draft.filter.json.text)
    statement.bind(7, draft.comparison.storedCase)
    statement.bind(8, draft.comparison.storedNormalization)
    statement.bind(9, draft.comparison.unicodeVersion)
    statement.bind(10, draft.retention.grace)
    statement.bind(11, draft.retention.confirmations)
    statement.bind(12, draft.retention.confirmationInterval)
    statement.bind(13, draft.retention.holdInterval)
    statement.bind(14, draft.retention.neverPurge)
    statement.bind(15, now.milliseconds)
  }
}

extension SourceConfiguration {
  /// Options and deadlines, as `options_json` keeps them; deadlines in milliseconds.
  var optionsJSON: JSONValue {
    .object([
      "options": .object(options.mapValues { .string($0) }),
      "deadlines": .object([
        "connect": .integer(deadlines.connect.wholeMilliseconds),
        "control": .integer(deadlines.control.wholeMilliseconds),
        "page": .integer(deadlines.page.wholeMilliseconds),
        "read": .integer(deadlines.read.wholeMilliseconds),
      ]),
    ])
  }

  /// Takes over what ``optionsJSON`` kept.
  mutating func read(optionsJSON json: JSONValue?) {
    options = (json?["options"]?.objectValue ?? [:]).compactMapValues(\.stringValue)
    let stored = json?["deadlines"]
    func deadline(_ name: String, _ fallback: Duration) -> Duration {
      stored?[name]?.integerValue.map { .milliseconds($0) } ?? fallback
    }
    deadlines.connect = deadline("connect", deadlines.connect)
    deadlines.control = deadline("control", deadlines.control)
    deadlines.page = deadline("page", deadlines.page)
    deadlines.read = deadline("read", deadlines.read)
  }
}

extension FilterSettings {
  /// As `filter_json` keeps them; paths in hex digits, since their bytes need not be text.
  var json: JSONValue {
    .object([
      "included": .array(includedPaths.map { .hex($0.bytes) }),
      "excluded": .array(excludedPaths.map { .hex($0.bytes) }),
      "hidden": .bool(includesHidden),
      "markers": .bool(honorsMarkers),
    ])
  }

  /// Reads ``json`` back.
  init(json: JSONValue?) {
    func paths(_ name: String) -> [SourcePath] {
      (json?[name]?.arrayValue ?? []).compactMap(\.hexBytes).compactMap { SourcePath(bytes: $0) }
    }
    self.init(
      includedPaths: paths("included"),
      excludedPaths: paths("excluded"),
      includesHidden: json?["hidden"]?.boolValue ?? false,
      honorsMarkers: json?["markers"]?.boolValue ?? true
    )
  }
}
