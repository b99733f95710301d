-- library.sqlite, version 12: directories have rows, and files and sidecars are keyed by them.
--
-- media_file and sidecar are rebuilt, so foreign keys must be off while this runs: dropping a table
-- would otherwise delete or detach the rows that refer to it. Within a transaction this pragma does
-- nothing; whoever opens one switches them off before.
PRAGMA foreign_keys = OFF;

-- A directory of a source. Says what is unusual about it, and nothing about every scan.
CREATE TABLE source_directory (
  id INTEGER PRIMARY KEY, -- reserved from library_revision, so that staging can name it beforehand
  -- where it is
  source_id INTEGER NOT NULL REFERENCES library_source (id) ON DELETE RESTRICT
    DEFERRABLE INITIALLY DEFERRED,
  -- NULL: the root
  parent_id INTEGER REFERENCES source_directory (id) DEFERRABLE INITIALLY DEFERRED,
  name BLOB NOT NULL, -- raw name within the parent; empty for the root
  compare_key BLOB, -- folded name; NULL: the same bytes as the name, or not computed yet
  availability TEXT NOT NULL DEFAULT 'present', -- 'present' | 'missing' | 'excluded'
  entry_flags INTEGER NOT NULL DEFAULT 0, -- as on media_file
  device_boundary INTEGER NOT NULL DEFAULT 0, -- 1: another file system begins here
  directory_count INTEGER NOT NULL DEFAULT 0, -- directories in it, when a finalize last touched it
  -- files and sidecars in it, when a finalize last touched it
  item_count INTEGER NOT NULL DEFAULT 0,
  row_revision INTEGER NOT NULL DEFAULT 1, -- moves with every change of these facts
  stable_id BLOB, -- the source's identifier of the directory, where it has one
  locator BLOB, -- opaque to all but the adapter
  incomplete_since_run_id INTEGER, -- first run since its last complete listing; NULL: complete
  suspect_reason TEXT, -- why its removals are held: 'suspect' | …; NULL: they are not
  missing_since_ms INTEGER, -- when it went missing; NULL: it is not
  missing_publication INTEGER, -- the source's publication that made it missing
  -- of a complete listing that holds exactly what the rows of its files and sidecars say: an equal
  -- digest of a later one proves that comparing it would find nothing; NULL: compare row by row
  listing_digest BLOB
) STRICT;

-- Every item, split at its last slash.
CREATE TEMP TABLE v12_item (
  item_kind TEXT NOT NULL, -- 'file' | 'sidecar'
  item_id INTEGER NOT NULL, -- its row
  source_id INTEGER NOT NULL, -- its source
  directory_path BLOB NOT NULL, -- everything before the last slash
  name BLOB NOT NULL, -- everything after it
  is_missing INTEGER NOT NULL, -- 1: the row is missing
  missing_since_ms INTEGER, -- since when
  PRIMARY KEY (item_kind, item_id)
) STRICT, WITHOUT ROWID;

INSERT INTO v12_item
WITH RECURSIVE split (item_kind, id, source_id, path, is_missing, missing_since_ms, head, rest) AS (
  SELECT 'file', id, source_id, path, availability = 'missing', missing_since_ms,
    0, instr(path, X'2F')
  FROM media_file
  UNION ALL
  SELECT 'sidecar', id, source_id, path, availability = 'missing', missing_since_ms,
    0, instr(path, X'2F')
  FROM sidecar
  UNION ALL
  SELECT item_kind, id, source_id, path, is_missing, missing_since_ms,
    head + rest, instr(substr(path, head + rest + 1), X'2F')
  FROM split
  WHERE rest > 0
)
SELECT item_kind, id, source_id,
  CASE WHEN head > 1 THEN substr(path, 1, head - 1) ELSE X'' END,
  substr(path, head + 1), is_missing, missing_since_ms
FROM split
WHERE rest = 0;

