-- library.sqlite, version 11: a disc is probed once per content.

-- What a deep probe of a disc found. Another revision's row is never used, only replaced.
CREATE TABLE composite_probe_cache (
  media_file_id INTEGER NOT NULL REFERENCES media_file (id) ON DELETE CASCADE, -- the disc
  material_revision INTEGER NOT NULL, -- the content the result is of
  probe_version INTEGER NOT NULL, -- prober that gave this
  state TEXT NOT NULL, -- 'complete' | 'partial' | 'failed'
  main_title INTEGER, -- the title that plays the film
  result_json TEXT, -- titles with duration, angles, chapters and streams
  error_kind TEXT, -- as on technical_summary
  bytes_read INTEGER NOT NULL DEFAULT 0, -- what it cost
  probed_at_ms INTEGER NOT NULL, -- when
  PRIMARY KEY (media_file_id, material_revision)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 11;
