/// What has to be done to a file, in the order of a file's way through the library.
public enum WorkStage: String, Hashable, Sendable, Codable, CaseIterable {
  /// Reading a short witness of its content, by which it is recognised elsewhere.
  case fingerprint
  /// Reading what its name says.
  case parse
  /// Reading what lies beside it.
  case localMetadata = "local_metadata"
  /// Reading what it is made of.
  case probe
  /// Finding out what it shows.
  case match
  /// Making the entities that it shows.
  case materialize
  /// Fetching their pictures.
  case artwork
  /// Making them findable.
  case search
}
