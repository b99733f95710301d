import KinoCore
import KinoTestServers
import KinoTestTools
import Testing

/// Faults on the way to a server, each of which meets a library that has content, scanned from a real
/// server by NFS or SMB; nothing may go missing, and the next good scan finds every row as it was.
@Suite("Faults on the way to a file server")
struct ShareFaultTests {
  // TX-4
  @Test(
    "connections that are refused, swallowed, frozen or ended fail the source",
    arguments: ShareKind.all
  )
  func way(_ kind: ShareKind) async throws {
    let library = try await ShareLibrary(.still(kind))
    let proxy = library.proxy
    try await library.survive(
      "refused",
      {
        proxy.refuse(true)
        proxy.cut()
      },
      expecting: .sourceFails(.unavailable)
    )
    try await library.survive(
      "swallowed",
      isHurried: true,
      {
        proxy.swallow(after: 0)
        proxy.cut()
      },
      expecting: .sourceFails(.timedOut)
    )
    try await library.survive(
      "frozen",
      isHurried: true,
      { proxy.freeze(true) },
      expecting: .sourceFails(.timedOut)
    )
    try await library.survive(
      "frozen in the middle",
      isHurried: true,
      { proxy.make(.freezes, after: ShareLibrary.middle) },
      expecting: .sourceFails(.timedOut)
    )
    try await library.survive(
      "gone in the middle",
      { proxy.make(.goes, after: ShareLibrary.middle) },
      expecting: .sourceFails(.unavailable)
    )
  }

  @Test("a connection that is reset within an answer costs nothing", arguments: ShareKind.all)
  func reset(_ kind: ShareKind) async throws {
    let library = try await ShareLibrary(.still(kind))
    for count in [30, 700, 3_001, 9_999, 20_002] {
      try await library.survive(
        "reset after \(count) bytes",
        { library.proxy.make(.resets, after: count) },
        expecting: .completes
      )
    }
  }

  @Test(
    "a wrong password fails the source, also where guests are welcome",
    arguments: [ShareKind.smb, .smbGuests]
  )
  func password(_ kind: ShareKind) async throws {
    let library = try await ShareLibrary(.still(.smb), by: kind)
    let wrong = SourceCredential(.password(user: TestServer.user, password: "wrong-secret"))
    try await library.survive(
      "wrong password",
      { library.present(wrong) },
      expecting: .sourceFails(.authenticationFailed),
      thenHeal: { library.present(kind.credential) }
    )
  }

  @Test("names of every sort are rows, and stay the rows that they are", arguments: ShareKind.all)
  func names(_ kind: ShareKind) async throws {
    let library = try await ShareLibrary(.still(kind))
    // Samba sends no name that is not UTF-8.
    let hidden = kind == .smb ? 1 : 0
    let count = ShareTree.names.count - hidden
    #expect(try library.library.count(below: "Names/") == count)
    #expect(try library.library.count(below: "Odd/") == ShareTree.directories.count)
    try await library.survive("nothing", {}, expecting: .completes)
  }
}
