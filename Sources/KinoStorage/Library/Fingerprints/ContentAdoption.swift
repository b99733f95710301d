import KinoCore
import KinoSQL

/// Lets files with one fingerprint share what was found out about their content.
///
/// Everything is copied and nothing moved, so that no file loses what it has, and doing it again
/// changes nothing. Only files that are present receive; a file gives to those of other sources, and
/// a missing one to all. What depends on the path (what a name says, what lies beside a file) is
/// not shared.
struct ContentAdoption {
  /// More files than this with one fingerprint say nothing: their ends are empty, or a template.
  static let peerLimit = 8

  let fingerprint: [UInt8]
  let now: Timestamp

  init(_ fingerprint: [UInt8], at now: Timestamp) {
    self.fingerprint = fingerprint
    self.now = now
  }

  /// A file that carries the fingerprint.
  struct Peer {
    var file: FileID
    var source: SourceID
    var isPresent: Bool

    /// Whether what is known of this file is also that one's.
    func gives(to other: Peer) -> Bool {
      other.isPresent && file != other.file && (source != other.source || !isPresent)
    }
  }

  /// Shares what is known among a file and those that carry the same fingerprint.
  ///
  /// Costs one look-up in the index of fingerprints when there is no other.
  func adopt(around file: FileID, in connection: borrowing Connection) throws(SQLiteError) {
    let peers = try peers(in: connection)
    guard peers.count > 1, peers.count <= Self.peerLimit else { return }
    guard let own = peers.first(where: { $0.file == file }) else { return }
    try adopt(into: own, from: peers, in: connection)
    // What this file knew before, the others may lack.
    for peer in peers where own.gives(to: peer) {
      try adopt(into: peer, from: [own], in: connection)
    }
  }

  private func adopt(
    into file: Peer,
    from peers: [Peer],
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let donors = peers.filter { $0.gives(to: file) }
    guard !donors.isEmpty else { return }
    try adoptProbe(into: file, from: donors, in: connection)
    try adoptMatch(into: file, from: donors, in: connection)
  }

  /// Those that are present first, the oldest first among equals.
  private func peers(in connection: borrowing Connection) throws(SQLiteError) -> [Peer] {
    try connection.all(Self.peersSQL) { statement in
      statement.bind(1, fingerprint)
      statement.bind(2, Self.peerLimit + 1)
    } _: { row in
      Peer(
        file: FileID(row.int64(0)),
        source: SourceID(row.int64(1)),
        isPresent: row.text(2) == Availability.present.rawValue
      )
    }
    .sorted { ($0.isPresent ? 0 : 1, $0.file) < ($1.isPresent ? 0 : 1, $1.file) }
  }

  static let peersSQL = """
    SELECT id, source_id, availability FROM media_file
    WHERE fingerprint = ?1 AND availability <> 'excluded' LIMIT ?2
    """
}
