public import KinoCore

/// Why a filter takes a path, or leaves it out: for people who miss a file in their library.
public struct FilterExplanation: Hashable, Sendable {
  /// What the filter decided.
  public enum Decision: String, Hashable, Sendable, Codable {
    /// It is kept: a video, a sidecar, or a directory that is listed.
    case taken
    /// A rule hides it.
    case excluded
    /// Nothing that a library keeps.
    case ignored
  }

  /// Where a rule comes from.
  public enum Origin: Hashable, Sendable {
    /// It is built in.
    case builtIn
    /// A setting of the source, by name, with the path it names where it names one.
    case setting(String, path: SourcePath?)
  }

  /// What was asked about.
  public var path: SourcePath
  /// What the filter decided.
  public var decision: Decision
  /// The rule that decided; `nil` when it is taken.
  public var rule: FilterRule?
  /// The path at which the rule applied: the one asked about, or a directory above it.
  public var appliedAt: SourcePath
  /// Where the rule comes from.
  public var origin: Origin
  /// What a taken path is: `directory`, a kind of media, or a kind of sidecar.
  public var kind: String?
}

extension FilterExplanation: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    guard let rule else { return "\(path) is taken as \(kind ?? "file")" }
    let place = appliedAt == path ? "" : ", decided at \(appliedAt)"
    return "\(path) is \(decision.rawValue)\(place): \(reason(rule)) (\(source))"
  }

  private var source: String {
    switch origin {
    case .builtIn: "built-in rule"
    case .setting(let name, let path?): "setting \(name): \(path)"
    case .setting(let name, nil): "setting \(name)"
    }
  }

  private func reason(_ rule: FilterRule) -> String {
    switch rule {
    case .junkName: "systems leave such names behind, and they hold no media"
    case .hidden: "hidden names are not taken"
    case .excludedPath: "its path is excluded"
    case .outsideIncludedPaths: "only other paths are included"
    case .marker: "a .nomedia or .ignore file leaves the directory out"
    case .otherExtension: "its extension is none that a library keeps"
    case .notAFile: "links and special files are never taken"
    }
  }
}

extension ScanFilter {
  /// Says what the filter makes of a path, and by which rule.
  ///
  /// It looks at names, and at what was seen: what only a source knows (hidden flags) does not show.
  ///
  /// - Parameters:
  ///   - path: What to explain.
  ///   - sight: What lies there, or is taken to.
  /// - Returns: The decision at the first component that is left out, or at the last.
  package func explain(
    _ path: SourcePath,
    as sight: PathSight
  ) -> FilterExplanation {
    let names = path.components
    var directory = SourcePath.root
    for (index, name) in names.enumerated() {
      if isLeftOut(directory, as: sight) {
        return explanation(of: path, .excluded(.marker), at: directory)
      }
      let isLast = index == names.count - 1
      let here = directory.appending(name)
      let entry = SourceEntry(name: name, kind: isLast ? sight.kind : .directory)
      let verdict = classify(entry, in: scope(of: directory))
      if verdict != .directory { return explanation(of: path, verdict, at: here) }
      directory = here
    }
    let verdict = isLeftOut(path, as: sight) ? Verdict.excluded(.marker) : .directory
    return explanation(of: path, verdict, at: path)
  }

  private func isLeftOut(_ directory: SourcePath, as sight: PathSight) -> Bool {
    settings.honorsMarkers && sight.markedDirectory == directory
  }

  private func explanation(
    of path: SourcePath,
    _ verdict: Verdict,
    at place: SourcePath
  ) -> FilterExplanation {
    var result = FilterExplanation(
      path: path,
      decision: .taken,
      rule: nil,
      appliedAt: place,
      origin: .builtIn,
      kind: nil
    )
    switch verdict {
    case .video(let kind): result.kind = kind.rawValue
    case .sidecar(let kind): result.kind = kind.rawValue
    case .directory, .undecided: result.kind = "directory"
    case .marker: (result.decision, result.rule) = (.ignored, .marker)
    case .excluded(let rule): (result.decision, result.rule) = (.excluded, rule)
    case .ignored(let rule): (result.decision, result.rule) = (.ignored, rule)
    }
    if let rule = result.rule { result.origin = origin(of: rule, at: place) }
    return result
  }

  private func origin(of rule: FilterRule, at place: SourcePath) -> FilterExplanation.Origin {
    switch rule {
    case .junkName, .otherExtension, .notAFile: .builtIn
    case .hidden: .setting("includesHidden", path: nil)
    case .marker: .setting("honorsMarkers", path: nil)
    case .outsideIncludedPaths: .setting("includedPaths", path: nil)
    case .excludedPath: .setting("excludedPaths", path: paths.excludingPath(of: place, settings))
    }
  }
}
