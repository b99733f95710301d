-- library.sqlite, version 2: what a scan needs to be resumed.

-- Directories a run has still to list, or could not list.
CREATE TABLE scan_frontier (
  run_id INTEGER NOT NULL REFERENCES scan_run (id) ON DELETE CASCADE, -- the run
  path BLOB NOT NULL, -- the directory's raw path below the root; empty: the root
  state TEXT NOT NULL, -- 'outstanding' | 'waiting' | 'failed'
  page_cursor BLOB, -- where the adapter goes on within the directory; NULL: at its beginning
  listed_at_ms INTEGER, -- when its listing began
  attempts INTEGER NOT NULL DEFAULT 0, -- how often listing it failed
  next_attempt_at_ms INTEGER, -- when a waiting one is tried again
  error_kind TEXT, -- the last failure's kind
  error_json TEXT, -- more about it, without secrets
  PRIMARY KEY (run_id, path)
) STRICT, WITHOUT ROWID;

-- Directories a run has listed to the end.
CREATE TABLE scan_seen (
  run_id INTEGER NOT NULL REFERENCES scan_run (id) ON DELETE CASCADE, -- the run
  path BLOB NOT NULL, -- the directory's raw path below the root; empty: the root
  listed_at_ms INTEGER NOT NULL, -- when its listing began
  PRIMARY KEY (run_id, path)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 2;
