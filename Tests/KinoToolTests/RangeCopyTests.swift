import Foundation
import KinoCore
import KinoTestSupport
import KinoTestTools
import Testing

@testable import kino

@Suite("Copies of a file's bytes")
struct RangeCopyTests {
  private let source = MemorySource()
  private let workspace = Workspace()

  /// Copies a part of the file `f` to another file, and returns that one's bytes.
  private func copy(from start: Int64, to end: Int64?) async throws -> [UInt8] {
    let reader = try await source.connect().open(.path("f"))
    let path = workspace.file("copy")
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    let copying = RangeCopy(reader: reader, end: end)
    try await copying.copy(from: start, to: StandardOutput(file))
    return Array(FileManager.default.contents(atPath: path) ?? Data())
  }

  private func content(_ count: Int) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    source.addFile(.path("f"))
    source.setContent(bytes, at: .path("f"))
    return bytes
  }

  @Test("all bytes come, in order, whatever their number", arguments: [0, 1, -1, 7])
  func whole(_ more: Int) async throws {
    let bytes = content(max(0, 2 * RangeCopy.pieceSize + more))
    #expect(try await copy(from: 0, to: Int64(bytes.count)) == bytes)
    #expect(try await copy(from: 0, to: nil) == bytes)
  }

  @Test("exactly the bytes of the range come")
  func part() async throws {
    let bytes = content(RangeCopy.pieceSize + 100)
    let end = RangeCopy.pieceSize + 3
    #expect(try await copy(from: 5, to: Int64(end)) == Array(bytes[5..<end]))
    #expect(try await copy(from: 5, to: 6) == [bytes[5]])
  }

  @Test("a file that ends early is a failure")
  func early() async throws {
    _ = content(10)
    await #expect(throws: Interruption.source(SourceError(.changedDuringRead))) {
      try await copy(from: 0, to: 11)
    }
  }

  @Test("a read that fails ends it")
  func failed() async throws {
    _ = content(3 * RangeCopy.pieceSize)
    source.fail(.read, with: SourceError(.timedOut))
    await #expect(throws: Interruption.source(SourceError(.timedOut))) {
      try await copy(from: 0, to: 10)
    }
  }

  @Test("no more is read than one piece ahead of a reader that is gone")
  func readAhead() async throws {
    _ = content(8 * RangeCopy.pieceSize)
    let reader = try await source.connect().open(.path("f"))
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let output = StandardOutput(ends[1])
    await #expect(throws: Interruption.output(.closed)) {
      try await RangeCopy(reader: reader, end: nil).copy(from: 0, to: output)
    }
    #expect(source.count(.read) <= 2)
  }
}
