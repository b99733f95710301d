internal import Foundation

/// How much a test run does.
package enum Tier {
  /// Whether the long tier was asked for (`scripts/test --long`, which sets `KINO_LONG`).
  package static var isLong: Bool {
    !["", "0"].contains(variable("KINO_LONG") ?? "")
  }

  /// The seed of everything that is random in this run: `KINO_SEED`, or another one each time.
  ///
  /// A failure names it, so that the run can be repeated.
  package static let seed: UInt64 =
    variable("KINO_SEED").flatMap { UInt64($0) } ?? UInt64.random(in: 0...999_999_999)

  /// Whether this process may mount file systems in a namespace of its own.
  package static var canMount: Bool {
    #if os(Linux)
    geteuid() == 0
    #else
    false
    #endif
  }

  /// Whether the kernel lets programs serve file systems.
  package static var hasFUSE: Bool { unsafe access("/dev/fuse", F_OK) == 0 }

  /// Whether a program can be given a terminal of its own.
  package static var hasTerminals: Bool {
    let terminal = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    if terminal >= 0 { close(terminal) }
    return terminal >= 0
  }

  static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }
}
