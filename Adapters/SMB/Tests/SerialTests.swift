import KinoCore
import KinoTestServers
import KinoTestSupport
import Testing

@testable import KinoSMB

@Suite("A library that can do one thing at a time", .serialized)
struct SerialTests {
  @Test("it has one connection, and is right under calls at the same time")
  func serial() async throws {
    let (host, share) = try await Shared.way("login")
    let place = SourceConfiguration.smb(host, share: share)
    let session = try await SMBAdapter(isSerial: true).connect(place, credential: .alice)
    #expect(session.capabilities.maxConcurrentOperations == 1)
    let other = try await SMBAdapter(isSerial: true).connect(place, credential: .alice)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for session in [session, other] {
        for _ in 0..<4 {
          group.addTask {
            let reader = try await session.open(.path("film.mkv"))
            for _ in 0..<5 {
              #expect(try await session.listAll(.path("many")).entries.count == 1000)
              #expect(try await reader.read(at: 7, count: 9) == Array(SMBTree.film[7..<16]))
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
