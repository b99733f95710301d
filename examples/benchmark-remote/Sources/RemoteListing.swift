import KinoCore
import KinoNFS
import KinoSMB
import KinoWebDAV

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Lists everything below a place on a server with its adapter, and nothing else: what the programs
/// in C do with the libraries alone.
@main
enum RemoteListing {
  private static let usage = """
    usage: remote-listing CONCURRENCY webdav URL
           remote-listing CONCURRENCY smb HOST:PORT SHARE FOLDER
           remote-listing CONCURRENCY nfs HOST PORT MOUNT-PORT VERSION PATH
    """

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard let count = arguments.first.flatMap({ Int($0) }), (1...64).contains(count),
      let source = Source(Array(arguments.dropFirst()), concurrency: count)
    else {
      print(usage)
      exit(2)
    }
    do {
      print("entries=\(try await list(source, concurrency: count))")
    } catch {
      print("remote-listing: \(error)")
      exit(1)
    }
  }

  /// An adapter, and where it is to look.
  private struct Source {
    let adapter: any SourceAdapter
    let place: SourceConfiguration

    init?(_ words: [String], concurrency: Int) {
      switch (words.first, words.count) {
      case ("webdav", 2):
        var options = WebDAVOptions()
        options.concurrency = concurrency
        adapter = WebDAVAdapter()
        place = .webDAV(words[1], options: options)
      case ("smb", 4):
        var options = SMBOptions()
        options.isGuest = true
        options.connections = concurrency
        adapter = SMBAdapter()
        place = .smb(words[1], share: words[2], folder: Array(words[3].utf8), options: options)
      case ("nfs", 6):
        guard let port = UInt16(words[2]), let version = NFSOptions.Version(rawValue: words[4])
        else { return nil }
        var options = NFSOptions()
        options.concurrency = concurrency
        options.version = version
        options.mountPort = UInt16(words[3])
        adapter = NFSAdapter()
        place = .nfs(words[1], port: port, path: Array(words[5].utf8), options: options)
      default:
        return nil
      }
    }
  }

  /// Lists directories, so many at a time; returns how many entries they have.
  private static func list(_ source: Source, concurrency: Int) async throws -> Int {
    let session = try await source.adapter.connect(source.place, credential: nil)
    let entries = try await withThrowingTaskGroup(of: Directory.self) { group in
      var entries = 0
      var waiting = [SourcePath.root]
      var running = 0
      while true {
        while running < concurrency, let path = waiting.popLast() {
          group.addTask { try await list(path, of: session) }
          running += 1
        }
        guard let directory = try await group.next() else { return entries }
        running -= 1
        entries += directory.entryCount
        waiting += directory.children
      }
    }
    await session.close()
    return entries
  }

  private struct Directory {
    var entryCount = 0
    var children: [SourcePath] = []
  }

  @concurrent
  private static func list(
    _ path: SourcePath,
    of session: any SourceSession
  ) async throws -> Directory {
    let lister = try await session.list(ListRequest(path: path))
    var directory = Directory()
    while true {
      let page = try await lister.next()
      directory.entryCount += page.entries.count
      for entry in page.entries where entry.kind == .directory {
        directory.children.append(path.appending(entry.name))
      }
      guard let end = page.end else { continue }
      guard end == .complete else { throw SourceError(.protocolViolation, path: path) }
      return directory
    }
  }
}
