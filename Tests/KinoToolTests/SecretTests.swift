import KinoCommand
import KinoCore
import KinoTestTools
import Testing

@testable import kino

@Suite("Secrets")
struct SecretTests {
  private let workspace = Workspace()

  /// Writes a file that only its owner can read, and reads the credential for a place from it.
  private func credential(
    _ content: [UInt8],
    for address: String = "http://bob@h",
    mode: String = "600"
  ) async throws -> SourceCredential? {
    let file = workspace.file("secret")
    let octal = content.map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
    let script = "printf '\(octal.joined())' >\"$FILE\"; chmod \(mode) \"$FILE\""
    try await onThread { [workspace] in
      try ShellScript.run(script, ["FILE": file], in: workspace)
    }
    let arguments = try Arguments(
      ["--credential-file", file].map { Array($0.utf8) },
      options: Secret.options
    )
    return try Secret.credential(for: try place(address), arguments)
  }

  private func error(of body: () async throws -> SourceCredential?) async -> UsageError? {
    do {
      _ = try await body()
      return nil
    } catch {
      return error as? UsageError
    }
  }

  @Test(
    "the first line is the secret, without its end",
    arguments: ["hünter 2", "hünter 2\n", "hünter 2\r\nmore\n"]
  )
  func firstLine(_ content: String) async throws {
    let password = SourceCredential(.password(user: "bob", password: "hünter 2"))
    #expect(try await credential(Array(content.utf8)) == password)
  }

  @Test("without a user it is a token")
  func token() async throws {
    let token = SourceCredential(.bearer(token: "t0ken"))
    #expect(try await credential(Array("t0ken".utf8), for: "http://h") == token)
  }

  @Test(
    "a file that others may use is refused, with the reason",
    arguments: ["640", "604", "620", "611", "666"]
  )
  func openToOthers(_ mode: String) async throws {
    let error = await error { try await self.credential(Array("hunter2".utf8), mode: mode) }
    #expect(error?.message.contains("chmod 600") == true)
  }

  @Test(
    "what is no secret is refused",
    arguments: [[], [0x0A], [0x61, 0x00], [0xFF, 0xFE], [UInt8](repeating: 0x61, count: 16_385)]
  )
  func noSecret(_ content: [UInt8]) async throws {
    let error = await error { try await self.credential(content) }
    #expect(error?.message.contains("first line") == true)
  }

  @Test("a file that is not there, or is a folder, is refused", arguments: ["nothing", "."])
  func noFile(_ name: String) throws {
    let arguments = try Arguments(
      ["--credential-file", workspace.file(name)].map { Array($0.utf8) },
      options: Secret.options
    )
    #expect(throws: UsageError.self) {
      try Secret.credential(for: try place("http://bob@h"), arguments)
    }
  }

  @Test("a user without a secret, and two secrets, are refused")
  func contradictions() throws {
    let none = try Arguments([], options: Secret.options)
    #expect(throws: UsageError.self) {
      try Secret.credential(for: try place("http://bob@h"), none)
    }
    #expect(try Secret.credential(for: try place("http://h"), none) == nil)
    let both = try Arguments(
      ["--password-stdin", "--credential-file", "/x"].map { Array($0.utf8) },
      options: Secret.options
    )
    #expect(throws: UsageError.self) {
      try Secret.credential(for: try place("http://bob@h"), both)
    }
  }
}
