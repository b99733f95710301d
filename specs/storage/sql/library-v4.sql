-- library.sqlite, version 4: work is leased, and its result is written only for the input it read.

-- Moves when the file's content changes.
ALTER TABLE media_file ADD COLUMN material_revision INTEGER NOT NULL DEFAULT 1;
-- Moves when the file's content, its path or any sidecar of it changes.
ALTER TABLE media_file ADD COLUMN input_revision INTEGER NOT NULL DEFAULT 1;

-- What the worker that holds the lease must show; NULL: nobody holds it.
ALTER TABLE scan_queue ADD COLUMN claim_token BLOB;
-- From then on any worker may take it over.
ALTER TABLE scan_queue ADD COLUMN lease_expires_at_ms INTEGER;
-- The file's input_revision when the work was claimed.
ALTER TABLE scan_queue ADD COLUMN input_revision INTEGER;
-- The file's material_revision when the work was claimed.
ALTER TABLE scan_queue ADD COLUMN material_revision INTEGER;

-- Work that was taken before there were leases has nobody to finish it.
UPDATE scan_queue SET state = 'ready' WHERE state = 'leased';

PRAGMA user_version = 4;
