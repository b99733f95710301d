package import KinoCore

/// The sessions of one pass over the queue, one per source.
///
/// A source that cannot be used is left out for the rest of the pass; its work stays in the queue as
/// it is.
package actor SourceSessions {
  private let store: any ScanStore
  private let connect: ScanOrchestrator.Connect
  private let policy: ScanPolicy
  private var sessions: [SourceID: any SourceSession] = [:]

  /// The sources that are left out, and why.
  private(set) var unusable: [SourceID: UnusableSource] = [:]

  package init(
    store: any ScanStore,
    connect: @escaping ScanOrchestrator.Connect,
    policy: ScanPolicy
  ) {
    self.store = store
    self.connect = connect
    self.policy = policy
  }

  /// The session with a source, connected and checked to be the source that it was.
  ///
  /// Cancelling ends the attempt and leaves nothing out.
  ///
  /// - Returns: `nil` when the source cannot be used.
  package func session(with source: SourceID) async -> (any SourceSession)? {
    if let session = sessions[source] { return session }
    guard unusable[source] == nil else { return nil }
    do throws(ScanStop) {
      let session = try await open(source)
      sessions[source] = session
      return session
    } catch {
      if let failure = error.failure { await leaveOut(source, because: failure) }
      return nil
    }
  }

  /// Leaves a source out for the rest of the pass.
  package func leaveOut(_ source: SourceID, because failure: ScanFailure) async {
    if let session = sessions.removeValue(forKey: source) { await session.close() }
    let record = try? await store.source(source)
    unusable[source] = UnusableSource(uid: record?.uid, failure: failure)
  }

  /// Ends all sessions.
  package func close() async {
    for session in sessions.values { await session.close() }
    sessions = [:]
  }

  private func open(_ id: SourceID) async throws(ScanStop) -> any SourceSession {
    let record = try await record(of: id)
    let session: any SourceSession
    do throws(SourceError) {
      session = try await connect(record)
    } catch {
      throw Preflight.stop(for: error)
    }
    do throws(ScanStop) {
      // Another disk at the same place, or none, has other files, and none of these.
      let preflight = Preflight(store: store, policy: policy)
      _ = try await preflight.check(session, of: record, acceptsIdentity: false)
      return session
    } catch {
      await session.close()
      throw error
    }
  }

  private func record(of id: SourceID) async throws(ScanStop) -> SourceRecord {
    do throws(StorageError) {
      let record = try await store.source(id)
      guard record.isEnabled else {
        throw StorageError(.suspended, message: "The source is disabled.")
      }
      return record
    } catch {
      throw ScanStop(error)
    }
  }
}

/// A source that a pass over the queue leaves out.
struct UnusableSource: Sendable {
  /// `nil` for one that was removed.
  var uid: UID?
  var failure: ScanFailure
}
