import KinoCore
internal import Synchronization

/// Hands out the pages of a directory.
final class LocalLister: DirectoryLister {
  private let listing: DirectoryListing
  private let calls: BlockingCalls
  private let deadline: Duration
  /// Apart from the listing, which a call that was given up may hold for ever.
  private let failure = Mutex<SourceError?>(nil)

  init(_ listing: DirectoryListing, calls: BlockingCalls, deadline: Duration) {
    self.listing = listing
    self.calls = calls
    self.deadline = deadline
  }

  func next() async throws(SourceError) -> DirectoryPage {
    if let failure = failure.withLock({ $0 }) { throw failure }
    do throws(SourceError) {
      return try await calls.run(within: deadline, at: listing.path) {
        [listing] () throws(SourceError) in
        try listing.nextPage()
      }
    } catch {
      failure.withLock { $0 = error }
      throw error
    }
  }
}
