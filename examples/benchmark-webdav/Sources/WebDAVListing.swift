import KinoCore
import KinoWebDAV

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Lists everything below a URL with the WebDAV adapter, and nothing else: what `listing.c` does
/// with libcurl alone.
@main
enum WebDAVListing {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let url = arguments.first,
      let count = arguments.last.flatMap({ Int($0) }),
      (1...64).contains(count)
    else {
      print("usage: webdav-listing URL CONCURRENCY")
      exit(2)
    }
    do {
      print("entries=\(try await list(url, concurrency: count))")
    } catch {
      print("webdav-listing: \(error)")
      exit(1)
    }
  }

  /// Lists directories, so many at a time; returns how many entries they have.
  private static func list(_ url: String, concurrency: Int) async throws -> Int {
    var options = WebDAVOptions()
    options.concurrency = concurrency
    let session = try await WebDAVAdapter()
      .connect(.webDAV(url, options: options), credential: nil)
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
