-- library.sqlite, version 8: a disc is one item, and knows what it is made of.

-- 'bdmv' | 'dvd' | 'iso'; NULL: a plain file.
ALTER TABLE media_file ADD COLUMN composite_kind TEXT;
-- The files it is made of: path below it, size, modification time, role.
ALTER TABLE media_file ADD COLUMN composite_json TEXT;

PRAGMA user_version = 8;
