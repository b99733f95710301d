import KinoCore
import KinoTestSupport
import KinoTestTools
import Kinothek
import Testing

/// A process that slept past its lease, in slow motion: its clock stands still, so that it never
/// says that it lives, and it is woken at a chosen moment of the scan that took its run over.
@Suite("An owner that slept past its lease")
struct StaleOwnerTests {
  @Test(
    "it cannot write once another has taken over, whenever it wakes (TX-7)",
    arguments: [ScanPhase.preflight, .enumerate, .process, .finalize, .settle]
  )
  func woken(_ phase: ScanPhase) async throws {
    let heir = try await OutageLibrary.scanned()
    let before = try heir.contents()
    heir.addFilms(40...44)
    heir.memory.remove(.path("Films/Film 1"))
    let sleeper = try await MediaLibrary.open(
      directory: heir.workspace.file("library"),
      adapters: [MemoryAdapter(heir.memory)],
      clock: ManualClock(.held, now: heir.clock.now())
    )
    let gate = SleepGate()
    heir.memory.onCall { call in
      if call == SourceCall(.list, .path("Series/Show/S1")) { await gate.sleepIfFirst() }
    }
    let stale = sleeper.scan(heir.source)
    await gate.waitForSleeper()

    heir.clock.advance(by: .seconds(20))
    let scan = heir.library.scan(heir.source)
    for await event in scan {
      if case .phase(phase) = event { await gate.wake() }
    }
    let report = await scan.report
    #expect(report.state == .completed, "\(String(describing: report.failure))")
    let lost = await stale.report
    #expect(lost.state == .failed)
    #expect(lost.failure?.kind == StorageError.Kind.ownershipLost.rawValue)
    await sleeper.close()

    let now = try heir.contents()
    #expect(now.present.count == before.present.count + 15 - 3)
    #expect(now.missing.count == 3)
    #expect(now.items.count == before.items.count + 15)
  }
}

/// Puts the first one that comes to sleep until it is woken.
private actor SleepGate {
  private var hasSlept = false
  private var isAwake = false
  private var sleeper: CheckedContinuation<Void, Never>?
  private var watcher: CheckedContinuation<Void, Never>?

  func sleepIfFirst() async {
    guard !hasSlept else { return }
    hasSlept = true
    watcher?.resume()
    watcher = nil
    guard !isAwake else { return }
    await withCheckedContinuation { sleeper = $0 }
  }

  func waitForSleeper() async {
    guard !hasSlept else { return }
    await withCheckedContinuation { watcher = $0 }
  }

  func wake() {
    isAwake = true
    sleeper?.resume()
    sleeper = nil
  }
}
