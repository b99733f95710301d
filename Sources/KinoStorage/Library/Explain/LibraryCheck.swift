/// Something that holds in every library between two transactions.
package struct LibraryCheck: Hashable, Sendable {
  /// A short name, for reports.
  package var name: String
  /// Selects what breaks it: a text for each case.
  package var sql: String

  package init(_ name: String, _ sql: String) {
    self.name = name
    self.sql = sql
  }

  /// The library's own invariants, beyond what constraints and foreign keys guarantee.
  package static let all: [LibraryCheck] = [
    itemInDirectory, sidecarInDirectory, directoryUnderParent, itemOfOtherSource, rootReached,
    holdOnPresentFile, holdOnPresentSidecar, missingFile, missingSidecar, missingDirectory,
    publicationAhead, activeRuns, queuedFile, leasedWork, waitingWork, associationAcrossSources,
    directoryIDs, revisionAhead, defaultProfile, redirect, staging, identifiers, digests,
  ]

  static let itemInDirectory = LibraryCheck(
    "a present file lies in a present directory",
    """
    SELECT 'media_file ' || file.id FROM media_file AS file
    JOIN source_directory AS directory ON directory.id = file.directory_id
    WHERE file.availability = 'present' AND directory.availability <> 'present'
    """
  )
  static let sidecarInDirectory = LibraryCheck(
    "a present sidecar lies in a present directory",
    """
    SELECT 'sidecar ' || item.id FROM sidecar AS item
    JOIN source_directory AS directory ON directory.id = item.directory_id
    WHERE item.availability = 'present' AND directory.availability <> 'present'
    """
  )
  static let directoryUnderParent = LibraryCheck(
    "a present directory lies in a present directory",
    """
    SELECT 'source_directory ' || own.id FROM source_directory AS own
    JOIN source_directory AS parent ON parent.id = own.parent_id
    WHERE own.availability = 'present' AND parent.availability <> 'present'
    """
  )
  static let itemOfOtherSource = LibraryCheck(
    "what lies in a directory belongs to its source",
    """
    SELECT 'media_file ' || item.id FROM media_file AS item
    JOIN source_directory AS directory ON directory.id = item.directory_id
    WHERE item.source_id <> directory.source_id
    UNION ALL
    SELECT 'sidecar ' || item.id FROM sidecar AS item
    JOIN source_directory AS directory ON directory.id = item.directory_id
    WHERE item.source_id <> directory.source_id
    UNION ALL
    SELECT 'source_directory ' || item.id FROM source_directory AS item
    JOIN source_directory AS directory ON directory.id = item.parent_id
    WHERE item.source_id <> directory.source_id
    """
  )
  static let rootReached = LibraryCheck(
    "every directory is reached from its source's root",
    """
    WITH RECURSIVE reached (id) AS (
      SELECT id FROM source_directory WHERE parent_id IS NULL
      UNION
      SELECT child.id FROM reached JOIN source_directory AS child ON child.parent_id = reached.id
    )
    SELECT 'source_directory ' || id FROM source_directory
    WHERE id NOT IN (SELECT id FROM reached)
    """
  )
  static let holdOnPresentFile = LibraryCheck(
    "only a present file's removal is held",
    """
    SELECT 'media_file ' || id FROM media_file
    WHERE hold_reason IS NOT NULL
      AND (availability <> 'present' OR hold_since_ms IS NULL OR hold_publication IS NULL)
    """
  )
  static let holdOnPresentSidecar = LibraryCheck(
    "only a present sidecar's removal is held",
    """
    SELECT 'sidecar ' || id FROM sidecar
    WHERE hold_reason IS NOT NULL
      AND (availability <> 'present' OR hold_since_ms IS NULL OR hold_publication IS NULL)
    """
  )
  static let missingFile = LibraryCheck(
    "a file says since when it is missing exactly when it is",
    """
    SELECT 'media_file ' || id FROM media_file
    WHERE (availability = 'missing') <> (missing_since_ms IS NOT NULL)
    """
  )
  static let missingSidecar = LibraryCheck(
    "a sidecar says since when it is missing exactly when it is",
    """
    SELECT 'sidecar ' || id FROM sidecar
    WHERE (availability = 'missing') <> (missing_since_ms IS NOT NULL)
    """
  )
  static let missingDirectory = LibraryCheck(
    "a directory that is there does not say since when it is missing",
    """
    SELECT 'source_directory ' || id FROM source_directory
    WHERE availability <> 'missing' AND missing_since_ms IS NOT NULL
    """
  )
}

