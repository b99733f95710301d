import KinoCore

/// What came of taking one declaration back, and looking at everything again.
public struct CapabilityComparison: Hashable, Sendable {
  /// Something that is so only while the declaration stands.
  public struct Difference: Hashable, Sendable {
    /// The declaration that was taken back.
    public let toggle: CapabilityToggle
    /// The promise that is broken without it; `nil` for a listing that is another one.
    public let promise: Promise.ID?
    /// What it is without the declaration.
    public let reason: String
  }

  /// The declaration that was taken back.
  public let toggle: CapabilityToggle
  /// What came out differently.
  public let differences: [Difference]
  /// Why nothing was compared; `nil` if something was.
  public let lack: String?

  /// A line for each difference, or one that says that there is none.
  public var lines: [String] {
    if let lack { return ["skipped  without \(toggle.rawValue) — \(lack)"] }
    guard !differences.isEmpty else { return ["same     without \(toggle.rawValue)"] }
    return differences.map { difference in
      let what = difference.promise.map { "\($0)" } ?? "the listing"
      let reason = Array(difference.reason.utf8).displayText
      return "failed   \(what) without \(toggle.rawValue): \(reason)"
    }
  }
}

/// What one session lists, beside what another does that may rely on less.
struct ListingComparison {
  /// What is compared where trees can be built.
  static let tree: [TreeNode] =
    TreeNode.files(30, in: "films") + [
      .file("films/old/deep/film.mkv", size: 5000, modifiedAt: Timestamp(milliseconds: 10_000)),
      .file("Zoë & co.mkv"), .file("empty.mkv", size: 0), .directory("empty"),
    ]

  /// How much of a place that was not built for it is looked at.
  private static let directoryLimit = 200

  let toggle: CapabilityToggle

  /// Walks through both, directory after directory.
  ///
  /// - Parameters:
  ///   - whole: A session with every declaration.
  ///   - rest: One without the declaration.
  /// - Returns: The first thing that is not the same, but for what is no longer declared.
  func difference(
    between whole: any SourceSession,
    and rest: any SourceSession
  ) async -> String? {
    var pending = [SourcePath.root]
    var count = 0
    while count < pending.count, count < Self.directoryLimit {
      let path = pending[count]
      count += 1
      let (first, second) = (await outcome(of: path, in: whole), await outcome(of: path, in: rest))
      guard first == second else {
        return "\(path) is listed as \(second.words(beside: first))"
      }
      if case .success(let listing) = first {
        pending += listing.entries.values.filter { $0.kind == .directory }.map {
          path.appending($0.name)
        }
      }
    }
    return nil
  }

  private struct Seen: Hashable {
    var entries: [PathComponent: SourceEntry] = [:]
    var reasons: Set<IncompleteReason> = []
  }

  private enum Outcome: Equatable {
    case success(Seen)
    case failure(SourceError.Kind)

    /// What it is, as far as the other one is not.
    func words(beside other: Outcome) -> String {
      guard case .success(let seen) = self else {
        guard case .failure(let kind) = self else { return "" }
        return "\(kind)"
      }
      guard case .success(let first) = other else { return "complete" }
      for (name, entry) in seen.entries where first.entries[name] != entry {
        return "\(entry) instead of \(first.entries[name].map { "\($0)" } ?? "nothing")"
      }
      let lost = first.entries.keys.first { seen.entries[$0] == nil }
      return lost.map { "without \($0)" } ?? "incomplete for other reasons"
    }
  }

  private func outcome(of path: SourcePath, in session: any SourceSession) async -> Outcome {
    do throws(SourceError) {
      let listing = try await session.listing(of: path)
      var seen = Seen(reasons: listing.reasons)
      for entry in listing.entries { seen.entries[entry.name] = comparable(entry) }
      return .success(seen)
    } catch {
      return .failure(error.kind)
    }
  }

  /// Without what is no longer declared, and what belongs to a session or to the moment: an etag may
  /// grow strong with age.
  private func comparable(_ entry: SourceEntry) -> SourceEntry {
    var entry = entry.without([toggle])
    entry.locator = nil
    entry.etag = nil
    return entry
  }
}
