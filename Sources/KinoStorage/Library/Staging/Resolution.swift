/// What processing made of a staged row, as `scan_discovery.resolution` stores it; a row without
/// one is applied as it stands.
enum Resolution: String, CaseIterable {
  /// An added item or directory is a published row from elsewhere.
  case moved
  /// The same, and its content is new.
  case movedChanged = "moved_changed"
  /// An added item is the missing row of its own place.
  case restored
  /// The same, and its content is new.
  case restoredChanged = "restored_changed"
  /// The row needs nothing: it came along with a renamed directory, or its directory was renamed.
  case dropped

  var isMove: Bool { self == .moved || self == .movedChanged }
  var isRestoration: Bool { self == .restored || self == .restoredChanged }
}
