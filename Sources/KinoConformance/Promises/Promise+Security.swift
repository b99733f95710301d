import KinoCore

extension Promise {
  /// B12.
  static let security: [Promise] = [redirection, hostileListing, bombs, secrets]

  static let redirection = Promise(
    103,
    .security,
    "No secret is sent where a redirect leads, and none leads from encryption to plain text."
  ) { trial in
    for redirection in Fault.Redirection.allCases {
      let (site, session) = try await trial.session([.file("films/film.mkv")])
      do {
        try await site.inject(.redirect(redirection))
      } catch let lack as NotRun where redirection == .downgrade {
        throw NotRun("no secret was sent to another origin; away from encryption: \(lack.reason)")
      }
      guard site.hasSecret else { throw NotRun.noLogin }
      do {
        _ = try await session.listing(of: .at("films"))
        try expect(redirection != .downgrade, "a redirect to plain text was followed")
      } catch let error as SourceError {
        try expect(error.kind, is: .redirectRefused, "how a redirect ends")
      }
      let leaked = try counted(try await site.traffic().leakedSecrets, "secrets sent elsewhere")
      try expect(leaked, is: 0, "secrets sent elsewhere")
    }
  }

  static let hostileListing = Promise(
    104,
    .security,
    "Hostile names in a listing lead neither out of the base nor to another host."
  ) { trial in
    let site = try await trial.site([.file("film.mkv"), .directory("films")])
    try await site.inject(.hostileNames)
    let session = try await trial.connect(to: site)
    let listing = try await session.listing()
    let known: Set<PathComponent> = [.name("film.mkv"), .name("films")]
    try expect(known.isSubset(of: listing.names), "what is there is lacking: \(listing.names)")
    for entry in listing.entries where !known.contains(entry.name) {
      // A name may look hostile and be one: then it stays below the base.
      try expect(PathComponent(bytes: entry.name.bytes) != nil, "\(entry.name) was let through")
      _ = try? await session.stat(SourcePath.root.appending(entry.name))
      _ = try? await session.open(
        SourcePath.root.appending(entry.name),
        locator: entry.locator,
        expecting: nil
      )
    }
    let strays = try counted(try await site.traffic().strayRequests, "requests sent elsewhere")
    try expect(strays, is: 0, "requests sent elsewhere")
  }

  static let bombs = Promise(
    105,
    .security,
    "A listing that is made to exhaust its reader is refused within fixed memory."
  ) { trial in
    for bomb in Fault.Bomb.allCases {
      let (site, session) = try await trial.session([.file("films/film.mkv")])
      _ = try await session.listing(of: .at("films"))
      try await site.inject(.bomb(bomb))
      let before = ProcessResources.memory
      try await trial.within(.seconds(20), "a listing (\(bomb.rawValue))") {
        try await expectFailure(.protocolViolation, .tooLarge, of: "a listing (\(bomb.rawValue))") {
          try await session.listing(of: .at("films"))
        }
      }
      guard trial.options.measuresMemory, let before, let after = ProcessResources.memory else {
        continue
      }
      try expect(after - before < 64 << 20, "\((after - before) >> 20) MiB (\(bomb.rawValue))")
    }
  }

  static let secrets = Promise(
    106,
    .security,
    "Neither errors nor descriptions say a secret, and no error holds control characters."
  ) { trial in
    let (site, session) = try await trial.session([.file("films/film.mkv")])
    var texts = ["\(session)", String(reflecting: session), String(reflecting: site.configuration)]
    var contents = ""
    dump(session, to: &contents, maxDepth: 5)
    texts.append(contents)
    var paths = [SourcePath.at("absent"), .at("films/absent/\u{1B}[31mred\nline")]
    if let raw = PathComponent(bytes: [0x9B, 0xFF, 0x07]) { paths.append(.root.appending(raw)) }
    for path in paths {
      let error: SourceError
      do {
        _ = try await session.stat(path)
        continue
      } catch let failure as SourceError {
        error = failure
      }
      let isClean = error.description.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
      }
      try expect(isClean, "an error holds control characters")
      texts += [error.description, String(reflecting: error)]
    }
    if (try? await site.inject(.revokeCredentials)) != nil {
      do {
        _ = try await session.listing(of: .at("films"))
      } catch {
        texts += ["\(error)", String(reflecting: error)]
      }
    }
    for text in texts { try expectNoSecret(of: site.credential, in: text, "a text") }
  }
}

extension ConformanceSite {
  /// Whether there is a secret that could be given away.
  fileprivate var hasSecret: Bool {
    switch credential?.method {
    case .password, .bearer: true
    case .anonymous, nil: false
    }
  }
}
