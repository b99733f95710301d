/// Directories that a run has listed, as ranges of consecutive ids.
struct SeenRange: Hashable, Sendable {
  var first: Int64
  var last: Int64
  /// When the oldest listing in the range began, in milliseconds.
  var listedAt: Int64

  /// Ranges whose listings began further apart than this stay apart, in milliseconds: a range is as
  /// old as its oldest listing, and one old listing must not make a whole scan stale.
  static let mergeWindow: Int64 = 60_000

  /// The fewest ranges that hold exactly these ids.
  static func covering(_ ids: [Int64], listedAt: Int64) -> [SeenRange] {
    var ranges: [SeenRange] = []
    for id in ids.sorted() {
      if let last = ranges.last?.last, id <= last + 1 {
        ranges[ranges.count - 1].last = max(last, id)
      } else {
        ranges.append(SeenRange(first: id, last: id, listedAt: listedAt))
      }
    }
    return ranges
  }

  /// Whether the other range touches or overlaps this one and is about as old.
  func merges(with other: SeenRange) -> Bool {
    other.first <= last + 1 && first <= other.last + 1
      && (listedAt - other.listedAt).magnitude <= Self.mergeWindow.magnitude
  }

  /// Both ranges as one.
  func merged(with other: SeenRange) -> SeenRange {
    SeenRange(
      first: min(first, other.first),
      last: max(last, other.last),
      listedAt: min(listedAt, other.listedAt)
    )
  }
}
