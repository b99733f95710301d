/// One remote procedure call under way, whatever its answer is.
@safe
final class RPCCall: Sendable {
  /// Gives the call to libnfs, which takes it by a result of 0 and then calls back exactly once.
  typealias Send = @Sendable (_ rpc: OpaquePointer, _ context: UnsafeMutableRawPointer) -> Int32

  let deadline: ContinuousClock.Instant
  let send: Send
  private let receive: @Sendable (UnsafeMutableRawPointer) -> Void
  private let fail: @Sendable (NFSFailure) -> Void
  private let asksWhetherOver: @Sendable () -> Bool

  /// Creates a call.
  ///
  /// - Parameters:
  ///   - answer: What gets the result.
  ///   - deadline: When the loop gives up.
  ///   - send: Gives the call to libnfs, on the loop's thread.
  ///   - decode: Reads libnfs's answer, on the loop's thread, before libnfs frees it.
  init<Value>(
    _ answer: RPCAnswer<Value>,
    until deadline: ContinuousClock.Instant,
    send: @escaping Send,
    decode: @escaping @Sendable (UnsafeMutableRawPointer) throws(NFSFailure) -> Value
  ) {
    self.deadline = deadline
    unsafe self.send = send
    unsafe receive = { data in
      do throws(NFSFailure) {
        answer.finish(.success(unsafe try decode(data)))
      } catch {
        answer.finish(.failure(error))
      }
    }
    fail = { answer.finish(.failure($0)) }
    asksWhetherOver = { answer.isOver }
  }

  /// Whether nobody waits any more.
  var isOver: Bool { asksWhetherOver() }

  /// Takes libnfs's answer.
  func finish(_ data: UnsafeMutableRawPointer) { unsafe receive(data) }

  /// Ends the call without one.
  func finish(_ failure: NFSFailure) { fail(failure) }
}
