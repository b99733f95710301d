-- library.sqlite, version 10: how long a source's missing files are kept, what is held back, what
-- is offline, and how entities are collected.

-- How long a file stays missing before its row goes, in time the source was covered by scans.
ALTER TABLE library_source ADD COLUMN missing_grace_ms INTEGER NOT NULL DEFAULT 604800000;
-- How many covering scans must have missed it.
ALTER TABLE library_source ADD COLUMN missing_confirmations INTEGER NOT NULL DEFAULT 2;
-- How far apart two scans must be to count as two.
ALTER TABLE library_source ADD COLUMN missing_confirm_interval_ms INTEGER NOT NULL DEFAULT 3600000;
-- How far apart a hold and the scan that confirms it must be.
ALTER TABLE library_source ADD COLUMN hold_confirm_interval_ms INTEGER NOT NULL DEFAULT 86400000;
-- 1: missing files stay listed until somebody says otherwise.
ALTER TABLE library_source ADD COLUMN never_purge INTEGER NOT NULL DEFAULT 0;
-- Since when the source cannot be reached; NULL: it can. Laid over its files when they are read.
ALTER TABLE library_source ADD COLUMN offline_since_ms INTEGER;
-- The last failure, without secrets.
ALTER TABLE library_source ADD COLUMN last_error_json TEXT;
-- 1: only a person can help, as with wrong credentials.
ALTER TABLE library_source ADD COLUMN needs_attention INTEGER NOT NULL DEFAULT 0;
-- The library revision in which its availability or publication last changed.
ALTER TABLE library_source ADD COLUMN changed_revision INTEGER NOT NULL DEFAULT 0;
-- Time covered by completed scans: grows once per covering scan, by a capped amount, never back.
ALTER TABLE library_source ADD COLUMN covered_clock_ms INTEGER NOT NULL DEFAULT 0;
-- Covering scans counted, each at least the confirm interval after the one before.
ALTER TABLE library_source ADD COLUMN covered_scans INTEGER NOT NULL DEFAULT 0;
-- When the clock was last advanced.
ALTER TABLE library_source ADD COLUMN last_covered_at_ms INTEGER;

-- A disk at hand is believed sooner than a network.
UPDATE library_source
SET missing_grace_ms = 86400000, hold_confirm_interval_ms = 3600000
WHERE adapter = 'local';

-- What the brake or another judgement found unusual about the run; NULL: nothing.
ALTER TABLE scan_run ADD COLUMN anomaly_json TEXT;

-- When the file went missing; NULL: it is not.
ALTER TABLE media_file ADD COLUMN missing_since_ms INTEGER;
-- The source's covered_clock_ms at that moment.
ALTER TABLE media_file ADD COLUMN missing_clock_ms INTEGER;
-- The source's covered_scans at that moment.
ALTER TABLE media_file ADD COLUMN missing_scans INTEGER;
-- The source's publication that made it missing: what an undo takes back.
ALTER TABLE media_file ADD COLUMN missing_publication INTEGER;
-- Why its removal is held back: 'brake' | 'suspect' | 'undone'; NULL: it is not.
ALTER TABLE media_file ADD COLUMN hold_reason TEXT;
-- Since when.
ALTER TABLE media_file ADD COLUMN hold_since_ms INTEGER;
-- The source's publication that held it.
ALTER TABLE media_file ADD COLUMN hold_publication INTEGER;

-- When the sidecar went missing; NULL: it is not.
ALTER TABLE sidecar ADD COLUMN missing_since_ms INTEGER;
-- The source's covered_clock_ms at that moment.
ALTER TABLE sidecar ADD COLUMN missing_clock_ms INTEGER;
-- The source's covered_scans at that moment.
ALTER TABLE sidecar ADD COLUMN missing_scans INTEGER;
-- The source's publication that made it missing.
ALTER TABLE sidecar ADD COLUMN missing_publication INTEGER;
-- Why its removal is held back; NULL: it is not.
ALTER TABLE sidecar ADD COLUMN hold_reason TEXT;
-- Since when.
ALTER TABLE sidecar ADD COLUMN hold_since_ms INTEGER;
-- The source's publication that held it.
ALTER TABLE sidecar ADD COLUMN hold_publication INTEGER;

CREATE INDEX media_file_held ON media_file (source_id) WHERE hold_reason IS NOT NULL;
CREATE INDEX sidecar_held ON sidecar (source_id) WHERE hold_reason IS NOT NULL;

-- Files that were missing before there was a clock start their grace now, at the clock's zero.
UPDATE media_file
SET missing_since_ms = updated_at_ms, missing_clock_ms = 0, missing_scans = 0
WHERE availability = 'missing';
UPDATE sidecar
SET missing_since_ms = updated_at_ms, missing_clock_ms = 0, missing_scans = 0
WHERE availability = 'missing';

-- Entities that seem to be of no more use: marked in one pass, judged again and deleted in another.
CREATE TABLE entity_gc_candidate (
  entity_id INTEGER PRIMARY KEY REFERENCES media_entity (id) ON DELETE CASCADE, -- the entity
  reason TEXT NOT NULL, -- 'no_file' | 'no_child' | 'merged'
  marked_at_ms INTEGER NOT NULL, -- when it was marked
  eligible_at_ms INTEGER NOT NULL -- not before then is it judged again
) STRICT;

CREATE INDEX entity_gc_candidate_eligible ON entity_gc_candidate (eligible_at_ms);

PRAGMA user_version = 10;