-- Every directory on the way to an item. Sorted by path, so that a parent comes before its
-- children.
CREATE TEMP TABLE v12_directory (
  id INTEGER PRIMARY KEY, -- the id it will have
  source_id INTEGER NOT NULL, -- its source
  path BLOB NOT NULL, -- its path; empty: the root
  parent_path BLOB, -- its parent's path; NULL: it is the root
  name BLOB NOT NULL, -- its last component
  is_missing INTEGER NOT NULL, -- 1: all that is known below it is missing
  missing_since_ms INTEGER, -- since when, if so
  UNIQUE (source_id, path)
) STRICT;

INSERT INTO v12_directory (source_id, path, parent_path, name, is_missing, missing_since_ms)
WITH RECURSIVE holder (source_id, path, is_missing, missing_since_ms) AS (
  SELECT source_id, directory_path, min(is_missing), max(missing_since_ms)
  FROM v12_item
  GROUP BY source_id, directory_path
),
component (source_id, path, is_missing, missing_since_ms, first, length) AS (
  SELECT source_id, path, is_missing, missing_since_ms, 1, instr(path, X'2F')
  FROM holder
  WHERE path <> X''
  UNION ALL
  SELECT source_id, path, is_missing, missing_since_ms,
    first + length, instr(substr(path, first + length), X'2F')
  FROM component
  WHERE length > 0
),
directory (source_id, path, parent_path, name, is_missing, missing_since_ms) AS (
  SELECT source_id, X'', NULL, X'', 0, NULL
  FROM holder
  UNION ALL
  SELECT source_id,
    CASE length WHEN 0 THEN path ELSE substr(path, 1, first + length - 2) END,
    CASE first WHEN 1 THEN X'' ELSE substr(path, 1, first - 2) END,
    CASE length WHEN 0 THEN substr(path, first) ELSE substr(path, first, length - 1) END,
    is_missing, missing_since_ms
  FROM component
)
SELECT source_id, path, parent_path, name, min(is_missing), max(missing_since_ms)
FROM directory
WHERE parent_path IS NULL OR path <> X''
GROUP BY source_id, path
ORDER BY source_id, path;

INSERT INTO source_directory (
  id, source_id, parent_id, name, availability, missing_since_ms, directory_count, item_count
)
SELECT own.id, own.source_id, parent.id, own.name,
  CASE own.is_missing WHEN 1 THEN 'missing' ELSE 'present' END,
  CASE own.is_missing WHEN 1 THEN own.missing_since_ms END,
  0, 0
FROM v12_directory AS own
LEFT JOIN v12_directory AS parent
  ON parent.source_id = own.source_id AND parent.path = own.parent_path
ORDER BY own.id;

UPDATE source_directory
SET directory_count = child.n
FROM (
  SELECT parent_id, count(*) AS n FROM source_directory
  WHERE availability = 'present' AND parent_id IS NOT NULL
  GROUP BY parent_id
) AS child
WHERE source_directory.id = child.parent_id;

UPDATE source_directory
SET item_count = child.n
FROM (
  SELECT v12_directory.id AS directory_id, count(*) AS n
  FROM v12_item
  JOIN v12_directory ON v12_directory.source_id = v12_item.source_id
    AND v12_directory.path = v12_item.directory_path
  WHERE v12_item.is_missing = 0
  GROUP BY v12_directory.id
) AS child
WHERE source_directory.id = child.directory_id;

-- A NULL makes a row distinct from every other, so the raw name is unique among the rows that are
-- not missing, while the one index also serves the directory's read and the foreign key.
CREATE UNIQUE INDEX source_directory_name
  ON source_directory (parent_id, name, CASE WHEN availability = 'missing' THEN NULL ELSE 1 END);
CREATE UNIQUE INDEX source_directory_root
  ON source_directory (source_id) WHERE parent_id IS NULL;
CREATE INDEX source_directory_missing
  ON source_directory (source_id, parent_id, name) WHERE availability = 'missing';
