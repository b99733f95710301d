import KinoConformance
import KinoTestSupport

/// For each promise an adapter that breaks it.
enum BrokenAdapters {
  static let all: [Promise.ID: Alteration] = [
    connecting, paths, enumeration, paging, stat, reads, time, faults, rest,
  ].reduce(into: [:]) { $0.merge($1) { first, _ in first } }

  /// A fixture whose adapter breaks a promise.
  static func fixture(breaking promise: Promise.ID) -> MemoryFixture? {
    guard let alteration = all[promise] else { return nil }
    return MemoryFixture { adapter, server in
      AlteredAdapter(adapter: adapter, server: server, alteration: alteration)
    }
  }
}
