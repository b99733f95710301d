internal import Dispatch
internal import Foundation

/// Runs blocking work on a thread of its own, so that it keeps no other test waiting.
package func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "kino.harness").async {
      continuation.resume(with: Result { try body() })
    }
  }
}

/// Runs blocking work on a thread of its own.
package func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () -> Value
) async -> Value {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "kino.harness").async { continuation.resume(returning: body()) }
  }
}

/// Lets real time pass, on a thread that may block.
package func pause(_ duration: Duration) {
  guard duration > .zero else { return }
  usleep(UInt32(duration / .microseconds(1)))
}
