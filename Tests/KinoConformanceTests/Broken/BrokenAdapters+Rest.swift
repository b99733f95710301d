import KinoConformance
import KinoCore
import KinoTestSupport
import Synchronization

extension BrokenAdapters {
  static let rest: [Promise.ID: Alteration] = [
    92: doubling,
    93: {
      let memory = Memory<Bool>()
      return .reads { reading throws(SourceError) in
        let bytes = try await reading.sound()
        return memory.keep(true) % 4 == 3 ? bytes.reversed() : bytes
      }
    }(),
    94: {
      let memory = Memory<Bool>()
      return Alteration {
        $0.connect = { configuration, credential, _, sound throws(SourceError) in
          let isKnown = memory.first != nil
          let session = try await sound(
            configuration,
            isKnown ? MemoryServer.credential : credential
          )
          _ = memory.keep(true)
          return session
        }
      }
    }(),
    95: Alteration {
      $0.list = { _, server, sound throws(SourceError) in
        // Waits for the call before it.
        if server.has(.slow(.path("slow.mkv"), milliseconds: 4000)) {
          try? await Task.sleep(for: .seconds(3))
        }
        return try await sound()
      }
    },
    96: .tells(.unavailable, for: .rateLimited),
    97: .declares { $0.etag = .none },
    98: .pages { request, number, page in
      var page = page
      if request.path.isRoot, number == 0 {
        page.entries.append(SourceEntry(name: .name("3.mkv"), kind: .file))
      }
      return page
    },
    99: caching,
    100: {
      let memory = Memory<Bool>()
      return .declares { $0.maxConcurrentOperations = memory.keep(true) }
    }(),
    101: leaking,
    102: {
      let memory = Memory<any SourceSession>()
      return Alteration {
        $0.connect = { configuration, credential, _, sound throws(SourceError) in
          let session = try await sound(configuration, credential)
          _ = memory.keep(session)
          return session
        }
      }
    }(),
    103: Alteration {
      $0.list = { _, server, sound throws(SourceError) in
        if server.has(.redirect(.elsewhere)) { server.receiveStray(isSecret: true) }
        return try await sound()
      }
    },
    104: Alteration {
      $0.list = { _, server, sound throws(SourceError) in
        if server.has(.hostileNames) { server.receiveStray(isSecret: false) }
        return try await sound()
      }
    },
    105: .listsNothing(on: .tooLarge),
    106: .errors { error in
      var error = error
      error.path = "user:correct-horse-battery@memory"
      return error
    },
  ]

  /// Lists what it listed before.
  private static var caching: Alteration {
    let pages = Cache()
    return Alteration {
      $0.page = { request, _, sound throws(SourceError) in
        if let known = pages[request.path] { return known }
        let page = try await sound()
        pages[request.path] = page
        return page
      }
    }
  }
}

private final class Cache: Sendable {
  private let pages = Mutex<[SourcePath: DirectoryPage]>([:])

  subscript(path: SourcePath) -> DirectoryPage? {
    get { pages.withLock { $0[path] } }
    set { pages.withLock { $0[path] = newValue } }
  }
}

extension BrokenAdapters {
  /// Sends two requests where one was asked for.
  private static var doubling: Alteration {
    Alteration {
      $0.stat = { _, server, sound throws(SourceError) in
        async let other: Void = server.occupy(for: .milliseconds(20))
        let entry = try await sound()
        await other
        return entry
      }
    }
  }
}