CREATE INDEX source_directory_compare_key
  ON source_directory (parent_id, compare_key) WHERE compare_key IS NOT NULL;
CREATE INDEX source_directory_stable_id
  ON source_directory (source_id, stable_id) WHERE stable_id IS NOT NULL;
CREATE INDEX source_directory_exceptional
  ON source_directory (source_id)
  WHERE incomplete_since_run_id IS NOT NULL OR suspect_reason IS NOT NULL;

-- A view that names a table to be rebuilt would make the rename fail.
DROP VIEW media_file_last_seen;

CREATE TABLE media_file_v12 (
  id INTEGER PRIMARY KEY, -- local key
  -- 16 bytes, kept across moves and content changes; a CHECK would make SQLite journal every page
  -- that a statement of several rows changes
  uid BLOB NOT NULL UNIQUE,
  -- where it is
  source_id INTEGER NOT NULL REFERENCES library_source (id) ON DELETE RESTRICT
    DEFERRABLE INITIALLY DEFERRED,
  -- in which directory
  directory_id INTEGER NOT NULL REFERENCES source_directory (id) DEFERRABLE INITIALLY DEFERRED,
  name BLOB NOT NULL, -- raw name within the directory
  -- folded name under the source's policy; NULL: the same bytes as the name, or not computed
  -- yet
  compare_key BLOB,
  media_kind TEXT NOT NULL, -- 'video' | 'playlist' | 'audio' | 'disc'
  availability TEXT NOT NULL DEFAULT 'present', -- 'present' | 'missing' | 'excluded'
  size_bytes INTEGER, -- length as listed; NULL: the source does not say
  modified_at_ms INTEGER, -- modification time as listed; may lie before 1970 or in the future
  created_at_ms INTEGER, -- the source's own birth time
  entry_flags INTEGER NOT NULL DEFAULT 0, -- hidden, mangled name, placeholder, being written …
  row_revision INTEGER NOT NULL DEFAULT 1, -- moves with every change of these facts
  material_revision INTEGER NOT NULL DEFAULT 1, -- moves when the content changes
  input_revision INTEGER NOT NULL DEFAULT 1, -- moves when content, path or any sidecar changes
  first_seen_at_ms INTEGER NOT NULL, -- when it was first published
  updated_at_ms INTEGER NOT NULL, -- when the row last changed
  -- run that last wrote it as seen
  last_seen_run_id INTEGER REFERENCES scan_run (id) ON DELETE SET NULL
    DEFERRABLE INITIALLY DEFERRED,
  etag BLOB, -- entity tag as listed
  stable_id BLOB, -- the source's identifier of the file, where it has one
  locator BLOB, -- opaque to all but the adapter: how it finds the file faster than by path
  fingerprint BLOB, -- hash over size, head and tail, once one was read
  composite_kind TEXT, -- 'bdmv' | 'dvd' | 'iso'; NULL: a plain file
  composite_json TEXT, -- the files a disc is made of: path below it, size, modification time, role
  missing_since_ms INTEGER, -- when it went missing; NULL: it is not
  missing_clock_ms INTEGER, -- the source's covered_clock_ms at that moment
  missing_scans INTEGER, -- the source's covered_scans at that moment
  missing_publication INTEGER, -- the source's publication that made it missing
  hold_reason TEXT, -- why its removal is held back: 'brake' | 'suspect' | 'undone'; NULL: it is not
  hold_since_ms INTEGER, -- since when
  hold_publication INTEGER -- the source's publication that held it
) STRICT;

