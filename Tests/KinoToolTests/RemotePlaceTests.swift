import Foundation
import KinoCommand
import KinoCore
import KinoTestSupport
import KinoTestTools
import Kinothek
import Synchronization
import Testing

@testable import kino

@Suite("Scans of places that need a secret")
struct RemotePlaceTests {
  private let workspace = Workspace()
  private let seen = SeenCredentials()

  private func scan(
    _ place: SourceConfiguration,
    _ source: MemorySource,
    _ credential: SourceCredential? = nil
  ) async throws -> ExitCode {
    let arguments = try Arguments([Array("--quiet".utf8)], options: ScanSettings.options)
    let command = CommandLineScan(
      tool: "test",
      database: workspace.file("library"),
      place: place,
      adapter: WatchedAdapter(source: source, seen: seen),
      credential: credential,
      settings: try ScanSettings(arguments)
    )
    return await command.run()
  }

  private func sources() async throws -> [Source] {
    try await LibraryPlace.withLibrary(in: workspace.file("library"), adapters: []) {
      library throws(StorageError) in
      try await library.sources.all()
    }
  }

  private func place(_ name: String, _ options: [String: String] = [:]) -> SourceConfiguration {
    SourceConfiguration(
      kind: "memory",
      location: "memory://\(name)",
      rootPath: [],
      options: options
    )
  }

  @Test(
    "a place that cannot be opened is not added",
    arguments: [SourceError.Kind.sourceMissing, .authenticationFailed]
  )
  func notAdded(_ kind: SourceError.Kind) async throws {
    let source = MemorySource()
    source.fail(.connect, with: SourceError(kind), .always)
    #expect(try await scan(place("a"), source) == .sourceUnavailable)
    #expect(try await sources().isEmpty)
  }

  @Test("a place is shown its secret, and no other one is")
  func secret() async throws {
    let other = MemorySource()
    other.addFile(.path("other.mkv"))
    #expect(try await scan(place("other"), other) == .completed)
    seen.clear()
    let source = MemorySource()
    source.addFile(.path("film.mkv"))
    let secret = SourceCredential(.password(user: "bob", password: "hunter2"))
    #expect(try await scan(place("mine"), source, secret) == .completed)
    #expect(seen.all.contains { $0.place == "memory://mine" && $0.hadSecret })
    #expect(!seen.all.contains { $0.place == "memory://mine" && !$0.hadSecret })
    #expect(!seen.all.contains { $0.place == "memory://other" && $0.hadSecret })
  }

  @Test("the library keeps nothing of a secret")
  func unkept() async throws {
    let source = MemorySource()
    source.addFile(.path("film.mkv"))
    let secret = SourceCredential(.password(user: "b0b-the-user", password: "hunter2"))
    #expect(try await scan(place("a"), source, secret) == .completed)
    let folder = workspace.file("library")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files.contains("library.sqlite"))
    for file in files {
      let content = try #require(FileManager.default.contents(atPath: "\(folder)/\(file)"))
      #expect(content.range(of: Data("hunter2".utf8)) == nil, "\(file)")
      #expect(content.range(of: Data("b0b-the-user".utf8)) == nil, "\(file)")
    }
  }

  @Test("settings that are given stay, and none that is not given goes")
  func settings() async throws {
    let source = MemorySource()
    #expect(try await scan(place("a", ["x": "1", "y": "1"]), source) == .completed)
    #expect(try await scan(place("a", ["y": "2"]), source) == .completed)
    #expect(try await scan(place("a"), source) == .completed)
    #expect(try await sources().map(\.configuration.options) == [["x": "1", "y": "2"]])
  }
}

/// Opens a source in memory, and notes who was shown a secret.
private struct WatchedAdapter: SourceAdapter {
  let source: MemorySource
  let seen: SeenCredentials

  var kind: String { "memory" }

  func connect(
    _ configuration: SourceConfiguration,
    credential: SourceCredential?
  ) async throws(SourceError) -> any SourceSession {
    seen.note(configuration.location, hadSecret: credential != nil)
    return try await MemoryAdapter(source).connect(configuration, credential: nil)
  }
}

/// Which places were connected to, and with a secret or without.
private final class SeenCredentials: Sendable {
  private let list = Mutex<[(place: String, hadSecret: Bool)]>([])

  var all: [(place: String, hadSecret: Bool)] { list.withLock { $0 } }

  func note(_ place: String, hadSecret: Bool) {
    list.withLock { $0.append((place, hadSecret)) }
  }

  func clear() { list.withLock { $0 = [] } }
}
