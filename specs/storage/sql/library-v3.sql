-- library.sqlite, version 3: differences are staged per run, and a source has one active run.

-- What a run found to differ from the published snapshot, in the order it was found. Append-only:
-- a later row about the same entry replaces an earlier one when the run is processed.
CREATE TABLE scan_discovery (
  run_id INTEGER NOT NULL, -- the run; no foreign key: checking one is a third of the cost of a row
  seq INTEGER NOT NULL, -- place within the run, from 1
  directory_path BLOB NOT NULL, -- raw path of the directory the entry is listed in
  item_kind TEXT NOT NULL, -- 'directory' | 'video' | 'sidecar'
  -- 'added' | 'changed' | 'touched' | 'returned' | 'absent' | 'excluded' | 'included'
  change TEXT NOT NULL,
  item_id INTEGER, -- the published row it is about; NULL: none yet
  expected_revision INTEGER, -- that row's row_revision when it was compared
  name BLOB NOT NULL, -- raw name within the directory
  compare_key BLOB, -- folded name; NULL: the same bytes as the name
  detail TEXT, -- media kind of a video, kind of a sidecar
  size_bytes INTEGER, -- length as listed
  modified_at_ms INTEGER, -- modification time as listed
  created_at_ms INTEGER, -- birth time as listed
  etag BLOB, -- entity tag as listed
  stable_id BLOB, -- the source's identifier, where it has one
  locator BLOB, -- opaque to all but the adapter
  entry_flags INTEGER NOT NULL DEFAULT 0, -- as on media_file
  hold_reason TEXT, -- why a removal shall not be applied yet: 'suspect' | …
  -- what processing made of it: 'moved' | 'moved_changed' | 'restored' | 'restored_changed' |
  -- 'dropped'; NULL: apply it as it is
  resolution TEXT,
  resolved_item_id INTEGER, -- the published row that moved here, or was restored
  PRIMARY KEY (run_id, seq)
) STRICT, WITHOUT ROWID;

-- Until now nothing kept two runs of a source from overlapping: the newest stays, the others end.
UPDATE scan_run
SET state = 'cancelled',
  ended_at_ms = coalesce(heartbeat_at_ms, started_at_ms, requested_at_ms),
  error_kind = 'superseded',
  owner_token = NULL
WHERE state IN ('queued', 'enumerating', 'processing', 'finalizing')
  AND EXISTS (
    SELECT 1 FROM scan_run AS newer
    WHERE newer.source_id = scan_run.source_id
      AND newer.id > scan_run.id
      AND newer.state IN ('queued', 'enumerating', 'processing', 'finalizing')
  );

CREATE UNIQUE INDEX scan_run_active
  ON scan_run (source_id) WHERE state IN ('queued', 'enumerating', 'processing', 'finalizing');

PRAGMA user_version = 3;