extension LibraryCheck {
  static let publicationAhead = LibraryCheck(
    "nothing was removed or held by a publication that is still to come",
    """
    SELECT 'media_file ' || item.id FROM media_file AS item
    JOIN library_source AS source ON source.id = item.source_id
    WHERE max(coalesce(missing_publication, 0), coalesce(hold_publication, 0)) > publication
    UNION ALL
    SELECT 'sidecar ' || item.id FROM sidecar AS item
    JOIN library_source AS source ON source.id = item.source_id
    WHERE max(coalesce(missing_publication, 0), coalesce(hold_publication, 0)) > publication
    """
  )
  static let activeRuns = LibraryCheck(
    "a source has at most one active run",
    """
    SELECT 'library_source ' || source_id FROM scan_run
    WHERE state IN ('queued', 'enumerating', 'processing', 'finalizing')
    GROUP BY source_id HAVING count(*) > 1
    """
  )
  static let queuedFile = LibraryCheck(
    "queued work is about a file that has a row",
    """
    SELECT 'scan_queue ' || id FROM scan_queue
    WHERE media_file_id NOT IN (SELECT id FROM media_file)
    """
  )
  static let leasedWork = LibraryCheck(
    "work has a token and a lease exactly while it is leased",
    """
    SELECT 'scan_queue ' || id FROM scan_queue
    WHERE (state = 'leased') <> (claim_token IS NOT NULL)
      OR (state = 'leased') <> (lease_expires_at_ms IS NOT NULL)
    """
  )
  static let waitingWork = LibraryCheck(
    "work that waits says until when",
    "SELECT 'scan_queue ' || id FROM scan_queue WHERE state = 'waiting' AND due_at_ms IS NULL"
  )
  static let associationAcrossSources = LibraryCheck(
    "a sidecar belongs to a file of its own source",
    """
    SELECT 'sidecar ' || item.id FROM sidecar AS item
    JOIN media_file AS file ON file.id = item.media_file_id
    WHERE file.source_id <> item.source_id
    """
  )
  static let directoryIDs = LibraryCheck(
    "the next directory id is free",
    """
    SELECT 'source_directory ' || id FROM source_directory
    WHERE id >= (SELECT next_directory_id FROM library_revision WHERE id = 1)
    """
  )
  static let revisionAhead = LibraryCheck(
    "nothing changed in a revision that is still to come",
    """
    SELECT 'media_entity ' || id FROM media_entity
    WHERE changed_revision > (SELECT revision FROM library_revision WHERE id = 1)
    UNION ALL
    SELECT 'change_log ' || id FROM change_log
    WHERE revision > (SELECT revision FROM library_revision WHERE id = 1)
    """
  )
  static let defaultProfile = LibraryCheck(
    "there is one default profile",
    """
    SELECT count(*) || ' default profiles' FROM playback_profile WHERE is_default = 1
    HAVING count(*) <> 1
    """
  )
  static let redirect = LibraryCheck(
    "a merge leads to an entity that was not merged itself",
    """
    SELECT 'media_entity ' || own.id FROM media_entity AS own
    JOIN media_entity AS target ON target.id = own.merged_into_id
    WHERE target.merged_into_id IS NOT NULL
    """
  )

  static let staging = LibraryCheck(
    "what is staged belongs to a run",
    """
    SELECT 'scan_discovery of run ' || run_id FROM scan_discovery
    WHERE run_id NOT IN (SELECT id FROM scan_run) GROUP BY run_id
    """
  )
  /// No CHECK on the column says so: SQLite would journal every page that a finalize changes.
  static let identifiers = LibraryCheck(
    "an identifier has 16 bytes",
    "SELECT 'media_file ' || id FROM media_file WHERE length(uid) <> 16"
  )
  static let digests = LibraryCheck(
    "a digest stands for items that are all present and counted",
    """
    SELECT 'source_directory ' || own.id FROM source_directory AS own
    WHERE listing_digest IS NOT NULL AND (
      length(listing_digest) <> 16
      OR item_count <> (
        SELECT count(*) FROM media_file
        WHERE directory_id = own.id AND availability = 'present' AND hold_reason IS NULL
      ) + (
        SELECT count(*) FROM sidecar
        WHERE directory_id = own.id AND availability = 'present' AND hold_reason IS NULL
      )
      OR EXISTS (
        SELECT 1 FROM media_file
        WHERE directory_id = own.id AND availability = 'excluded'
      )
      OR EXISTS (
        SELECT 1 FROM sidecar
        WHERE directory_id = own.id AND availability = 'excluded'
      )
    )
    """
  )
}