INSERT INTO media_file_v12 (
  id, uid, source_id, directory_id, name, media_kind, availability, size_bytes, modified_at_ms,
  created_at_ms, entry_flags, row_revision, material_revision, input_revision, first_seen_at_ms,
  updated_at_ms, last_seen_run_id, etag, stable_id, locator, fingerprint, composite_kind,
  composite_json, missing_since_ms, missing_clock_ms, missing_scans, missing_publication,
  hold_reason, hold_since_ms, hold_publication
)
SELECT
  file.id, file.uid, file.source_id, v12_directory.id, v12_item.name, file.media_kind,
  file.availability, file.size_bytes, file.modified_at_ms, file.created_at_ms, file.entry_flags,
  file.row_revision, file.material_revision, file.input_revision, file.first_seen_at_ms,
  file.updated_at_ms, file.last_seen_run_id, file.etag, file.stable_id, file.locator,
  file.fingerprint, file.composite_kind, file.composite_json, file.missing_since_ms,
  file.missing_clock_ms, file.missing_scans, file.missing_publication, file.hold_reason,
  file.hold_since_ms, file.hold_publication
FROM media_file AS file
JOIN v12_item ON v12_item.item_kind = 'file' AND v12_item.item_id = file.id
JOIN v12_directory ON v12_directory.source_id = v12_item.source_id
  AND v12_directory.path = v12_item.directory_path
ORDER BY file.id;

DROP TABLE media_file;
ALTER TABLE media_file_v12 RENAME TO media_file;

CREATE UNIQUE INDEX media_file_name
  ON media_file (directory_id, name, CASE WHEN availability = 'missing' THEN NULL ELSE 1 END);
CREATE INDEX media_file_missing
  ON media_file (source_id, directory_id, name) WHERE availability = 'missing';
CREATE INDEX media_file_held ON media_file (source_id) WHERE hold_reason IS NOT NULL;
CREATE INDEX media_file_compare_key
  ON media_file (directory_id, compare_key) WHERE compare_key IS NOT NULL;
CREATE INDEX media_file_stable_id
  ON media_file (source_id, stable_id) WHERE stable_id IS NOT NULL;
CREATE INDEX media_file_fingerprint
  ON media_file (fingerprint) WHERE fingerprint IS NOT NULL;

CREATE TABLE sidecar_v12 (
  id INTEGER PRIMARY KEY, -- local key; a sidecar needs no identity beyond its path
  -- where it is
  source_id INTEGER NOT NULL REFERENCES library_source (id) ON DELETE RESTRICT
    DEFERRABLE INITIALLY DEFERRED,
  -- in which directory
  directory_id INTEGER NOT NULL REFERENCES source_directory (id) DEFERRABLE INITIALLY DEFERRED,
  name BLOB NOT NULL, -- raw name within the directory
  -- folded name under the source's policy; NULL: the same bytes as the name, or not computed
  -- yet
  compare_key BLOB,
  kind TEXT NOT NULL, -- 'subtitle' | 'nfo' | 'artwork' | 'chapters' | 'audio' | 'json' | 'other'
  -- the file it belongs to, if to one
  media_file_id INTEGER REFERENCES media_file (id) ON DELETE SET NULL
    DEFERRABLE INITIALLY DEFERRED,
  availability TEXT NOT NULL DEFAULT 'present', -- 'present' | 'missing' | 'excluded'
  size_bytes INTEGER, -- length as listed
  modified_at_ms INTEGER, -- modification time as listed
  created_at_ms INTEGER, -- the source's own birth time
  entry_flags INTEGER NOT NULL DEFAULT 0, -- as on media_file
  row_revision INTEGER NOT NULL DEFAULT 1, -- moves with every change of these facts
  first_seen_at_ms INTEGER NOT NULL, -- when it was first published
  updated_at_ms INTEGER NOT NULL, -- when the row last changed
  -- run that last wrote it as seen
  last_seen_run_id INTEGER REFERENCES scan_run (id) ON DELETE SET NULL
    DEFERRABLE INITIALLY DEFERRED,
  etag BLOB, -- entity tag as listed
  stable_id BLOB, -- the source's identifier of the file, where it has one
  locator BLOB, -- opaque to all but the adapter
  language TEXT, -- BCP 47 tag its name gives, for subtitles and audio
  tags TEXT, -- what else its name says, space-separated: 'forced', 'sdh', 'default' …
  content_revision INTEGER, -- the row_revision whose content was read last
  content_json TEXT, -- what was read from it: fields of an NFO, dimensions of a picture
  missing_since_ms INTEGER, -- when it went missing; NULL: it is not
  missing_clock_ms INTEGER, -- the source's covered_clock_ms at that moment
  missing_scans INTEGER, -- the source's covered_scans at that moment
  missing_publication INTEGER, -- the source's publication that made it missing
  hold_reason TEXT, -- why its removal is held back; NULL: it is not
  hold_since_ms INTEGER, -- since when
  hold_publication INTEGER -- the source's publication that held it
) STRICT;

