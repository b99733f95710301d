import KinoConformance
import KinoCore
import KinoTestSupport

extension BrokenAdapters {
  /// Changes what stat says, and not what listings say.
  private static func stats(
    _ change: @escaping @Sendable (inout SourceEntry) -> Void
  ) -> Alteration {
    Alteration {
      $0.stat = { _, _, sound throws(SourceError) in
        var entry = try await sound()
        change(&entry)
        return entry
      }
    }
  }

  static let stat: [Promise.ID: Alteration] = [
    58: stats { entry in entry.size = entry.size.map { $0 + 1 } },
    59: Alteration {
      $0.stat = { path, _, sound throws(SourceError) in
        do throws(SourceError) {
          return try await sound()
        } catch {
          throw path.depth > 1 ? SourceError(.unavailable, path: path) : error
        }
      }
    },
    60: stats { $0.kind = .unknown },
    61: Alteration {
      $0.stat = { path, _, sound throws(SourceError) in
        do throws(SourceError) {
          return try await sound()
        } catch {
          guard let name = path.lastComponent else { throw error }
          return SourceEntry(name: name, kind: .file)
        }
      }
    },
    62: .entries { entry in
      var entry = entry
      entry.modifiedAt = entry.modifiedAt ?? Timestamp(milliseconds: 0)
      return entry
    },
    63: .entries { entry in
      var entry = entry
      entry.modifiedAt = entry.modifiedAt.map {
        Timestamp(milliseconds: $0.milliseconds / 2000 * 2000)
      }
      return entry
    },
    64: {
      let memory = Memory<Bool>()
      return stats { $0.stableID = StableID(low: UInt64(memory.keep(true))) }
    }(),
    65: stats { $0.etag = Array("always".utf8) },
    66: .tells(.notFound, for: .permissionDenied),
  ]

  static let reads: [Promise.ID: Alteration] = [
    67: .reads { reading throws(SourceError) in
      try await reading.at(reading.offset & 0xFFFF_FFFF, reading.count)
    },
    68: .reads { reading throws(SourceError) in
      let bytes = try await reading.sound()
      guard !bytes.isEmpty || reading.count == 0 else { throw SourceError(.rangeNotSatisfiable) }
      return bytes
    },
    69: .reads { reading throws(SourceError) in
      // Takes the end of the range for the one before it.
      try await reading.at(reading.offset, max(0, reading.count - 1))
    },
    70: .reads { reading throws(SourceError) in
      guard reading.server.has(.ignoreRange) else { return try await reading.sound() }
      return TreeNodePattern.beginning(reading)
    },
    71: .reads { reading throws(SourceError) in
      guard reading.server.has(.wrongRange) else { return try await reading.sound() }
      return TreeNodePattern.beginning(reading)
    },
    72: .reads { reading throws(SourceError) in
      guard reading.server.has(.shortBody) else { return try await reading.sound() }
      return Array(TreeNodePattern.beginning(reading).prefix(reading.count / 2))
    },
    73: Alteration {
      $0.open = { _, _, sound throws(SourceError) in try await sound(nil) }
      $0.read = { reading throws(SourceError) in
        do throws(SourceError) {
          return try await reading.sound()
        } catch {
          return TreeNodePattern.beginning(reading)
        }
      }
    },
    74: .tells(.unavailable, for: .rangeNotSatisfiable),
    75: Alteration {
      $0.open = { _, expected, sound throws(SourceError) in
        do throws(SourceError) {
          return try await sound(expected)
        } catch {
          guard error.kind == .isADirectory else { throw error }
          return EmptyReader()
        }
      }
    },
    76: .reads { reading throws(SourceError) in
      guard reading.server.has(.encodeContent) else { return try await reading.sound() }
      return TreeNodePattern.beginning(reading)
    },
    77: {
      // All readers share one place to read into.
      let memory = Memory<[UInt8]>()
      return .reads { reading throws(SourceError) in
        let bytes = try await reading.sound()
        let number = memory.keep(bytes)
        return number > 10 ? memory.first ?? bytes : bytes
      }
    }(),
    78: .reads { reading throws(SourceError) in
      for _ in 0..<2 { _ = try await reading.sound() }
      return try await reading.sound()
    },
  ]
}

/// Bytes that are not those that were asked for.
private enum TreeNodePattern {
  static func beginning(_ reading: Reading) -> [UInt8] {
    [UInt8](repeating: 0x3C, count: reading.count)
  }
}

private final class EmptyReader: SourceReader {
  func read(at offset: Int64, count: Int) async throws(SourceError) -> [UInt8] { [] }
  func close() async {}
}
