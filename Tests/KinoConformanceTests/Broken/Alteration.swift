import KinoCore
import KinoTestSupport
import Synchronization

/// What an adapter does instead of keeping a promise: a hook around each call of the contract.
struct Alteration: Sendable {
  typealias Answer<Value> = () async throws(SourceError) -> Value

  /// A hook gets what was asked for and the sound answer, which it may or may not ask for.
  var connect:
    @Sendable (
      SourceConfiguration, SourceCredential?, MemoryServer,
      (SourceConfiguration, SourceCredential?) async throws(SourceError) -> any SourceSession
    ) async throws(SourceError) -> any SourceSession = {
      configuration,
      credential,
      _,
      sound throws(SourceError) in
      try await sound(configuration, credential)
    }
  var capabilities: @Sendable (SourceCapabilities) -> SourceCapabilities = { $0 }
  var identity: @Sendable (Answer<RootIdentity>) async throws(SourceError) -> RootIdentity = {
    sound throws(SourceError) in try await sound()
  }
  var stat:
    @Sendable (SourcePath, MemoryServer, Answer<SourceEntry>) async throws(SourceError) ->
      SourceEntry = { _, _, sound throws(SourceError) in try await sound() }
  var list:
    @Sendable (ListRequest, MemoryServer, Answer<any DirectoryLister>) async throws(SourceError) ->
      any DirectoryLister = { _, _, sound throws(SourceError) in try await sound() }
  /// The number is that of the page, from 0.
  var page:
    @Sendable (ListRequest, Int, Answer<DirectoryPage>) async throws(SourceError) -> DirectoryPage =
      { _, _, sound throws(SourceError) in try await sound() }
  var open:
    @Sendable (
      SourcePath, FileFingerprint?, (FileFingerprint?) async throws(SourceError) -> any SourceReader
    )
      async throws(SourceError) -> any SourceReader = {
        _,
        expected,
        sound throws(SourceError) in try await sound(expected)
      }
  var read: @Sendable (Reading) async throws(SourceError) -> [UInt8] = {
    reading throws(SourceError) in try await reading.sound()
  }
  var watch: @Sendable (Answer<ChangeWatch>) async throws(SourceError) -> ChangeWatch = {
    sound throws(SourceError) in try await sound()
  }
  var isClosing = true
  var enforcesConnectDeadline = false

  /// Changes something of the alteration that does nothing.
  init(_ change: (inout Alteration) -> Void) {
    change(&self)
  }
}

/// One read.
struct Reading {
  let path: SourcePath
  let offset: Int64
  let count: Int
  let server: MemoryServer
  /// Reads from the sound reader.
  let at: (Int64, Int) async throws(SourceError) -> [UInt8]

  func sound() async throws(SourceError) -> [UInt8] { try await at(offset, count) }
}

extension Alteration {
  /// Tells another error than the sound one, whatever was called.
  static func errors(
    _ change: @escaping @Sendable (SourceError) -> SourceError
  ) -> Alteration {
    @Sendable func changed<Value>(_ sound: Answer<Value>) async throws(SourceError) -> Value {
      do throws(SourceError) { return try await sound() } catch { throw change(error) }
    }
    return Alteration {
      $0.connect = { configuration, credential, _, sound throws(SourceError) in
        do throws(SourceError) {
          return try await sound(configuration, credential)
        } catch {
          throw change(error)
        }
      }
      $0.identity = { sound throws(SourceError) in try await changed(sound) }
      $0.stat = { _, _, sound throws(SourceError) in try await changed(sound) }
      $0.list = { _, _, sound throws(SourceError) in try await changed(sound) }
      $0.page = { _, _, sound throws(SourceError) in try await changed(sound) }
      $0.read = { reading throws(SourceError) in
        do throws(SourceError) { return try await reading.sound() } catch { throw change(error) }
      }
      $0.open = { _, expected, sound throws(SourceError) in
        do throws(SourceError) { return try await sound(expected) } catch { throw change(error) }
      }
    }
  }

  /// Tells one kind of error for another.
  static func tells(_ kind: SourceError.Kind, for sound: SourceError.Kind) -> Alteration {
    errors { error in
      guard error.kind == sound else { return error }
      return SourceError(kind, underlying: error.underlying)
    }
  }

  /// Says something else about entries, in listings and in stat, or leaves them out of listings.
  static func entries(
    _ change: @escaping @Sendable (SourceEntry) -> SourceEntry?
  ) -> Alteration {
    Alteration {
      $0.stat = { path, _, sound throws(SourceError) in
        let entry = try await sound()
        return path.isRoot ? entry : change(entry) ?? entry
      }
      $0.page = { _, _, sound throws(SourceError) in
        var page = try await sound()
        page.entries = page.entries.compactMap(change)
        return page
      }
    }
  }

  /// Says something else about directories.
  static func pages(
    _ change: @escaping @Sendable (ListRequest, Int, DirectoryPage) -> DirectoryPage
  ) -> Alteration {
    Alteration {
      $0.page = { request, number, sound throws(SourceError) in
        change(request, number, try await sound())
      }
    }
  }

  /// Ends a listing that fails as if it were over.
  static func endsQuietly(on kinds: SourceError.Kind...) -> Alteration {
    Alteration {
      $0.page = { _, _, sound throws(SourceError) in
        do throws(SourceError) {
          return try await sound()
        } catch {
          guard kinds.contains(error.kind) else { throw error }
          return DirectoryPage(entries: [], end: .complete)
        }
      }
    }
  }

  /// Lists an empty directory instead of failing.
  static func listsNothing(on kinds: SourceError.Kind...) -> Alteration {
    Alteration {
      $0.list = { _, _, sound throws(SourceError) in
        do throws(SourceError) {
          return try await sound()
        } catch {
          guard kinds.contains(error.kind) else { throw error }
          return EmptyLister()
        }
      }
    }
  }

  /// Reads something else.
  static func reads(
    _ read: @escaping @Sendable (Reading) async throws(SourceError) -> [UInt8]
  ) -> Alteration {
    Alteration { $0.read = read }
  }

  /// Declares something else.
  static func declares(
    _ change: @escaping @Sendable (inout SourceCapabilities) -> Void
  ) -> Alteration {
    Alteration {
      $0.capabilities = { capabilities in
        var other = capabilities
        change(&other)
        return other
      }
    }
  }
}

final class EmptyLister: DirectoryLister {
  func next() async throws(SourceError) -> DirectoryPage {
    DirectoryPage(entries: [], end: .complete)
  }
}

/// Counts, and remembers what must not be remembered.
final class Memory<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  func keep(_ value: Value) -> Int {
    values.withLock { values in
      values.append(value)
      return values.count
    }
  }

  var first: Value? { values.withLock { $0.first } }
}
