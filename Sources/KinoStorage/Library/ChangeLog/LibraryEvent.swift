package import KinoCore

/// A change that other devices, or readers of this library, must learn of: a row of `change_log`.
package struct LibraryEvent: Hashable, Sendable {
  /// What kind of thing changed.
  package enum Domain: String, Hashable, Sendable {
    case profile
    case playback
    case marker
    case collection
    case binding
    case lock
    case entity
  }

  /// What happened to it.
  package enum Action: String, Hashable, Sendable {
    case set
    case delete
    case merge
  }

  /// What is to become of the event.
  package enum State: String, Hashable, Sendable {
    /// It is uploaded.
    case pending
    /// It only tells this library's readers.
    case local
  }

  /// Makes applying it idempotent.
  package var uid: UID
  package var domain: Domain
  package var action: Action
  /// The uid of what changed.
  package var subject: UID
  /// Identity keys, source uid and path, as JSON: who the subject is on another device.
  package var identity: JSONValue?
  /// The fields that changed, each with its clock, as JSON.
  package var payload: JSONValue?
  package var state: State

  package init(
    uid: UID,
    domain: Domain,
    action: Action,
    subject: UID,
    identity: JSONValue? = nil,
    payload: JSONValue? = nil,
    state: State = .pending
  ) {
    self.uid = uid
    self.domain = domain
    self.action = action
    self.subject = subject
    self.identity = identity
    self.payload = payload
    self.state = state
  }
}

/// An event that waits for its upload.
package struct PendingEvent: Hashable, Sendable {
  package var event: LibraryEvent
  /// When it happened, and on which device.
  package var time: HybridTime
}