INSERT INTO sidecar_v12 (
  id, source_id, directory_id, name, kind, media_file_id, availability, size_bytes,
  modified_at_ms, created_at_ms, entry_flags, row_revision, first_seen_at_ms, updated_at_ms,
  last_seen_run_id, etag, stable_id, locator, language, tags, content_revision, content_json,
  missing_since_ms, missing_clock_ms, missing_scans, missing_publication, hold_reason,
  hold_since_ms, hold_publication
)
SELECT
  item.id, item.source_id, v12_directory.id, v12_item.name, item.kind, item.media_file_id,
  item.availability, item.size_bytes, item.modified_at_ms, item.created_at_ms, item.entry_flags,
  item.row_revision, item.first_seen_at_ms, item.updated_at_ms, item.last_seen_run_id, item.etag,
  item.stable_id, item.locator, item.language, item.tags, item.content_revision,
  item.content_json, item.missing_since_ms, item.missing_clock_ms, item.missing_scans,
  item.missing_publication, item.hold_reason, item.hold_since_ms, item.hold_publication
FROM sidecar AS item
JOIN v12_item ON v12_item.item_kind = 'sidecar' AND v12_item.item_id = item.id
JOIN v12_directory ON v12_directory.source_id = v12_item.source_id
  AND v12_directory.path = v12_item.directory_path
ORDER BY item.id;

DROP TABLE sidecar;
ALTER TABLE sidecar_v12 RENAME TO sidecar;

CREATE UNIQUE INDEX sidecar_name
  ON sidecar (directory_id, name, CASE WHEN availability = 'missing' THEN NULL ELSE 1 END);
CREATE INDEX sidecar_missing
  ON sidecar (source_id, directory_id, name) WHERE availability = 'missing';
CREATE INDEX sidecar_held ON sidecar (source_id) WHERE hold_reason IS NOT NULL;
CREATE INDEX sidecar_compare_key
  ON sidecar (directory_id, compare_key) WHERE compare_key IS NOT NULL;
CREATE INDEX sidecar_media_file
  ON sidecar (media_file_id) WHERE media_file_id IS NOT NULL;

DROP TABLE v12_item;

-- Staging named directories by path. What no run has published is listed again, by a new run.
UPDATE scan_run
SET state = 'cancelled',
  ended_at_ms = coalesce(heartbeat_at_ms, started_at_ms, requested_at_ms),
  error_kind = 'superseded',
  owner_token = NULL
WHERE state IN ('queued', 'enumerating', 'processing', 'finalizing');
-- No source has this publication, so nothing that has lost its staging is taken for resumable.
UPDATE scan_run SET base_publication = -1 WHERE state <> 'completed';

DROP TABLE scan_frontier;
DROP TABLE scan_seen;
DROP TABLE scan_discovery;

