/// The size of a picture, as names give it.
public struct Resolution: Hashable, Sendable, CustomStringConvertible {
  /// In pixels; `nil` where the name gives only the height.
  public let width: Int?
  /// In lines.
  public let height: Int
  /// Whether the lines come in two fields.
  public let isInterlaced: Bool

  /// Creates a resolution.
  package init(width: Int? = nil, height: Int, isInterlaced: Bool = false) {
    self.width = width
    self.height = height
    self.isInterlaced = isInterlaced
  }

  /// As names write it: `1080p`, `576i`; `1444x866` where the height is none that is common.
  public var description: String {
    if let width, !Self.common.contains(height) { return "\(width)x\(height)" }
    return "\(height)\(isInterlaced ? "i" : "p")"
  }

  /// Heights that a name may give without their `p`.
  static func isBare(_ height: Int) -> Bool {
    switch height {
    case 480, 576, 720, 1080, 2160, 4320: true
    default: false
    }
  }

  private static let common: Set<Int> = [
    240, 360, 368, 400, 404, 480, 540, 576, 720, 900, 1080, 1440, 2160, 4320,
  ]
}
