package import KinoCore

/// Requests that wait for the active run of their source, as `pending_scan_json` keeps them.
///
/// Requests of one mode and filter become one; of a full request and an incremental one the full
/// one stays. What is left is promoted one at a time, in order of arrival.
package struct PendingScans: Hashable, Sendable {
  package private(set) var requests: [ScanRequest] = []

  package init() {}

  /// Adds a request, merging it with one that waits already.
  package mutating func add(_ request: ScanRequest) {
    guard
      let index = requests.firstIndex(where: {
        $0.filterIdentity == request.filterIdentity && Self.merges($0.mode, request.mode)
      })
    else {
      requests.append(request)
      return
    }
    var merged = requests[index]
    if merged.mode == .incremental, request.mode == .full { merged.mode = .full }
    merged.scope = merged.scope.union(request.scope)
    // Nothing older than the newest of the wishes may answer it.
    merged.requestedAt = max(merged.requestedAt, request.requestedAt)
    requests[index] = merged
  }

  /// Takes the request that has waited longest.
  package mutating func popFirst() -> ScanRequest? {
    requests.isEmpty ? nil : requests.removeFirst()
  }

  private static func merges(_ left: ScanMode, _ right: ScanMode) -> Bool {
    let listing: Set<ScanMode> = [.full, .incremental]
    return left == right || listing.contains(left) && listing.contains(right)
  }
}

extension PendingScans {
  /// The JSON text; `nil` when nothing waits.
  var text: String? {
    guard !requests.isEmpty else { return nil }
    let values = requests.map { request in
      JSONValue.object([
        "mode": .string(request.mode.rawValue),
        "scope": request.scope.json ?? .null,
        "filter": .hex(request.filterIdentity),
        "requestedAt": .integer(request.requestedAt.milliseconds),
      ])
    }
    return JSONValue.array(values).text
  }

  /// Reads ``text`` back; what a newer version added and this one does not know is left out.
  init(text: String?, source: SourceID) {
    guard let text, let values = JSONValue(text: text)?.arrayValue else { return }
    requests = values.compactMap { value in
      guard let mode = value["mode"]?.stringValue.flatMap(ScanMode.init(rawValue:)),
        let filter = value["filter"]?.hexBytes,
        let requestedAt = value["requestedAt"]?.integerValue
      else { return nil }
      return ScanRequest(
        source: source,
        mode: mode,
        scope: ScanScope(json: value["scope"]),
        filterIdentity: filter,
        requestedAt: Timestamp(milliseconds: requestedAt)
      )
    }
  }
}
