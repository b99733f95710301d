import KinoConformance
import KinoCore
import KinoTestSupport

extension BrokenAdapters {
  /// Claims to bound its own calls, so that nothing is put around them.
  private static func unbounded(_ change: (inout Alteration) -> Void) -> Alteration {
    var alteration = Alteration.declares { $0.enforcesDeadlines = true }
    change(&alteration)
    return alteration
  }

  static let time: [Promise.ID: Alteration] = [
    79: unbounded {
      $0.stat = { path, server, sound throws(SourceError) in
        guard server.has(.silence) else { return try await sound() }
        // Deaf to cancellation, as a call into a library is.
        await Task.detached { try? await Task.sleep(for: .seconds(3)) }.value
        throw SourceError(.cancelled, path: path)
      }
    },
    80: {
      let memory = Memory<Bool>()
      return .reads { reading throws(SourceError) in
        if reading.server.has(.silence) { _ = memory.keep(true) }
        let isAfter = memory.first != nil && !reading.server.has(.silence)
        return isAfter
          ? [UInt8](repeating: 0, count: reading.count) : try await reading.sound()
      }
    }(),
    81: unbounded {
      $0.read = { reading throws(SourceError) in
        do throws(SourceError) {
          return try await reading.sound()
        } catch {
          throw error.kind == .cancelled ? SourceError(.timedOut) : error
        }
      }
    },
    82: unbounded {
      $0.read = { reading throws(SourceError) in
        do throws(SourceError) {
          return try await reading.sound()
        } catch {
          throw SourceError(.timedOut)
        }
      }
    },
    83: unbounded {
      $0.stat = { _, _, sound throws(SourceError) in
        for _ in 0..<20 { await Task.yield() }
        // Who is cancelled in between is never resumed.
        while Task.isCancelled { await Task.detached { await forALongTime() }.value }
        return try await sound()
      }
    },
    84: unbounded {
      $0.read = { reading throws(SourceError) in
        reading.server.receiveRequest()
        return try await reading.sound()
      }
      $0.stat = { _, server, sound throws(SourceError) in
        server.receiveRequest()
        return try await sound()
      }
      $0.connect = { configuration, credential, server, sound throws(SourceError) in
        server.receiveRequest()
        return try await sound(configuration, credential)
      }
      $0.enforcesConnectDeadline = true
    },
  ]

  static let faults: [Promise.ID: Alteration] = [
    85: .endsQuietly(on: .unavailable),
    86: .endsQuietly(on: .unavailable),
    87: .tells(.notFound, for: .sourceMissing),
    88: .tells(.notFound, for: .staleHandle),
    89: .listsNothing(on: .unavailable),
    90: {
      let memory = Memory<Bool>()
      return Alteration {
        $0.list = { _, _, sound throws(SourceError) in
          do throws(SourceError) {
            return try await sound()
          } catch {
            guard memory.keep(true) > 3 else { throw error }
            return EmptyLister()
          }
        }
      }
    }(),
    91: repeating,
  ]
}

private func forALongTime() async { try? await Task.sleep(for: .seconds(600)) }
