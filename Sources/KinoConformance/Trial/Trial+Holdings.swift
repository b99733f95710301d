import KinoCore

/// What is held open for the sessions of a site.
struct Holdings {
  /// What the server counts, if it does.
  var server: Int?
  /// The open descriptors of this process.
  var descriptors: Int?
}

extension Trial {
  /// What is held now.
  func holdings(of site: any ConformanceSite) async throws -> Holdings {
    Holdings(
      server: try? await site.traffic().held,
      descriptors: ProcessResources.descriptors
    )
  }

  /// Makes sure that what was opened since is given back, within a second.
  ///
  /// - Parameters:
  ///   - site: Where it was opened.
  ///   - before: What was held before.
  ///   - count: How often something was opened; a leak is taken for one if half as much is left,
  ///     since other things happen in the process at the same time.
  /// - Throws: ``BrokenPromise`` when something is left.
  func expectReleased(
    at site: any ConformanceSite,
    since before: Holdings,
    per count: Int
  ) async throws {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(1) + options.slack
    var left: String?
    repeat {
      left = leftOver(try await holdings(of: site), since: before, per: count)
      if left == nil { return }
      try await Task.sleep(for: .milliseconds(10))
    } while clock.now < deadline
    if let left { throw BrokenPromise(left) }
  }

  private func leftOver(_ now: Holdings, since before: Holdings, per count: Int) -> String? {
    if let held = now.server, let earlier = before.server, held > earlier {
      return "the server holds \(held - earlier) more for \(count)"
    }
    if let open = now.descriptors, let earlier = before.descriptors, open - earlier > count / 2 {
      return "\(open - earlier) more descriptors are open after \(count)"
    }
    return nil
  }
}
