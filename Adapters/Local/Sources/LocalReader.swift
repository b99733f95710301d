import KinoCore
internal import Synchronization

/// Reads an open file.
final class LocalReader: SourceReader {
  private let calls: BlockingCalls
  private let deadline: Duration
  private let file: Mutex<OpenFile?>

  init(_ file: OpenFile, calls: BlockingCalls, deadline: Duration) {
    self.file = Mutex(file)
    self.calls = calls
    self.deadline = deadline
  }

  func read(at offset: Int64, count: Int) async throws(SourceError) -> [UInt8] {
    guard let file = file.withLock({ $0 }) else {
      throw SourceError(.unavailable, retry: .permanent)
    }
    return try await calls.run(within: deadline, at: file.path) { () throws(SourceError) in
      try file.read(at: offset, count: count)
    }
  }

  func close() async {
    file.withLock { $0 = nil }
  }
}
