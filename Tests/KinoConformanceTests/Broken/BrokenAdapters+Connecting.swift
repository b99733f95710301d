import KinoConformance
import KinoCore
import KinoTestSupport

extension BrokenAdapters {
  /// Lets everybody in: the credential is replaced by the right one.
  private static func admits(
    _ isAdmitted: @escaping @Sendable (SourceCredential?, MemoryServer) -> Bool
  ) -> Alteration {
    Alteration {
      $0.connect = { configuration, credential, server, sound throws(SourceError) in
        let used = isAdmitted(credential, server) ? MemoryServer.credential : credential
        return try await sound(configuration, used)
      }
    }
  }

  static let connecting: [Promise.ID: Alteration] = [
    1: .declares { $0.maxConcurrentOperations = 0 },
    2: admits { _, _ in true },
    3: admits { _, server in server.has(.guestFallback) },
    4: .tells(.permissionDenied, for: .authenticationFailed),
    5: .errors { error in
      var error = error
      error.path = "user:quite-the-wrong-one@memory"
      return error
    },
    6: .errors { SourceError($0.kind, retry: .permanent) },
    7: .tells(.unavailable, for: .timedOut).enforcing(after: .seconds(1), .unavailable),
    8: .tells(.notFound, for: .unavailable),
    9: .tells(.notFound, for: .sourceMissing),
    10: .tells(.permissionDenied, for: .authenticationFailed),
    11: Alteration {
      $0.stat = { _, _, sound throws(SourceError) in
        for _ in 0..<4 { _ = try? await sound() }
        return try await sound()
      }
    },
    12: .errors { SourceError($0.kind, retry: .temporary) },
    13: .errors { SourceError($0.kind) },
    14: .tells(.notFound, for: .unavailable),
    15: Alteration {
      $0.list = { _, server, sound throws(SourceError) in
        guard !server.has(.dropIdleConnections) else { throw SourceError(.unavailable) }
        return try await sound()
      }
    },
    16: .errors { error in
      var error = error
      error.retryAfter = nil
      return error
    },
    17: Alteration { $0.isClosing = false },
  ]
}

extension Alteration {
  /// Claims to bound its calls, and gives a silent server up in its own way.
  func enforcing(after duration: Duration, _ kind: SourceError.Kind) -> Alteration {
    var altered = self
    altered.enforcesConnectDeadline = true
    altered.connect = { _, _, _, _ throws(SourceError) in
      try? await Task.sleep(for: duration)
      throw SourceError(kind)
    }
    return altered
  }
}
