import Foundation
import KinoCore
import KinoScan
import Testing

@Suite("Which process owns a run")
struct ProcessIdentityTests {
  private let here = ProcessIdentity.current()

  private func owner(_ change: (inout RunOwner) -> Void = { _ in }) -> RunOwner {
    var owner = here.owner(token: UID(high: 1, low: 2))
    change(&owner)
    return owner
  }

  @Test("this process is alive")
  func alive() { #expect(ProcessIdentity.isAlive(owner()) == true) }

  @Test("a process that got the id of another is not that one")
  func reusedID() {
    #expect(ProcessIdentity.isAlive(owner { $0.processStartedAt -= 1 }) == false)
  }

  @Test("a process of an earlier boot is gone")
  func earlierBoot() {
    #expect(ProcessIdentity.isAlive(owner { $0.bootID = "another" }) == false)
  }

  @Test("a process that ended is gone")
  func ended() throws {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/bin/true")
    try child.run()
    child.waitUntilExit()
    #expect(ProcessIdentity.isAlive(owner { $0.processID = child.processIdentifier }) == false)
  }

  #if os(Linux)
  @Test("whether a process of another container on the same boot lives cannot be told")
  func otherContainer() {
    let boot = here.bootID.prefix { $0 != "/" }
    #expect(here.bootID.count > boot.count + 1)
    let other = owner { $0.bootID = "\(boot)/1" }
    #expect(ProcessIdentity.isAlive(other) == nil)
  }
  #endif
}
