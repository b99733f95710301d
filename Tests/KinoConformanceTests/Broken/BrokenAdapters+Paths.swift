import KinoConformance
import KinoCore
import KinoTestSupport

extension BrokenAdapters {
  /// Leaves entries out without a word.
  private static func hides(
    _ isHidden: @escaping @Sendable ([UInt8]) -> Bool
  ) -> Alteration {
    .entries { isHidden($0.name.bytes) ? nil : $0 }
  }

  /// Reads the base path in its own way.
  private static func roots(
    _ change: @escaping @Sendable (String) -> String?
  ) -> Alteration {
    Alteration {
      $0.connect = { configuration, credential, _, sound throws(SourceError) in
        let path = String(decoding: configuration.rootPath, as: UTF8.self)
        guard let other = change(path) else { throw SourceError(.sourceMissing) }
        var configuration = configuration
        configuration.rootPath = Array(other.utf8)
        return try await sound(configuration, credential)
      }
    }
  }

  static let paths: [Promise.ID: Alteration] = [
    18: .entries { entry in
      var entry = entry
      let text = String(decoding: entry.name.bytes, as: UTF8.self)
      entry.name = PathComponent(text.split(separator: "%20").joined(separator: " ")) ?? entry.name
      return entry
    },
    19: Alteration {
      $0.stat = { path, _, sound throws(SourceError) in
        guard !path.displayText.contains("%2F") else { throw SourceError(.notFound, path: path) }
        return try await sound()
      }
    },
    20: hides { $0 == Array("cafe\u{301}.mkv".utf8) },
    21: hides { $0 == Array("movie.mkv".utf8) },
    22: hides { $0.contains(0xE9) && $0.count == 8 },
    23: Alteration {
      $0.open = { path, expected, sound throws(SourceError) in
        guard path.bytes.count < 1024 else { throw SourceError(.nameNotRepresentable, path: path) }
        return try await sound(expected)
      }
    },
    24: .entries { entry in
      var entry = entry
      if entry.name.bytes.last == UInt8(ascii: ".") {
        entry.name = PathComponent(bytes: entry.name.bytes.dropLast()) ?? entry.name
      }
      return entry
    },
    25: hides { $0.contains { $0 < 0x20 } },
    26: Alteration {
      $0.stat = { path, _, sound throws(SourceError) in
        guard !path.isRoot else { throw SourceError(.notFound, path: path) }
        return try await sound()
      }
    },
    27: roots { $0.hasSuffix("/") ? nil : $0 },
    28: roots { $0.replacing("%41", with: "A") },
    29: roots { $0.replacing("/films/..", with: "") },
    30: hides { PathComponent(bytes: $0) == nil },
  ]
}
