import KinoCore
import KinoScan
import KinoTestSupport
import Testing

@Suite("Clock changes")
struct ClockShiftTests {
  private var compare = Comparing()
  private static let hour: Int64 = 3_600_000

  private func told(_ shifts: [Int64], sizes: [Int64]? = nil) -> [StagedDifference.Change] {
    let published = Comparing.published {
      for number in shifts.indices { $0.item("\(number).mkv", at: 1_000_000_000) }
    }
    let entries = shifts.indices.map { number in
      file("\(number).mkv", size: sizes?[number] ?? 1, at: 1_000_000_000 + shifts[number])
    }
    return compare(published, with: entries, pageSize: 2).differences.map(\.change)
  }

  @Test(
    "a uniform shift between two zones is no change of content",
    arguments: [hour, -hour, hour / 2, 5 * hour + hour / 2, 14 * hour, -14 * hour]
  )
  func uniform(_ shift: Int64) {
    #expect(told([shift, shift, shift]) == [.touched, .touched, .touched])
  }

  @Test(
    "any other shift is a change",
    arguments: [1_000, hour + 1, hour / 4, 14 * hour + hour / 2, 24 * hour]
  )
  func implausible(_ shift: Int64) {
    #expect(told([shift, shift, shift]) == [.changed, .changed, .changed])
  }

  @Test("two files are too few")
  func tooFew() {
    #expect(told([Self.hour, Self.hour]) == [.changed, .changed])
  }

  @Test("a file whose time stayed refutes the shift")
  func oneStayed() {
    #expect(told([Self.hour, Self.hour, Self.hour, 0]) == [.changed, .changed, .changed])
  }

  @Test("different shifts are changes")
  func different() {
    #expect(told([Self.hour, Self.hour, 2 * Self.hour]) == [.changed, .changed, .changed])
  }

  @Test("a file whose size changed refutes the shift")
  func otherSize() {
    let shifts = [Self.hour, Self.hour, Self.hour, Self.hour]
    #expect(told(shifts, sizes: [1, 1, 1, 2]) == [.changed, .changed, .changed, .changed])
  }

  @Test("the shift need only be exact to the source's precision")
  func precision() {
    var compare = compare
    compare.capabilities.modificationPrecision = 2_000
    let published = Comparing.published { for name in "abc" { $0.item("\(name).mkv") } }
    let shift = 1_000_000 + Self.hour
    let outcome = compare(
      published,
      with: [file("a.mkv", at: shift), file("b.mkv", at: shift - 1_000), file("c.mkv", at: shift)]
    )
    #expect(outcome.differences.map(\.change) == [.touched, .touched, .touched])
  }

  @Test("a held file that moved with the others returns")
  func held() {
    let published = Comparing.published {
      $0.item("a.mkv")
      $0.item("b.mkv")
      $0.item("c.mkv", isHeld: true)
    }
    let shift = 1_000_000 + Self.hour
    let outcome = compare(published, with: "abc".map { file("\($0).mkv", at: shift) })
    #expect(outcome.differences.map(\.change) == [.touched, .touched, .returned])
  }
}