-- Directories that a run could not list, or not to the end. Which ones are outstanding follows from
-- scan_seen and the tree (ADR 0006).
CREATE TABLE scan_frontier (
  run_id INTEGER NOT NULL REFERENCES scan_run (id) ON DELETE CASCADE, -- the run
  directory_id INTEGER NOT NULL, -- the directory; may be staged only, so no foreign key
  state TEXT NOT NULL, -- 'failed'; v2 had 'outstanding' and 'waiting' as well
  page_cursor BLOB, -- not used: a directory is listed again from its beginning
  listed_at_ms INTEGER, -- when its listing began
  attempts INTEGER NOT NULL DEFAULT 0, -- how often listing it failed
  next_attempt_at_ms INTEGER, -- not used: the next run tries again
  error_kind TEXT, -- the last failure's kind
  error_json TEXT, -- more about it, without secrets
  PRIMARY KEY (run_id, directory_id)
) STRICT, WITHOUT ROWID;

-- Directories a run has listed to the end, as ranges of ids.
CREATE TABLE scan_seen (
  run_id INTEGER NOT NULL REFERENCES scan_run (id) ON DELETE CASCADE, -- the run
  first_directory_id INTEGER NOT NULL, -- first of the range
  last_directory_id INTEGER NOT NULL, -- last of the range, itself within it
  listed_at_ms INTEGER NOT NULL, -- when the oldest listing in the range began
  PRIMARY KEY (run_id, first_directory_id)
) STRICT, WITHOUT ROWID;

-- What a run found to differ from the published snapshot, in the order it was found. Append-only:
-- a later row about the same entry replaces an earlier one when the run is processed.
CREATE TABLE scan_discovery (
  run_id INTEGER NOT NULL, -- the run; no foreign key: checking one is a third of the cost of a row
  seq INTEGER NOT NULL, -- place within the run, from 1
  -- the directory it is listed in; may be staged only, so no foreign key
  directory_id INTEGER NOT NULL,
  -- 'directory' | 'video' | 'sidecar'; 'items': several, in content; 'listing': the whole listing
  item_kind TEXT NOT NULL,
  -- 'added' | 'changed' | 'touched' | 'returned' | 'absent' | 'excluded' | 'included'; of 'items'
  -- 'packed': all of them were added; of 'listing' 'listed'
  change TEXT NOT NULL,
  item_id INTEGER, -- the published row it is about; of an added directory, the id reserved for it
  expected_revision INTEGER, -- the published row's row_revision when it was compared
  name BLOB NOT NULL, -- raw name within the directory; of 'items' and 'listing' empty
  compare_key BLOB, -- folded name; NULL: the same bytes as the name
  -- media kind of a video, kind of a sidecar; of 'items' 'continued' where an earlier row has others
  -- of the same listing
  detail TEXT,
  size_bytes INTEGER, -- length as listed
  modified_at_ms INTEGER, -- modification time as listed
  created_at_ms INTEGER, -- birth time as listed
  etag BLOB, -- entity tag as listed; of 'listing' its digest and the number of its items
  stable_id BLOB, -- the source's identifier, where it has one
  locator BLOB, -- opaque to all but the adapter
  entry_flags INTEGER NOT NULL DEFAULT 0, -- as on media_file
  hold_reason TEXT, -- why a removal shall not be applied yet: 'suspect' | …
  -- what processing made of it: 'moved' | 'moved_changed' | 'restored' | 'restored_changed' |
  -- 'dropped'; NULL: apply it as it is
  resolution TEXT,
  resolved_item_id INTEGER, -- the published row that moved here, or was restored
  content BLOB, -- of 'items': their facts, packed in a form of the engine's own
  PRIMARY KEY (run_id, seq)
) STRICT, WITHOUT ROWID;

-- The next place in the run's staging.
ALTER TABLE scan_run ADD COLUMN next_seq INTEGER NOT NULL DEFAULT 1;
-- When the oldest listing it relies on began; NULL: it has none.
ALTER TABLE scan_run ADD COLUMN listed_since_ms INTEGER;

-- The next id of a directory. Ids are reserved in blocks and never given back.
ALTER TABLE library_revision ADD COLUMN next_directory_id INTEGER NOT NULL DEFAULT 1;
UPDATE library_revision
SET next_directory_id = 1 + coalesce((SELECT max(id) FROM v12_directory), 0);

