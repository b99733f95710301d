-- library.sqlite, version 6: one counter says whether anything changed, and rows say when they did.

-- Advanced by one in every write transaction that changed something.
CREATE TABLE library_revision (
  id INTEGER PRIMARY KEY CHECK (id = 1), -- there is one row
  revision INTEGER NOT NULL -- the number of such transactions
) STRICT;

INSERT INTO library_revision (id, revision) VALUES (1, 0);

-- The library revision in which the entity last changed in a way a list shows.
ALTER TABLE media_entity ADD COLUMN changed_revision INTEGER NOT NULL DEFAULT 0;
CREATE INDEX media_entity_changed ON media_entity (changed_revision, id);

-- The library revision in which the collection or its items last changed.
ALTER TABLE media_collection ADD COLUMN changed_revision INTEGER NOT NULL DEFAULT 0;
CREATE INDEX media_collection_changed ON media_collection (changed_revision, id);

-- The library revision the event was written in; the change feed reads tombstones by it.
ALTER TABLE change_log ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
CREATE INDEX change_log_revision ON change_log (revision, id);

PRAGMA user_version = 6;
