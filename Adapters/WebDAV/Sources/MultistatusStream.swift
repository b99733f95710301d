import KinoCore
import KinoXML

/// Parses a multistatus as it arrives.
///
/// It belongs to one task at a time. Dropping it ends the transfer.
final class MultistatusStream {
  private let transfer: Transfer
  private let limits: MultistatusLimits
  private let path: SourcePath
  private let scope: SourceError.Scope
  private var document: XMLReader<MultistatusReader>?
  private var piece: [UInt8]
  private var isLastPiece: Bool
  private var isFirstPiece = true
  private var byteCount: Int64 = 0

  /// Creates a stream over an answer with status 207; `receive` gets what each `response` says.
  init(
    _ reply: Reply,
    limits: MultistatusLimits,
    at path: SourcePath,
    scope: SourceError.Scope,
    receive: @escaping (borrowing ResourceFacts) -> Void
  ) {
    transfer = reply.transfer
    piece = reply.body
    isLastPiece = reply.isComplete
    self.limits = limits
    self.path = path
    self.scope = scope
    document = XMLReader(telling: MultistatusReader(limits: limits, receive: receive))
  }

  deinit { transfer.cancel() }

  /// Whether what was read so far says something that may mean that it is not all.
  var isDoubtful: Bool { document?.isDoubtful ?? false }

  /// Takes the next piece.
  ///
  /// - Parameter deadline: When to give up.
  /// - Returns: Whether there is more; `false` once the multistatus was closed.
  /// - Throws: ``KinoCore/SourceError``: `protocolViolation` for an answer that is none or ends
  ///   early, `tooLarge` beyond a limit.
  func advance(until deadline: ContinuousClock.Instant) async throws(SourceError) -> Bool {
    if !isFirstPiece {
      guard !isLastPiece else { return false }
      do throws(TransferEnd) {
        isLastPiece = try await transfer.receive(into: &piece, until: deadline)
      } catch {
        throw SourceError(error, at: path, scope: scope)
      }
    }
    isFirstPiece = false
    byteCount += Int64(piece.count)
    guard byteCount <= limits.bytes else { throw SourceError(.tooLarge, scope: scope, path: path) }
    try parse()
    return !isLastPiece
  }

  private func parse() throws(SourceError) {
    do throws(XMLFailure) {
      try document?.feed(piece)
    } catch {
      throw SourceError(error, document?.failure, at: path, scope: scope)
    }
    guard isLastPiece else { return }
    // The server stopped in the middle, whatever it said about the length.
    guard (try? document?.finish()) != nil, document?.isClosed == true else {
      throw SourceError(.protocolViolation, retry: .temporary, scope: scope, path: path)
    }
  }
}
