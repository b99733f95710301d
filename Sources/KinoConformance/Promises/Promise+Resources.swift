import KinoCore

extension Promise {
  /// B11.
  static let resources: [Promise] = [steadyResources, droppedSession]

  static let steadyResources = Promise(
    101,
    .resources,
    "Listing, opening and closing again and again leaves nothing open."
  ) { trial in
    let (site, session) = try await trial.session(TreeNode.files(5, in: "films"))
    let path = SourcePath.at("films/1.mkv")
    _ = try await session.content(of: path, count: 16)
    let before = try await trial.holdings(of: site)
    for number in 0..<trial.options.cycles {
      _ = try await session.listing(of: .at("films"), pageLimit: 2)
      let reader = try await session.open(path)
      _ = try await reader.read(at: 0, count: 16)
      // One way to close it is to let go of it.
      if number.isMultiple(of: 2) { await reader.close() }
      _ = try? await session.open(.at("absent"))
    }
    try await trial.expectReleased(at: site, since: before, per: trial.options.cycles)
  }

  static let droppedSession = Promise(
    102,
    .resources,
    "A session that is let go of without closing gives back what it holds."
  ) { trial in
    let site = try await trial.site(TreeNode.files(5, in: "films"))
    let before = try await trial.holdings(of: site)
    for number in 0..<50 {
      let session = try await trial.connect(to: site)
      let lister = try await session.list(ListRequest(path: .at("films"), pageLimit: 2))
      _ = try await lister.next()
      let reader = try await session.open(.at("films/1.mkv"))
      if number.isMultiple(of: 2) {
        _ = try? await session.listing(of: .at("absent"))
        let task = Task { _ = try? await reader.read(at: 0, count: 16) }
        task.cancel()
        await task.value
      }
    }
    try await trial.expectReleased(at: site, since: before, per: 50)
  }
}
