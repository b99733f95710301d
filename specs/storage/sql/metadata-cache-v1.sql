-- metadata_cache.sqlite, version 1: what can be fetched again. The whole file may be deleted at any
-- time; three tables and no ledger, so that nothing in it is worth keeping.
--
-- Conventions are those of library-v1.sql. Nothing here refers to another database but by uid.

PRAGMA page_size = 8192;
PRAGMA auto_vacuum = INCREMENTAL;
PRAGMA encoding = 'UTF-8';
PRAGMA application_id = 0x4D434143;

-- An answer of a metadata provider.
CREATE TABLE provider_response_cache (
  id INTEGER PRIMARY KEY, -- local key
  provider TEXT NOT NULL, -- 'tmdb' | …
  request_key BLOB NOT NULL, -- hash of the request without its key or token
  locale TEXT NOT NULL, -- BCP 47; '' where it makes no difference
  request TEXT NOT NULL, -- the request, without its key or token
  status INTEGER NOT NULL, -- HTTP status; 404 is worth remembering too
  etag TEXT, -- for a conditional request
  last_modified TEXT, -- for a conditional request
  content_type TEXT, -- of the body
  body BLOB, -- as received; NULL: none
  size_bytes INTEGER NOT NULL, -- length of the body
  fetched_at_ms INTEGER NOT NULL, -- when it came
  expires_at_ms INTEGER NOT NULL, -- from then on it is asked for again
  used_at_ms INTEGER NOT NULL, -- when it was last of use, to the day
  UNIQUE (provider, request_key, locale)
) STRICT;

CREATE INDEX provider_response_cache_expiry ON provider_response_cache (expires_at_ms);
CREATE INDEX provider_response_cache_use ON provider_response_cache (used_at_ms);

-- What an entity or a file might be, for somebody to choose from.
CREATE TABLE match_candidate_cache (
  id INTEGER PRIMARY KEY, -- local key
  subject_uid BLOB NOT NULL, -- media_entity.uid in the library
  query_key BLOB NOT NULL, -- hash of what was searched for; another one makes these void
  provider TEXT NOT NULL, -- who offers it
  namespace TEXT NOT NULL, -- as in external_id
  external_value TEXT NOT NULL, -- as in external_id
  position INTEGER NOT NULL, -- best first
  score REAL NOT NULL, -- 0…1
  title TEXT NOT NULL, -- as the provider has it
  year INTEGER, -- as the provider has it
  details_json TEXT, -- what else helps to choose
  evidence_json TEXT, -- what the score is made of
  fetched_at_ms INTEGER NOT NULL, -- when it came
  expires_at_ms INTEGER NOT NULL, -- from then on it is asked for again
  UNIQUE (subject_uid, provider, namespace, external_value)
) STRICT;

CREATE INDEX match_candidate_cache_expiry ON match_candidate_cache (expires_at_ms);

-- A picture's bytes, or where they lie.
CREATE TABLE artwork_cache_file (
  id INTEGER PRIMARY KEY, -- local key
  artwork_uid BLOB NOT NULL, -- artwork.uid in the library
  variant TEXT NOT NULL, -- size class, such as original or w342
  file_name TEXT, -- below the cache folder; NULL: the bytes are in this row
  bytes BLOB, -- small pictures
  content_type TEXT, -- such as image/jpeg
  width INTEGER, -- pixels
  height INTEGER, -- pixels
  size_bytes INTEGER NOT NULL, -- counts against the capacity
  etag TEXT, -- for a conditional request
  downloadable INTEGER NOT NULL, -- 1: may be dropped, because it can be had again
  fetched_at_ms INTEGER NOT NULL, -- when it came
  expires_at_ms INTEGER, -- from then on it is asked for again
  used_at_ms INTEGER NOT NULL, -- when it was last shown, to the hour: the order of dropping
  UNIQUE (artwork_uid, variant)
) STRICT;

CREATE INDEX artwork_cache_file_use ON artwork_cache_file (used_at_ms) WHERE downloadable = 1;
CREATE INDEX artwork_cache_file_expiry
  ON artwork_cache_file (expires_at_ms) WHERE expires_at_ms IS NOT NULL;

PRAGMA user_version = 1;
