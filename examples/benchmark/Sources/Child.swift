internal import CBenchmark
import Foundation

/// What a program used from its start to its end.
struct Usage: Encodable, Sendable {
  /// Seconds on the clock.
  var wall: Double
  /// Seconds of CPU, user and system.
  var cpu: Double
  /// The most memory that was resident at a time, in bytes; 0 where it was not measured.
  var peakBytes: Int64 = 0
  /// Bytes given to write calls; `nil` where the system does not count them.
  var writtenBytes: Int64?
}

/// A program that is run to its end and measured.
struct Child {
  let arguments: [String]
  /// The file that gets its standard output.
  var output = "/dev/null"

  /// Runs the program; its exit status is 128 and more for a signal.
  func run() throws -> (status: Int32, usage: Usage) {
    var result = kb_child_result()
    var argv = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe argv.forEach { unsafe free($0) } }
    let code = unsafe kb_run(&argv, output, &result)
    guard code == 0 else {
      throw BenchmarkError("\(arguments[0]) cannot be run: error \(code)")
    }
    let usage = Usage(
      wall: result.time.wall,
      cpu: result.time.cpu,
      peakBytes: result.peak_kib * 1024,
      writtenBytes: result.written < 0 ? nil : result.written
    )
    return (result.status, usage)
  }
}
