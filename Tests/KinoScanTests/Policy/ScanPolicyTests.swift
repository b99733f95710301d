import KinoCore
import KinoScan
import Testing

@Suite("The scan policy")
struct ScanPolicyTests {
  @Test("remote sources keep what is missing for longer")
  func retention() {
    let policy = ScanPolicy()
    #expect(policy.retention(isRemote: false) == .local)
    #expect(policy.retention(isRemote: true) == .network)
  }
}
