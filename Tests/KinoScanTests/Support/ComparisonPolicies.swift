import KinoCore

extension ComparisonPolicy {
  static let exact = ComparisonPolicy()
  static var insensitive: ComparisonPolicy {
    var policy = ComparisonPolicy()
    policy.foldsCase = true
    return policy
  }
}
