import KinoCore
import KinoScan
import KinoTestSupport
import Testing

@Suite("The identity of a filter")
struct FilterIdentityTests {
  private func identity(
    _ settings: FilterSettings = FilterSettings(),
    adapter: String = "local",
    _ comparison: NameComparison = .exact
  ) -> [UInt8] {
    ScanFilter(settings: settings, adapter: adapter, comparison: comparison).identity
  }

  @Test("is the same for the same rules, whatever the order of paths")
  func stable() {
    let one = FilterSettings(excludedPaths: [.path("A"), .path("B")])
    let other = FilterSettings(excludedPaths: [.path("B"), .path("A"), .path("A")])
    #expect(identity(one) == identity(other))
    #expect(identity().count == 16)
  }

  @Test("differs wherever a decision could")
  func distinct() {
    let identities = [
      identity(),
      identity(FilterSettings(includesHidden: true)),
      identity(FilterSettings(honorsMarkers: false)),
      identity(FilterSettings(includedPaths: [.path("A")])),
      identity(FilterSettings(excludedPaths: [.path("A")])),
      identity(FilterSettings(excludedPaths: [.path("A/B")])),
      identity(FilterSettings(excludedPaths: [.path("A"), .path("B")])),
      identity(adapter: "smb"),
      identity(FilterSettings(), .insensitive),
    ]
    #expect(Set(identities).count == identities.count)
  }
}
