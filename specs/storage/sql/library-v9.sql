-- library.sqlite, version 9: the pictures of a collection's first items are found in order.

CREATE INDEX collection_item_thumbnails
  ON collection_item (collection_id, rank, entity_id) WHERE deleted_at_ms IS NULL;

PRAGMA user_version = 9;