DROP TABLE v12_directory;

-- A digest holds only for as long as the rows are what it was taken from. Whoever changes what a listing
-- is compared with, or deletes such a row, takes it away, from the directory that a row has left, too.
-- Rows are inserted by a finalize only, which sees to it itself: a trigger would be run for each of them.
CREATE TRIGGER media_file_digest_update
AFTER UPDATE OF directory_id, name, availability, size_bytes, modified_at_ms, etag, stable_id,
  hold_reason
  ON media_file
BEGIN
  UPDATE source_directory SET listing_digest = NULL
  WHERE id IN (OLD.directory_id, NEW.directory_id) AND listing_digest IS NOT NULL;
END;

CREATE TRIGGER media_file_digest_delete
AFTER DELETE ON media_file
BEGIN
  UPDATE source_directory SET listing_digest = NULL
  WHERE id = OLD.directory_id AND listing_digest IS NOT NULL;
END;

CREATE TRIGGER sidecar_digest_update
AFTER UPDATE OF directory_id, name, availability, size_bytes, modified_at_ms, etag, stable_id,
  hold_reason
  ON sidecar
BEGIN
  UPDATE source_directory SET listing_digest = NULL
  WHERE id IN (OLD.directory_id, NEW.directory_id) AND listing_digest IS NOT NULL;
END;

CREATE TRIGGER sidecar_digest_delete
AFTER DELETE ON sidecar
BEGIN
  UPDATE source_directory SET listing_digest = NULL
  WHERE id = OLD.directory_id AND listing_digest IS NOT NULL;
END;

-- When each file was last seen. A scan writes nothing for a file that did not change; for such a
-- row the newest completed run answers that covered its directory and listed it to the end. For one
-- that is missing or held, the newest before that happened; where that is not on record, and for one
-- that a filter excludes, what the row says.
CREATE VIEW media_file_last_seen (media_file_id, run_id) AS
SELECT file.id,
  CASE
  WHEN file.availability = 'excluded'
    OR (file.availability = 'missing' AND file.missing_publication IS NULL)
    OR (file.hold_reason IS NOT NULL AND file.hold_publication IS NULL)
  THEN file.last_seen_run_id
  ELSE
    nullif(max(coalesce(file.last_seen_run_id, 0), coalesce((
      WITH RECURSIVE
      climb (level, parent_id, name, incomplete_since_run_id) AS (
        SELECT 0, parent_id, name, incomplete_since_run_id
        FROM source_directory
        WHERE id = file.directory_id
        UNION ALL
        SELECT climb.level + 1, upper.parent_id, upper.name, upper.incomplete_since_run_id
        FROM climb
        JOIN source_directory AS upper ON upper.id = climb.parent_id
      ),
      descend (level, path) AS (
        SELECT level - 1, '' FROM climb WHERE parent_id IS NULL
        UNION ALL
        SELECT climb.level - 1,
          CASE descend.path WHEN '' THEN '' ELSE descend.path || '2F' END || hex(climb.name)
        FROM descend
        JOIN climb ON climb.level = descend.level
      )
      SELECT run.id
      FROM scan_run AS run
      WHERE run.source_id = file.source_id
        AND run.state = 'completed'
        AND run.mode IN ('full', 'incremental')
        AND run.publication
          < coalesce(file.missing_publication, file.hold_publication, run.publication + 1)
        AND run.id < coalesce((SELECT min(incomplete_since_run_id) FROM climb), run.id + 1)
        AND (run.scope_json IS NULL OR EXISTS (
          SELECT 1 FROM descend WHERE instr(run.scope_json, '"' || descend.path || '"') > 0
        ))
      ORDER BY run.id DESC
      LIMIT 1
    ), 0)), 0)
  END
FROM media_file AS file;

PRAGMA user_version = 12;
