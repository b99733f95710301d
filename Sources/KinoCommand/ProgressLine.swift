package import Kinothek
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// One line on the terminal that says how far a scan is.
///
/// It is written to standard error, and only when that is a terminal that can clear a line, so that
/// it mixes with nothing that a program reads.
package final class ProgressLine: Sendable {
  private let isShown: Bool
  private let phase = Mutex("")

  /// Finds out whether there is a terminal to write to.
  package init(isQuiet: Bool) {
    let terminal = Host.variable("TERM")
    isShown = !isQuiet && isatty(STDERR_FILENO) == 1 && terminal != nil && terminal != "dumb"
  }

  /// Leaves the line empty; a scan that was cancelled says nothing at its end.
  package func clear() {
    if isShown { put("") }
  }

  /// Shows what an event says.
  package func show(_ event: ScanEvent) {
    guard isShown else { return }
    switch event {
    case .started(_, let isResumed):
      put(isResumed ? "Going on with the interrupted scan..." : "Starting...")
    case .joined: put("Another process scans this source; waiting for it...")
    case .phase(let next):
      let title = Self.title(of: next)
      phase.withLock { $0 = title }
      put("\(title)...")
    case .progress(let progress): put(Self.line(for: progress))
    case .unreachable, .unreadable, .plan, .finished: break
    }
  }

  /// Shows what an event of the work after a scan says.
  package func show(_ event: WorkEvent) {
    guard isShown else { return }
    switch event {
    case .progress(let progress):
      put(
        "\(Self.title(of: progress.stage)): \(Table.grouped(progress.handled)) of"
          + " \(Table.grouped(progress.expected)) (Ctrl-C leaves the rest to the next run)  "
          + progress.path.displayText
      )
    case .unreachable: break
    case .finished: put("")
    }
  }

  private static func title(of stage: WorkStage) -> String {
    switch stage {
    case .parse: "Reading names"
    case .localMetadata: "Reading what lies beside them"
    case .search: "Making titles findable"
    default: "Reading files"
    }
  }

  private static func title(of phase: ScanPhase) -> String {
    switch phase {
    case .preflight: "Looking for the source"
    case .enumerate: "Listing"
    case .process: "Comparing"
    case .finalize: "Publishing"
    case .settle: "Queueing work"
    }
  }

  private static func line(for progress: ScanProgress) -> String {
    let done = progress.counters.directories
    var text = "Listing: \(Table.grouped(done))"
    // The estimate is what the last scan saw; it is never shown as less than what is done.
    if let expected = progress.expectedDirectories, expected > done {
      text += " of about \(Table.grouped(expected))"
    }
    text += " directories, \(Table.grouped(progress.counters.entries)) entries"
    text += " (\(Table.grouped(Int(progress.entriesPerSecond)))/s)"
    text += ", \(Table.grouped(progress.differences)) differences  "
    return text + progress.directory.displayText
  }

  private func put(_ text: String) {
    var size = winsize()
    let isKnown = unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0
    let width = isKnown && size.ws_col > 1 ? Int(size.ws_col) - 1 : 79
    let line = "\r\u{1B}[K" + Self.fitted(text, to: width)
    var bytes = Array(line.utf8)
    unsafe bytes.withUnsafeMutableBytes { buffer in
      _ = unsafe write(STDERR_FILENO, buffer.baseAddress, buffer.count)
    }
  }

  /// The beginning of a text that takes at most so many columns.
  package static func fitted(_ text: String, to width: Int) -> String {
    var columns = 0
    return String(
      text.prefix { character in
        columns += character.columns
        return columns <= width
      }
    )
  }
}

extension Character {
  /// How many columns of a terminal the character takes: two for those of East Asian scripts and for
  /// pictures (Unicode Standard Annex 11, wide and fullwidth), else one.
  package var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF,
      0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
