package import KinoCore

/// What became of a result.
package enum WorkCompletion<Value: Sendable>: Sendable {
  /// The result was written, and the work is done.
  case written(Value)
  /// Nothing was written.
  case refused(WorkRefusal)
}

extension WorkCompletion: Equatable where Value: Equatable {}

/// What became of the results of a block.
package struct BlockCompletion<Value: Sendable>: Sendable {
  /// What writing the accepted results returned; `nil` when none was accepted.
  package var value: Value?
  /// The claims whose results were not written.
  package var refused: [WorkClaim: WorkRefusal]
}
