internal import Synchronization

/// A UUID of version 7 (RFC 9562, section 5.7): 16 bytes that sort by the time of their making, so that an
/// index over them grows at its end.
package struct TimeOrderedUID: Hashable, Sendable {
  /// The first eight bytes, most significant first.
  package let high: UInt64
  /// The last eight bytes, most significant first.
  package let low: UInt64

  /// Puts one together.
  ///
  /// - Parameters:
  ///   - milliseconds: Since the Unix epoch; 48 bits count.
  ///   - counter: Orders those of one millisecond; 12 bits count.
  ///   - random: 62 bits count.
  package init(milliseconds: UInt64, counter: UInt64, random: UInt64) {
    high = milliseconds << 16 | 0x7000 | counter & 0xfff
    low = 0x8000_0000_0000_0000 | random & 0x3fff_ffff_ffff_ffff
  }

  /// The 16 bytes.
  package var bytes: [UInt8] {
    withBytes { unsafe $0.withUnsafeBufferPointer { unsafe Array($0) } }
  }

  /// Lends the 16 bytes without an allocation.
  package func withBytes<Value>(_ body: (Span<UInt8>) -> Value) -> Value {
    var words = (high.bigEndian, low.bigEndian)
    return unsafe withUnsafeBytes(of: &words) { words in
      unsafe body(words.bindMemory(to: UInt8.self).span)
    }
  }
}

extension TimeOrderedUID: Comparable {
  /// The order of the bytes.
  package static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

/// Makes identifiers, each greater than the one before.
///
/// Those of one process are strictly ordered even when the clock stands still or is set back: a counter of
/// 12 bits starts at random in its lower half with each millisecond, and when it is used up the time runs
/// ahead by one millisecond. 62 random bits keep processes and devices apart; they are drawn once in a
/// millisecond and stepped through from there, since drawing them takes longer than all the rest.
package final class UIDGenerator: Sendable {
  private struct State {
    var milliseconds: UInt64 = 0
    var counter: UInt64 = 0
    var random: UInt64 = 0
  }

  /// Odd, so that the steps come back to the first only after all others (2⁶⁴ ÷ the golden ratio).
  private static let step: UInt64 = 0x9e37_79b9_7f4a_7c15

  private let now: @Sendable () -> Int64
  private let random: @Sendable () -> UInt64
  private let state = Mutex(State())

  /// Creates a generator; a process needs one.
  ///
  /// - Parameters:
  ///   - now: Milliseconds since the Unix epoch.
  ///   - random: 64 unpredictable bits.
  package init(
    now: @escaping @Sendable () -> Int64,
    random: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
  ) {
    self.now = now
    self.random = random
  }

  /// The next identifier.
  package func next() -> TimeOrderedUID {
    let time = UInt64(max(0, now())) & 0xffff_ffff_ffff
    return state.withLock { state in
      if time > state.milliseconds {
        state.milliseconds = time
        draw(&state)
      } else if state.counter == 0xfff {
        state.milliseconds += 1
        draw(&state)
      } else {
        state.counter += 1
        state.random &+= Self.step
      }
      return TimeOrderedUID(
        milliseconds: state.milliseconds,
        counter: state.counter,
        random: state.random
      )
    }
  }

  private func draw(_ state: inout State) {
    state.counter = random() & 0x7ff
    state.random = random()
  }
}
