import KinoConformance
import KinoCore
import KinoTestSupport
import Testing

@Suite("Hints that are declared")
struct HintPromiseTests {
  private func outcome(_ alteration: Alteration) async throws -> PromiseOutcome {
    let promise = try #require(Promise.all.first { $0.id == 99 })
    let fixture = MemoryFixture { adapter, server in
      AlteredAdapter(adapter: adapter, server: server, alteration: alteration)
    }
    return await promise.outcome(with: fixture, options: .quick)
  }

  @Test("an adapter that hints at changes keeps promise 99")
  func kept() async throws {
    #expect(try await outcome(Alteration { _ in }) == .passed)
  }

  @Test("one that declares hints and gives none breaks it")
  func none() async throws {
    let silent = Alteration { alteration in
      alteration.watch = { _ throws(SourceError) in ChangeWatch(HintQueue()) {} }
    }
    #expect(try await outcome(silent).word == "failed")
  }

  @Test("one that hints at another place than the one that changed breaks it")
  func elsewhere() async throws {
    let wrong = Alteration { alteration in
      alteration.watch = { _ throws(SourceError) in
        let queue = HintQueue()
        queue.post([.changed(.path("elsewhere"))])
        let task = Task {
          while (try? await Task.sleep(for: .milliseconds(300))) != nil {
            queue.post([.changed(.path("elsewhere"))])
          }
        }
        return ChangeWatch(queue) { task.cancel() }
      }
    }
    #expect(try await outcome(wrong).word == "failed")
  }

  @Test("one that declares hints and cannot be watched breaks it")
  func refused() async throws {
    let refusing = Alteration { alteration in
      alteration.watch = { _ throws(SourceError) in throw SourceError(.unsupported) }
    }
    #expect(try await outcome(refusing).word == "failed")
  }

  @Test("one that declares none is not asked for any")
  func undeclared() async throws {
    let plain = Alteration { alteration in
      alteration.capabilities = { CapabilityToggle.watching.removed(from: $0) }
      alteration.watch = { _ throws(SourceError) in throw SourceError(.protocolViolation) }
    }
    #expect(try await outcome(plain) == .passed)
  }
}
