/// A file that shows something of a library, and why it is thought to.
public struct BoundFile: Hashable, Sendable {
  /// Where it lies, or lay.
  public var location: FileLocation
  /// What people call the source.
  public var sourceName: String
  /// Its length; `nil` where the source does not say.
  public var size: Int64?
  /// `present`, `missing` or `excluded`; `purged` when the library has no row of it any more.
  public var availability: String
  /// `primary`, `version`, `contained`, `part` or `extra`.
  public var role: String
  /// Order among parts, or of the episode within the file.
  public var position: Int
  /// What tells it from other versions, such as `Director's Cut 2160p`.
  public var label: String?
  /// What said so: `name`, `nfo`, `provider`, `fingerprint` or `manual`.
  public var method: String
  /// From 0 to 1.
  public var confidence: Double
  /// Whether a hand said so; nothing but a hand changes it then.
  public var isLocked: Bool
  /// What its name says, field by field.
  public var evidence: [NameEvidence]
  /// Subtitles, descriptions and pictures that belong to it.
  public var sidecars: [BoundSidecar]

  package init(
    location: FileLocation,
    sourceName: String,
    size: Int64?,
    availability: String,
    role: String,
    position: Int,
    label: String?,
    method: String,
    confidence: Double,
    isLocked: Bool,
    evidence: [NameEvidence],
    sidecars: [BoundSidecar]
  ) {
    self.location = location
    self.sourceName = sourceName
    self.size = size
    self.availability = availability
    self.role = role
    self.position = position
    self.label = label
    self.method = method
    self.confidence = confidence
    self.isLocked = isLocked
    self.evidence = evidence
    self.sidecars = sidecars
  }
}

/// A field that was read from a name, and where.
public struct NameEvidence: Hashable, Sendable {
  /// Such as `title` or `season`.
  public var field: String
  /// The piece of the path that says it.
  public var text: String
  /// The rule that read it.
  public var rule: String

  package init(field: String, text: String, rule: String) {
    self.field = field
    self.text = text
    self.rule = rule
  }
}

/// A file beside a video that belongs to it.
public struct BoundSidecar: Hashable, Sendable {
  /// `subtitle`, `nfo`, `artwork`, `chapters`, `audio`, `json` or `other`.
  public var kind: String
  /// Its name in its folder.
  public var name: PathComponent
  /// A BCP 47 tag, for subtitles and audio.
  public var language: String?
  /// What else its name says, such as `forced`.
  public var tags: [String]

  package init(kind: String, name: PathComponent, language: String?, tags: [String]) {
    self.kind = kind
    self.name = name
    self.language = language
    self.tags = tags
  }
}
