-- library.sqlite, version 1: the 27 tables every later version builds on.
--
-- Conventions, for every version: times are integer milliseconds since the Unix epoch in UTC and
-- end in _ms; a uid is a 16-byte UUIDv7; names and paths are the raw bytes the source gave; an
-- enumeration is text without a CHECK on its values, because a later version may know more of them;
-- a column ending in _json is validated by the store that writes it. No file here begins or commits
-- a transaction: whoever applies it does.

-- The three settings that cannot be changed once a table exists. They must come before WAL.
PRAGMA page_size = 8192;
PRAGMA auto_vacuum = INCREMENTAL;
PRAGMA encoding = 'UTF-8';
PRAGMA application_id = 0x4D4C4942;

-- ---------------------------------------------------------------------------------------------
-- Database
-- ---------------------------------------------------------------------------------------------

-- Which contract files made this database. Written by the migrator, never by a contract file.
CREATE TABLE schema_migration (
  version INTEGER PRIMARY KEY, -- the user_version the file leads to
  file TEXT NOT NULL, -- the file's name, such as library-v1.sql
  sha256 TEXT NOT NULL, -- 64 lower-case hex digits over the file's bytes
  applied_at_ms INTEGER NOT NULL, -- when it was applied
  duration_ms INTEGER NOT NULL -- how long it took
) STRICT;

-- ---------------------------------------------------------------------------------------------
-- Sources and scans
-- ---------------------------------------------------------------------------------------------

-- A folder, share or server path that is scanned. Soft-deleted, never dropped with its files.
CREATE TABLE library_source (
  id INTEGER PRIMARY KEY, -- local key
  uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16), -- names the source in other databases
  adapter TEXT NOT NULL, -- 'local' | 'smb' | 'nfs' | 'webdav' | a third party's own
  display_name TEXT NOT NULL, -- what people call it
  location TEXT NOT NULL, -- where it is, for display and connecting; never a credential
  root_path BLOB NOT NULL, -- raw bytes of the root as the adapter takes it
  options_json TEXT, -- the adapter's own options, without secrets
  filter_json TEXT, -- included and excluded paths and filter options
  state TEXT NOT NULL DEFAULT 'active', -- 'active' | 'disabled' | 'removed'
  removed_at_ms INTEGER, -- when it was soft-deleted
  name_case TEXT NOT NULL DEFAULT 'unknown', -- 'sensitive' | 'insensitive' | 'unknown'
  name_normalization TEXT NOT NULL DEFAULT 'unknown', -- 'exact' | 'nfc' | 'unknown'
  folding_version TEXT, -- Unicode version behind the compare keys; NULL: none computed yet
  modified_precision_ms INTEGER NOT NULL DEFAULT 1, -- differences below this are no change
  root_identity BLOB, -- what tells this root from another mounted in its place; NULL: unknown
  publication INTEGER NOT NULL DEFAULT 0, -- how many finalizes have published into it
  pending_scan_json TEXT, -- a request kept while a run is active, promoted when that ends
  created_at_ms INTEGER NOT NULL, -- when it was added
  updated_at_ms INTEGER NOT NULL -- when its configuration last changed
) STRICT;

-- One traversal of a source, from request to publication. A resumed run keeps its row.
CREATE TABLE scan_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- never reused: rows may name a run that is gone
  uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16), -- names the run in events and logs
  source_id INTEGER NOT NULL REFERENCES library_source (id) ON DELETE CASCADE, -- what is scanned
  mode TEXT NOT NULL, -- 'full' | 'incremental' | 'repair' | 'availability'
  -- 'queued' | 'enumerating' | 'processing' | 'finalizing' | 'completed' | 'failed' |
  -- 'cancelled'
  state TEXT NOT NULL,
  scope_json TEXT, -- NULL: the whole root; else an array of raw paths in upper-case hex
  filter_identity BLOB, -- hash of the filter the run was started with
  root_identity BLOB, -- the root's identity as the run found it
  requested_at_ms INTEGER NOT NULL, -- nothing it publishes was listed before this
  started_at_ms INTEGER, -- when enumeration began
  ended_at_ms INTEGER, -- when it completed, failed or was cancelled
  attempt INTEGER NOT NULL DEFAULT 1, -- how often it was started or resumed
  cancel_requested INTEGER NOT NULL DEFAULT 0, -- 1: whoever owns it shall stop
  owner_token BLOB, -- what every group commit and the finalize must still find here
  owner_boot_id TEXT, -- the boot the owner runs in
  owner_pid INTEGER, -- the owner's process
  owner_started_at INTEGER, -- that process's start time in its system's ticks
  heartbeat_at_ms INTEGER, -- the owner's last sign of life
  base_publication INTEGER NOT NULL DEFAULT 0, -- the source's publication when the run began
  publication INTEGER, -- its own number, once completed
  error_kind TEXT, -- the kind of error that ended it
  error_json TEXT, -- more about that error, without secrets
  directory_count INTEGER NOT NULL DEFAULT 0, -- directories listed to the end
  entry_count INTEGER NOT NULL DEFAULT 0, -- entries looked at
  file_count INTEGER NOT NULL DEFAULT 0, -- videos and sidecars among them
  video_count INTEGER NOT NULL DEFAULT 0, -- playable items among them
  sidecar_count INTEGER NOT NULL DEFAULT 0, -- sidecars among them
  added_count INTEGER NOT NULL DEFAULT 0, -- rows published for the first time
  changed_count INTEGER NOT NULL DEFAULT 0, -- rows whose content changed
  moved_count INTEGER NOT NULL DEFAULT 0, -- rows that kept their identity at a new path
  restored_count INTEGER NOT NULL DEFAULT 0, -- missing rows that came back
  missing_count INTEGER NOT NULL DEFAULT 0, -- rows that went missing
  excluded_count INTEGER NOT NULL DEFAULT 0, -- rows a filter now excludes
  held_count INTEGER NOT NULL DEFAULT 0, -- removals held back when it ended
  unreachable_directory_count INTEGER NOT NULL DEFAULT 0, -- directories that could not be listed
  enumerate_ms INTEGER NOT NULL DEFAULT 0, -- time spent listing
  process_ms INTEGER NOT NULL DEFAULT 0, -- time spent planning
  finalize_ms INTEGER NOT NULL DEFAULT 0, -- time spent publishing
  bytes_written INTEGER NOT NULL DEFAULT 0 -- bytes it caused to be written to this database
) STRICT;

CREATE INDEX scan_run_by_source ON scan_run (source_id, id);

-- Work on one file at one stage. One row per file and stage, whatever its state.
CREATE TABLE scan_queue (
  id INTEGER PRIMARY KEY, -- second part of the claim order: older first
  media_file_id INTEGER NOT NULL REFERENCES media_file (id) ON DELETE CASCADE, -- the file
  -- 'fingerprint' | 'parse' | 'local_metadata' | 'probe' | 'match' | 'materialize' | 'artwork'
  -- | 'search'
  stage TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'ready', -- 'ready' | 'waiting' | 'leased' | 'done' | 'failed'
  priority INTEGER NOT NULL DEFAULT 100, -- lower is more urgent
  attempts INTEGER NOT NULL DEFAULT 0, -- how often it was claimed
  max_attempts INTEGER NOT NULL DEFAULT 5, -- after so many it fails for good
  due_at_ms INTEGER, -- when a waiting row becomes ready
  error_kind TEXT, -- the last failure's kind
  error_json TEXT, -- more about the last failure, without secrets
  created_at_ms INTEGER NOT NULL, -- when it was queued
  updated_at_ms INTEGER NOT NULL, -- when its state last changed
  UNIQUE (media_file_id, stage)
) STRICT;

-- ---------------------------------------------------------------------------------------------
-- File facts
-- ---------------------------------------------------------------------------------------------

-- One playable item of a source. The published snapshot: only a finalize changes it.
CREATE TABLE media_file (
  id INTEGER PRIMARY KEY, -- local key
  uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16), -- kept across moves and content changes
  source_id INTEGER NOT NULL REFERENCES library_source (id) ON DELETE RESTRICT, -- where it is
  path BLOB NOT NULL, -- raw path below the root, components joined by a slash
  compare_key BLOB, -- folded path under the source's policy; NULL: the same bytes as the path
  media_kind TEXT NOT NULL, -- 'video' | 'playlist' | 'audio' | 'disc'
  availability TEXT NOT NULL DEFAULT 'present', -- 'present' | 'missing' | 'excluded'
  size_bytes INTEGER, -- length as listed; NULL: the source does not say
  modified_at_ms INTEGER, -- modification time as listed; may lie before 1970 or in the future
  created_at_ms INTEGER, -- the source's own birth time
  etag BLOB, -- entity tag as listed
  stable_id BLOB, -- the source's identifier of the file, where it has one
  locator BLOB, -- opaque to all but the adapter: how it finds the file faster than by path
  entry_flags INTEGER NOT NULL DEFAULT 0, -- hidden, mangled name, placeholder, being written …
  fingerprint BLOB, -- hash over size, head and tail, once one was read
  row_revision INTEGER NOT NULL DEFAULT 1, -- moves with every change of these facts
  first_seen_at_ms INTEGER NOT NULL, -- when it was first published
  updated_at_ms INTEGER NOT NULL, -- when the row last changed
  -- run that last wrote it as seen
  last_seen_run_id INTEGER REFERENCES scan_run (id) ON DELETE SET NULL
) STRICT;

-- The raw path is unique among the rows that are not missing: NULLs are distinct from each other.
-- One full index serves the constraint, the directory's read and the foreign key alike.
CREATE UNIQUE INDEX media_file_path
  ON media_file (source_id, path, CASE WHEN availability = 'missing' THEN NULL ELSE 1 END);
CREATE INDEX media_file_missing
  ON media_file (source_id, path) WHERE availability = 'missing';
CREATE INDEX media_file_compare_key
  ON media_file (source_id, compare_key) WHERE compare_key IS NOT NULL;
CREATE INDEX media_file_stable_id
  ON media_file (source_id, stable_id) WHERE stable_id IS NOT NULL;
CREATE INDEX media_file_fingerprint
  ON media_file (fingerprint) WHERE fingerprint IS NOT NULL;

-- When each file was last seen. A later version answers for rows a scan has no reason to touch.
CREATE VIEW media_file_last_seen (media_file_id, run_id) AS
  SELECT id, last_seen_run_id FROM media_file;

-- A scanned item that is not played itself: subtitles, NFO, artwork. Compared as a file is.
CREATE TABLE sidecar (
  id INTEGER PRIMARY KEY, -- local key; a sidecar needs no identity beyond its path
  source_id INTEGER NOT NULL REFERENCES library_source (id) ON DELETE RESTRICT, -- where it is
  path BLOB NOT NULL, -- raw path below the root, components joined by a slash
  compare_key BLOB, -- folded path under the source's policy; NULL: the same bytes as the path
  kind TEXT NOT NULL, -- 'subtitle' | 'nfo' | 'artwork' | 'chapters' | 'audio' | 'json' | 'other'
  -- the file it belongs to, if to one
  media_file_id INTEGER REFERENCES media_file (id) ON DELETE SET NULL,
  availability TEXT NOT NULL DEFAULT 'present', -- 'present' | 'missing' | 'excluded'
  size_bytes INTEGER, -- length as listed
  modified_at_ms INTEGER, -- modification time as listed
  created_at_ms INTEGER, -- the source's own birth time
  etag BLOB, -- entity tag as listed
  stable_id BLOB, -- the source's identifier of the file, where it has one
  locator BLOB, -- opaque to all but the adapter
  entry_flags INTEGER NOT NULL DEFAULT 0, -- as on media_file
  row_revision INTEGER NOT NULL DEFAULT 1, -- moves with every change of these facts
  first_seen_at_ms INTEGER NOT NULL, -- when it was first published
  updated_at_ms INTEGER NOT NULL, -- when the row last changed
  -- run that last wrote it as seen
  last_seen_run_id INTEGER REFERENCES scan_run (id) ON DELETE SET NULL,
  language TEXT, -- BCP 47 tag its name gives, for subtitles and audio
  tags TEXT, -- what else its name says, space-separated: 'forced', 'sdh', 'default' …
  content_revision INTEGER, -- the row_revision whose content was read last
  content_json TEXT -- what was read from it: fields of an NFO, dimensions of a picture
) STRICT;

CREATE UNIQUE INDEX sidecar_path
  ON sidecar (source_id, path, CASE WHEN availability = 'missing' THEN NULL ELSE 1 END);
CREATE INDEX sidecar_missing
  ON sidecar (source_id, path) WHERE availability = 'missing';
CREATE INDEX sidecar_media_file
  ON sidecar (media_file_id) WHERE media_file_id IS NOT NULL;

-- What the parser read from a file's name and folders. Derived: may be deleted and made again.
CREATE TABLE parse_result (
  media_file_id INTEGER PRIMARY KEY REFERENCES media_file (id) ON DELETE CASCADE, -- the file
  parser_version INTEGER NOT NULL, -- rules that gave this; older ones are parsed again
  kind TEXT NOT NULL, -- 'movie' | 'episode' | 'extra' | 'unknown'
  title TEXT, -- film or series title
  year INTEGER, -- year in the name
  season_number INTEGER, -- 0: specials
  episode_numbers_json TEXT, -- array of numbers, in order; NULL: none
  episode_title TEXT, -- the episode's own title
  air_date TEXT, -- YYYY-MM-DD for shows named by date
  absolute_number INTEGER, -- number counted through all seasons
  part_number INTEGER, -- place in a stack of parts
  edition TEXT, -- "Director's Cut" and the like
  extra_kind TEXT, -- 'trailer' | 'sample' | 'featurette' | …
  provider_ids_json TEXT, -- object: provider to identifier
  attributes_json TEXT, -- resolution, source, codec, group, language hints, 3D
  evidence_json TEXT, -- for every field, where in the path it came from
  confidence REAL NOT NULL, -- 0…1
  parsed_at_ms INTEGER NOT NULL -- when
) STRICT;

-- What probing found in a file as a whole. The last good result outlives a failed attempt.
CREATE TABLE technical_summary (
  media_file_id INTEGER PRIMARY KEY REFERENCES media_file (id) ON DELETE CASCADE, -- the file
  state TEXT NOT NULL, -- 'complete' | 'partial' | 'failed'; failed: no good result yet
  container TEXT, -- format name, such as matroska
  duration_ms INTEGER, -- play time
  bit_rate INTEGER, -- bits per second over all streams
  width INTEGER, -- main video stream, pixels
  height INTEGER, -- main video stream, pixels
  frame_rate_numerator INTEGER, -- main video stream
  frame_rate_denominator INTEGER, -- main video stream
  video_codec TEXT, -- main video stream
  hdr_format TEXT, -- 'sdr' | 'hdr10' | 'hdr10plus' | 'hlg' | 'dolby_vision'
  rotation INTEGER, -- degrees clockwise: 0, 90, 180, 270
  is_interlaced INTEGER NOT NULL DEFAULT 0, -- 1: main video stream is interlaced
  audio_codec TEXT, -- default audio stream
  audio_channels INTEGER, -- default audio stream
  video_stream_count INTEGER NOT NULL DEFAULT 0, -- attached pictures not counted
  audio_stream_count INTEGER NOT NULL DEFAULT 0, -- streams within the file
  subtitle_stream_count INTEGER NOT NULL DEFAULT 0, -- streams within the file
  chapters_json TEXT, -- array of start, end, title
  pictures_json TEXT, -- array of attached pictures: stream, kind, size
  tags_json TEXT, -- container tags of interest
  probed_revision INTEGER, -- the file revision this result is of
  probe_version INTEGER NOT NULL, -- prober that gave this
  probed_at_ms INTEGER, -- when this result was made
  bytes_read INTEGER, -- what it cost
  attempted_revision INTEGER, -- the file revision tried last
  attempted_at_ms INTEGER, -- when it was tried last
  -- 'damaged' | 'unsupported' | 'unreadable' | 'timed_out'; NULL: last try went well
  error_kind TEXT,
  error_json TEXT -- more about it, without secrets
) STRICT;

-- One stream within a file.
CREATE TABLE media_stream (
  media_file_id INTEGER NOT NULL REFERENCES media_file (id) ON DELETE CASCADE, -- the file
  stream_index INTEGER NOT NULL, -- the container's own number
  kind TEXT NOT NULL, -- 'video' | 'audio' | 'subtitle' | 'attachment' | 'data'
  codec TEXT, -- codec name
  codec_profile TEXT, -- profile and level
  language TEXT, -- BCP 47 tag; NULL: not said
  title TEXT, -- the stream's title
  is_default INTEGER NOT NULL DEFAULT 0, -- 1: flagged default
  is_forced INTEGER NOT NULL DEFAULT 0, -- 1: flagged forced
  is_hearing_impaired INTEGER NOT NULL DEFAULT 0, -- 1: for the hard of hearing
  is_commentary INTEGER NOT NULL DEFAULT 0, -- 1: commentary or description
  is_attached_picture INTEGER NOT NULL DEFAULT 0, -- 1: a cover, not a film
  bit_rate INTEGER, -- bits per second
  duration_ms INTEGER, -- where it differs from the file's
  width INTEGER, -- pixels
  height INTEGER, -- pixels
  sample_aspect_numerator INTEGER, -- shape of a pixel
  sample_aspect_denominator INTEGER, -- shape of a pixel
  frame_rate_numerator INTEGER, -- frames per second
  frame_rate_denominator INTEGER, -- frames per second
  rotation INTEGER, -- degrees clockwise
  field_order TEXT, -- 'progressive' | 'top' | 'bottom' | 'mixed'
  pixel_format TEXT, -- such as yuv420p10
  bit_depth INTEGER, -- bits per component or sample
  color_primaries TEXT, -- such as bt2020
  color_transfer TEXT, -- such as smpte2084
  color_space TEXT, -- such as bt2020nc
  hdr_format TEXT, -- as on technical_summary
  hdr_json TEXT, -- mastering display, light levels, Dolby Vision profile
  channels INTEGER, -- audio channels
  channel_layout TEXT, -- such as 5.1(side)
  sample_rate INTEGER, -- hertz
  PRIMARY KEY (media_file_id, stream_index)
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------------------------------------
-- Entities and bindings
-- ---------------------------------------------------------------------------------------------

-- A film, series, season, episode or extra: what people watch, whatever files there are of it.
CREATE TABLE media_entity (
  id INTEGER PRIMARY KEY, -- local key
  uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16), -- local identity, printed by the API
  kind TEXT NOT NULL, -- 'movie' | 'series' | 'season' | 'episode' | 'extra'
  -- says what it is: provider id, else folded title and year, else source and path
  identity_key TEXT,
  merged_into_id INTEGER REFERENCES media_entity (id) ON DELETE RESTRICT, -- redirect after a merge
  -- series of a season, season of an episode, owner of an extra
  parent_id INTEGER REFERENCES media_entity (id) ON DELETE RESTRICT,
  -- series of a season or episode
  series_id INTEGER REFERENCES media_entity (id) ON DELETE RESTRICT,
  season_number INTEGER, -- 0: specials
  episode_number INTEGER, -- first number, where it has several
  episode_number_end INTEGER, -- last number of a double episode
  absolute_number INTEGER, -- number counted through all seasons
  extra_kind TEXT, -- 'trailer' | 'featurette' | …
  title TEXT NOT NULL, -- what lists show, in sort_locale; from localized_metadata, else the name
  sort_key BLOB NOT NULL, -- what lists sort by: a collation key of the title
  sort_locale TEXT NOT NULL, -- locale the key was made for
  sort_version TEXT NOT NULL, -- algorithm and version that made the key; another one re-makes it
  shuffle_key INTEGER NOT NULL, -- random order is a rotation of these
  original_title TEXT, -- title in the original language
  original_language TEXT, -- BCP 47
  release_date TEXT, -- YYYY-MM-DD, or a prefix of it
  year INTEGER, -- of first release
  runtime_ms INTEGER, -- as published, not as measured
  content_rating TEXT, -- such as PG-13
  rating REAL, -- public rating, 0…10
  rating_count INTEGER, -- votes behind it
  status TEXT, -- 'ended' | 'continuing' | … for series
  -- 'provisional' | 'unmatched' | 'review' | 'matched' | 'manual'
  match_state TEXT NOT NULL DEFAULT 'provisional',
  match_confidence REAL, -- 0…1
  matched_at_ms INTEGER, -- when it was last matched
  provenance_json TEXT, -- per field: where its value came from
  locked_fields INTEGER NOT NULL DEFAULT 0, -- bits of what is locked by hand: see Locks, at the end
  clock_json TEXT, -- per hand-edited field: the clock of its last edit
  added_at_ms INTEGER NOT NULL, -- when its first file came; never reset
  latest_added_at_ms INTEGER NOT NULL, -- when its newest file or episode came
  created_at_ms INTEGER NOT NULL, -- when the row was made
  updated_at_ms INTEGER NOT NULL -- when it last changed
) STRICT;

CREATE UNIQUE INDEX media_entity_identity
  ON media_entity (identity_key) WHERE merged_into_id IS NULL AND identity_key IS NOT NULL;
CREATE INDEX media_entity_redirect_identity
  ON media_entity (identity_key) WHERE merged_into_id IS NOT NULL;
CREATE INDEX media_entity_redirect
  ON media_entity (merged_into_id) WHERE merged_into_id IS NOT NULL;
CREATE INDEX media_entity_parent
  ON media_entity (parent_id, season_number, episode_number, id) WHERE parent_id IS NOT NULL;
CREATE INDEX media_entity_series
  ON media_entity (series_id, season_number, episode_number, id) WHERE series_id IS NOT NULL;
CREATE INDEX media_entity_title
  ON media_entity (kind, sort_key, uid) WHERE merged_into_id IS NULL;
CREATE INDEX media_entity_added
  ON media_entity (kind, latest_added_at_ms, uid) WHERE merged_into_id IS NULL;
CREATE INDEX media_entity_release
  ON media_entity (kind, release_date, uid)
  WHERE merged_into_id IS NULL AND release_date IS NOT NULL;
CREATE INDEX media_entity_rating
  ON media_entity (kind, rating, uid) WHERE merged_into_id IS NULL AND rating IS NOT NULL;
CREATE INDEX media_entity_runtime
  ON media_entity (kind, runtime_ms, uid)
  WHERE merged_into_id IS NULL AND runtime_ms IS NOT NULL;
CREATE INDEX media_entity_shuffle
  ON media_entity (kind, shuffle_key, uid) WHERE merged_into_id IS NULL;

-- Which file shows which entity. Names the file twice: by row, and by what outlives the row.
CREATE TABLE file_binding (
  id INTEGER PRIMARY KEY, -- local key
  uid BLOB CHECK (length(uid) = 16), -- set once a hand made it: what sync events name
  entity_id INTEGER NOT NULL REFERENCES media_entity (id) ON DELETE CASCADE, -- what is shown
  -- the file; NULL: its row is gone
  media_file_id INTEGER REFERENCES media_file (id) ON DELETE SET NULL,
  source_uid BLOB NOT NULL, -- logical file: the source
  path BLOB NOT NULL, -- logical file: raw path below the root
  size_bytes INTEGER, -- logical file: length
  fingerprint BLOB, -- logical file: content
  role TEXT NOT NULL, -- 'primary' | 'version' | 'contained' | 'part' | 'extra'
  position INTEGER NOT NULL DEFAULT 0, -- order among parts, or of the episode within the file
  start_ms INTEGER, -- where the entity begins within the file, if it shares it
  end_ms INTEGER, -- where it ends
  version_label TEXT, -- what tells this version from the others
  method TEXT NOT NULL, -- 'name' | 'nfo' | 'provider' | 'fingerprint' | 'manual'
  confidence REAL NOT NULL, -- 0…1
  locked INTEGER NOT NULL DEFAULT 0, -- 1: made by hand; only an explicit unlock frees it
  clock_json TEXT, -- per hand-edited field: the clock of its last edit
  created_at_ms INTEGER NOT NULL, -- when it was made
  updated_at_ms INTEGER NOT NULL -- when it last changed
) STRICT;

CREATE UNIQUE INDEX file_binding_uid ON file_binding (uid) WHERE uid IS NOT NULL;
CREATE UNIQUE INDEX file_binding_file
  ON file_binding (media_file_id, entity_id) WHERE media_file_id IS NOT NULL;
CREATE INDEX file_binding_entity ON file_binding (entity_id, role, position);
CREATE INDEX file_binding_detached
  ON file_binding (source_uid, path) WHERE media_file_id IS NULL;

-- What a provider calls an entity. One entity per identifier.
CREATE TABLE external_id (
  entity_id INTEGER NOT NULL REFERENCES media_entity (id) ON DELETE CASCADE, -- the entity
  provider TEXT NOT NULL, -- 'tmdb' | 'imdb' | 'tvdb' | …
  -- the provider's own kind, such as movie or tv; '' where it has one for all
  namespace TEXT NOT NULL,
  value TEXT NOT NULL, -- the identifier
  origin TEXT NOT NULL, -- 'name' | 'nfo' | 'provider' | 'manual'
  locked INTEGER NOT NULL DEFAULT 0, -- 1: given by hand
  created_at_ms INTEGER NOT NULL, -- when it was recorded
  PRIMARY KEY (provider, namespace, value)
) STRICT, WITHOUT ROWID;

CREATE INDEX external_id_entity ON external_id (entity_id);

-- ---------------------------------------------------------------------------------------------
-- Localized metadata
-- ---------------------------------------------------------------------------------------------

-- An entity's texts in one locale.
CREATE TABLE localized_metadata (
  id INTEGER PRIMARY KEY, -- local key
  entity_id INTEGER NOT NULL REFERENCES media_entity (id) ON DELETE CASCADE, -- the entity
  locale TEXT NOT NULL, -- BCP 47; 'und' for what a file name says
  title TEXT, -- title in this locale; NULL: fall back
  sort_title TEXT, -- title to sort by, where it differs
  sort_key BLOB, -- collation key of the two
  sort_version TEXT, -- algorithm and version that made the key
  tagline TEXT, -- one line
  overview TEXT, -- summary
  aliases_json TEXT, -- array of other titles people search for
  provenance_json TEXT, -- per field: where its value came from, and when
  locked_fields INTEGER NOT NULL DEFAULT 0, -- bits of what is locked by hand: see Locks, at the end
  clock_json TEXT, -- per hand-edited field: the clock of its last edit
  fetched_at_ms INTEGER, -- when the online part was last refreshed
  updated_at_ms INTEGER NOT NULL, -- when it last changed
  UNIQUE (entity_id, locale)
) STRICT;

CREATE INDEX localized_metadata_title
  ON localized_metadata (locale, sort_key, entity_id) WHERE sort_key IS NOT NULL;

-- A genre, whatever it is called where.
CREATE TABLE genre (
  id INTEGER PRIMARY KEY, -- local key
  uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16), -- names it in the API
  genre_key TEXT NOT NULL UNIQUE, -- folded canonical name, such as science fiction
  created_at_ms INTEGER NOT NULL -- when it first appeared
) STRICT;

-- A genre's name in one locale.
CREATE TABLE genre_name (
  genre_id INTEGER NOT NULL REFERENCES genre (id) ON DELETE CASCADE, -- the genre
  locale TEXT NOT NULL, -- BCP 47
  name TEXT NOT NULL, -- what it is called there
  origin TEXT NOT NULL, -- 'nfo' | 'provider' | 'manual'
  PRIMARY KEY (genre_id, locale)
) STRICT, WITHOUT ROWID;

-- Which genres an entity has. Protected by bit 32 of its locked_fields.
CREATE TABLE entity_genre (
  entity_id INTEGER NOT NULL REFERENCES media_entity (id) ON DELETE CASCADE, -- the entity
  genre_id INTEGER NOT NULL REFERENCES genre (id) ON DELETE CASCADE, -- the genre
  position INTEGER NOT NULL DEFAULT 0, -- order in which they are shown
  origin TEXT NOT NULL, -- 'nfo' | 'provider' | 'manual'
  PRIMARY KEY (entity_id, genre_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX entity_genre_genre ON entity_genre (genre_id, entity_id);

-- Somebody with a part in a film.
CREATE TABLE person (
  id INTEGER PRIMARY KEY, -- local key
  uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16), -- names the person in the API
  identity_key TEXT NOT NULL UNIQUE, -- provider id, else folded name
  name TEXT NOT NULL, -- as shown
  sort_key BLOB, -- collation key of the name
  sort_locale TEXT, -- locale the key was made for
  sort_version TEXT, -- algorithm and version that made the key
  updated_at_ms INTEGER NOT NULL -- when it last changed
) STRICT;

-- A person's part in an entity. Protected by bit 64 of its locked_fields.
CREATE TABLE credit (
  id INTEGER PRIMARY KEY, -- local key
  entity_id INTEGER NOT NULL REFERENCES media_entity (id) ON DELETE CASCADE, -- the entity
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE RESTRICT, -- the person
  -- 'actor' | 'director' | 'writer' | 'creator' | 'producer' | 'composer' | 'guest'
  role TEXT NOT NULL,
  character TEXT, -- who is played
  position INTEGER NOT NULL DEFAULT 0, -- billing
  origin TEXT NOT NULL -- 'nfo' | 'provider' | 'manual'
) STRICT;

CREATE INDEX credit_entity ON credit (entity_id, role, position);
CREATE INDEX credit_person ON credit (person_id, entity_id);

-- ---------------------------------------------------------------------------------------------
-- Images
-- ---------------------------------------------------------------------------------------------

-- A picture that could be shown for an entity or a person. Its bytes are elsewhere.
CREATE TABLE artwork (
  id INTEGER PRIMARY KEY, -- local key
  uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16), -- names the picture in the cache database
  -- whose picture; NULL: a person's
  entity_id INTEGER REFERENCES media_entity (id) ON DELETE CASCADE,
  person_id INTEGER REFERENCES person (id) ON DELETE CASCADE, -- whose picture; NULL: an entity's
  -- 'poster' | 'backdrop' | 'banner' | 'logo' | 'clearart' | 'landscape' | 'thumb' | 'portrait'
  kind TEXT NOT NULL,
  locale TEXT NOT NULL DEFAULT '', -- language of the text on it; '': none
  origin TEXT NOT NULL, -- 'sidecar' | 'embedded' | 'provider' | 'manual'
  provider TEXT, -- who offers it
  reference TEXT, -- the provider's path or a URL without credentials
  -- the file it is; NULL: not one, or its row is gone
  sidecar_id INTEGER REFERENCES sidecar (id) ON DELETE SET NULL,
  media_file_id INTEGER REFERENCES media_file (id) ON DELETE SET NULL, -- the file it is embedded in
  stream_index INTEGER, -- which attached picture of that file
  source_uid BLOB, -- logical file: the source
  path BLOB, -- logical file: raw path below the root
  size_bytes INTEGER, -- logical file: length
  fingerprint BLOB, -- logical file: content
  width INTEGER, -- pixels
  height INTEGER, -- pixels
  score REAL, -- the provider's or our own ranking; higher is better
  selected INTEGER NOT NULL DEFAULT 0, -- 1: the one shown
  locked INTEGER NOT NULL DEFAULT 0, -- 1: selected by hand
  clock_json TEXT, -- the clock of that selection
  updated_at_ms INTEGER NOT NULL, -- when it last changed
  CHECK ((entity_id IS NULL) <> (person_id IS NULL))
) STRICT;

CREATE UNIQUE INDEX artwork_selected
  ON artwork (entity_id, kind, locale) WHERE selected = 1 AND entity_id IS NOT NULL;
CREATE UNIQUE INDEX artwork_selected_person
  ON artwork (person_id, kind, locale) WHERE selected = 1 AND person_id IS NOT NULL;
CREATE INDEX artwork_entity ON artwork (entity_id, kind) WHERE entity_id IS NOT NULL;
CREATE INDEX artwork_person ON artwork (person_id, kind) WHERE person_id IS NOT NULL;
CREATE INDEX artwork_sidecar ON artwork (sidecar_id) WHERE sidecar_id IS NOT NULL;
CREATE INDEX artwork_media_file ON artwork (media_file_id) WHERE media_file_id IS NOT NULL;

-- ---------------------------------------------------------------------------------------------
-- User state: nothing here refers to a file's row
-- ---------------------------------------------------------------------------------------------

-- Somebody who watches.
CREATE TABLE playback_profile (
  id INTEGER PRIMARY KEY, -- local key
  uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16), -- names the profile on every device
  name TEXT NOT NULL, -- as shown; '' for the default one until somebody names it
  is_default INTEGER NOT NULL DEFAULT 0, -- 1: the profile used when none is asked for
  locale TEXT, -- preferred locale of titles; NULL: the device's
  restrictions_json TEXT, -- what it may see, such as the highest content rating
  settings_json TEXT, -- preferred languages and the like
  clock_json TEXT, -- per field: the clock of its last edit
  created_at_ms INTEGER NOT NULL, -- when it was made
  updated_at_ms INTEGER NOT NULL, -- when it last changed
  deleted_at_ms INTEGER -- tombstone
) STRICT;

CREATE UNIQUE INDEX playback_profile_default ON playback_profile (is_default) WHERE is_default = 1;

-- The default profile has the same uid on every device, so that their progress meets.
INSERT INTO playback_profile (id, uid, name, is_default, created_at_ms, updated_at_ms)
  VALUES (1, X'00000000000070008000000000000001', '', 1, 0, 0);

-- How far a profile is with an entity, and what it thinks of it.
CREATE TABLE playback_state (
  profile_id INTEGER NOT NULL REFERENCES playback_profile (id) ON DELETE RESTRICT, -- who
  entity_id INTEGER NOT NULL REFERENCES media_entity (id) ON DELETE RESTRICT, -- what
  position_ms INTEGER NOT NULL DEFAULT 0, -- where to resume, on the timeline of all parts
  duration_ms INTEGER, -- length of the version played last
  watched INTEGER NOT NULL DEFAULT 0, -- 1: seen to the end once; a replay does not clear it
  watched_at_ms INTEGER, -- when it was last seen to the end
  play_count INTEGER NOT NULL DEFAULT 0, -- how often it was seen to the end
  last_played_at_ms INTEGER, -- when playback last stopped
  dismissed_at_ms INTEGER, -- when it was taken off "continue watching"
  favorite INTEGER NOT NULL DEFAULT 0, -- 1: a favourite
  rating INTEGER, -- the profile's own rating, 1…100; NULL: none
  rated_at_ms INTEGER, -- when it was rated
  tracks_json TEXT, -- chosen audio and subtitle tracks
  source_uid BLOB, -- logical file played last: the source
  path BLOB, -- logical file played last: raw path below the root
  size_bytes INTEGER, -- logical file played last: length
  fingerprint BLOB, -- logical file played last: content
  clock_json TEXT NOT NULL, -- per field: the clock of its last edit
  updated_at_ms INTEGER NOT NULL, -- when it last changed
  PRIMARY KEY (profile_id, entity_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX playback_state_entity ON playback_state (entity_id);
CREATE INDEX playback_state_recent
  ON playback_state (profile_id, last_played_at_ms) WHERE last_played_at_ms IS NOT NULL;
CREATE INDEX playback_state_continue
  ON playback_state (profile_id, last_played_at_ms) WHERE position_ms > 0;
CREATE INDEX playback_state_favorite ON playback_state (profile_id, entity_id) WHERE favorite = 1;

-- A point or stretch of an entity: intro, credits, a bookmark.
CREATE TABLE playback_marker (
  id INTEGER PRIMARY KEY, -- local key
  uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16), -- names the marker on every device
  entity_id INTEGER NOT NULL REFERENCES media_entity (id) ON DELETE RESTRICT, -- what
  -- whose; NULL: everybody's
  profile_id INTEGER REFERENCES playback_profile (id) ON DELETE RESTRICT,
  kind TEXT NOT NULL, -- 'intro' | 'recap' | 'credits' | 'preview' | 'chapter' | 'bookmark'
  start_ms INTEGER NOT NULL, -- where it begins
  end_ms INTEGER, -- where it ends; NULL: a point
  title TEXT, -- as shown
  origin TEXT NOT NULL, -- 'probe' | 'sidecar' | 'detected' | 'manual'
  locked INTEGER NOT NULL DEFAULT 0, -- 1: made by hand
  source_uid BLOB, -- logical file it was made on: the source; NULL: every version
  path BLOB, -- logical file: raw path below the root
  size_bytes INTEGER, -- logical file: length
  fingerprint BLOB, -- logical file: content
  clock_json TEXT, -- per field: the clock of its last edit
  created_at_ms INTEGER NOT NULL, -- when it was made
  updated_at_ms INTEGER NOT NULL, -- when it last changed
  deleted_at_ms INTEGER -- tombstone
) STRICT;

CREATE INDEX playback_marker_entity ON playback_marker (entity_id, start_ms);
CREATE INDEX playback_marker_profile
  ON playback_marker (profile_id) WHERE profile_id IS NOT NULL;

-- ---------------------------------------------------------------------------------------------
-- Collections
-- ---------------------------------------------------------------------------------------------

-- A list of entities, made by hand or by a rule.
CREATE TABLE media_collection (
  id INTEGER PRIMARY KEY, -- local key
  uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16), -- names the list on every device
  -- whose; NULL: everybody's
  profile_id INTEGER REFERENCES playback_profile (id) ON DELETE RESTRICT,
  kind TEXT NOT NULL, -- 'manual' | 'smart' | 'provider'
  name TEXT NOT NULL, -- as shown
  overview TEXT, -- a few words about it
  identity_key TEXT, -- a provider's series of films; NULL: made here
  rule_json TEXT, -- the rule of a smart one
  rule_version INTEGER, -- grammar the rule is written in
  sort_order TEXT NOT NULL DEFAULT 'position', -- 'position' | a sort of the browse API
  rank TEXT NOT NULL DEFAULT '', -- order among collections: compare as bytes, room between any two
  clock_json TEXT, -- per field: the clock of its last edit
  created_at_ms INTEGER NOT NULL, -- when it was made
  updated_at_ms INTEGER NOT NULL, -- when it last changed
  deleted_at_ms INTEGER -- tombstone
) STRICT;

CREATE UNIQUE INDEX media_collection_identity
  ON media_collection (identity_key) WHERE identity_key IS NOT NULL;
CREATE INDEX media_collection_profile
  ON media_collection (profile_id) WHERE profile_id IS NOT NULL;

-- An entity's place in a collection.
CREATE TABLE collection_item (
  collection_id INTEGER NOT NULL REFERENCES media_collection (id) ON DELETE RESTRICT, -- the list
  entity_id INTEGER NOT NULL REFERENCES media_entity (id) ON DELETE RESTRICT, -- what is in it
  rank TEXT NOT NULL, -- order: compare as bytes, room between any two
  clock_json TEXT, -- per field: the clock of its last edit
  added_at_ms INTEGER NOT NULL, -- when it was put in
  updated_at_ms INTEGER NOT NULL, -- when it last changed
  deleted_at_ms INTEGER, -- tombstone
  PRIMARY KEY (collection_id, entity_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX collection_item_entity ON collection_item (entity_id);

-- ---------------------------------------------------------------------------------------------
-- Search
-- ---------------------------------------------------------------------------------------------

-- What an entity can be found by: folded texts, CJK characters set apart by spaces. Derived.
-- RESTRICT: the full-text row must be deleted with the very texts that stand here, so first.
CREATE TABLE search_document (
  -- also the full-text rowid
  entity_id INTEGER PRIMARY KEY REFERENCES media_entity (id) ON DELETE RESTRICT,
  title TEXT NOT NULL, -- titles in every locale
  aliases TEXT NOT NULL, -- original title, other titles, romanized title
  people TEXT NOT NULL, -- names from the credits
  genres TEXT NOT NULL, -- genre names in every locale
  boost REAL NOT NULL DEFAULT 0, -- ranks equals: popularity, kind
  fold_version TEXT NOT NULL, -- folding and segmentation that made the texts
  built_at_ms INTEGER NOT NULL -- when
) STRICT;

-- An index over search_document, kept up by the statements that write it, never by a trigger: a
-- trigger that writes a virtual table fails where the schema is not trusted.
CREATE VIRTUAL TABLE search_document_fts USING fts5 (
  title, aliases, people, genres,
  content = 'search_document', content_rowid = 'entity_id',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

-- ---------------------------------------------------------------------------------------------
-- Sync
-- ---------------------------------------------------------------------------------------------

-- The outbox, the local tombstones of the change feed, and received events that wait for their
-- subject. Written in the transaction of the change it tells of; refers to nothing by foreign key.
CREATE TABLE change_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- order of writing
  -- what makes applying it idempotent
  event_uid BLOB NOT NULL UNIQUE CHECK (length(event_uid) = 16),
  device_uid BLOB NOT NULL CHECK (length(device_uid) = 16), -- the device that made the change
  clock_ms INTEGER NOT NULL, -- hybrid logical clock: milliseconds
  clock_counter INTEGER NOT NULL, -- hybrid logical clock: counter within them
  -- 'profile' | 'playback' | 'marker' | 'collection' | 'binding' | 'lock' | 'entity'
  domain TEXT NOT NULL,
  subject_uid BLOB NOT NULL, -- uid of what changed
  action TEXT NOT NULL, -- 'set' | 'delete' | 'merge'
  identity_json TEXT, -- identity keys, source uid and path: who the subject is on another device
  payload_json TEXT, -- the fields that changed, each with its clock
  -- 'pending' | 'acknowledged' | 'local' (never uploaded) | 'unresolved' (received, subject
  -- unknown)
  state TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL, -- when it was written
  acknowledged_at_ms INTEGER -- when the server confirmed it
) STRICT;

CREATE INDEX change_log_pending ON change_log (id) WHERE state = 'pending';
CREATE INDEX change_log_unresolved ON change_log (id) WHERE state = 'unresolved';
CREATE INDEX change_log_acknowledged
  ON change_log (acknowledged_at_ms) WHERE state = 'acknowledged';
CREATE INDEX change_log_subject ON change_log (subject_uid);

-- How far this library is in sync, one row per domain.
CREATE TABLE sync_cursor (
  domain TEXT PRIMARY KEY, -- as on change_log
  cursor BLOB, -- the server's own position; NULL: from the beginning
  clock_ms INTEGER NOT NULL DEFAULT 0, -- greatest clock seen: milliseconds
  clock_counter INTEGER NOT NULL DEFAULT 0, -- greatest clock seen: counter
  pulled_at_ms INTEGER, -- when events were last fetched
  pushed_at_ms INTEGER, -- when events were last delivered
  error_json TEXT -- the last failure, without secrets
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------------------------------------
-- Locks
--
-- A trigger cannot know who writes, and an authorizer cannot see rows; together they can. Whoever
-- may not write the column that locks cannot get past these. Whoever may has to say so, by clearing
-- the lock in the statement that makes the change or in one before it. What is not listed stays
-- writable: a locked binding still follows its file to a new path.
--
-- media_entity.locked_fields: 1 original title and language, 2 dates, 4 runtime, 8 ratings,
-- 16 numbers and parents, 32 genres, 64 credits, 128 what it is.
-- localized_metadata.locked_fields: 1 title, 2 sort title, 4 tagline, 8 overview, 16 aliases.
-- ---------------------------------------------------------------------------------------------

CREATE TRIGGER file_binding_locked_update
BEFORE UPDATE OF entity_id, role, position, start_ms, end_ms, version_label, method
  ON file_binding
WHEN OLD.locked = 1 AND NEW.locked = 1 AND (
  NEW.entity_id <> OLD.entity_id OR NEW.role <> OLD.role OR NEW.position <> OLD.position
  OR NEW.start_ms IS NOT OLD.start_ms OR NEW.end_ms IS NOT OLD.end_ms
  OR NEW.version_label IS NOT OLD.version_label OR NEW.method <> OLD.method
)
BEGIN
  SELECT RAISE(ABORT, 'locked: file_binding');
END;

CREATE TRIGGER file_binding_locked_delete
BEFORE DELETE ON file_binding
WHEN OLD.locked = 1
BEGIN
  SELECT RAISE(ABORT, 'locked: file_binding');
END;

-- A file matched by hand is not matched again beside it.
CREATE TRIGGER file_binding_locked_insert
BEFORE INSERT ON file_binding
WHEN NEW.locked = 0 AND EXISTS (
  SELECT 1 FROM file_binding WHERE media_file_id = NEW.media_file_id AND locked = 1
)
BEGIN
  SELECT RAISE(ABORT, 'locked: file_binding');
END;

CREATE TRIGGER file_binding_locked_attach
BEFORE UPDATE OF media_file_id ON file_binding
WHEN NEW.locked = 0 AND NEW.media_file_id IS NOT OLD.media_file_id AND EXISTS (
  SELECT 1 FROM file_binding WHERE media_file_id = NEW.media_file_id AND locked = 1
)
BEGIN
  SELECT RAISE(ABORT, 'locked: file_binding');
END;

CREATE TRIGGER media_entity_locked_update
BEFORE UPDATE ON media_entity
WHEN OLD.locked_fields & NEW.locked_fields <> 0 AND (
  (OLD.locked_fields & NEW.locked_fields & 1 <> 0
    AND (NEW.original_title IS NOT OLD.original_title
      OR NEW.original_language IS NOT OLD.original_language))
  OR (OLD.locked_fields & NEW.locked_fields & 2 <> 0
    AND (NEW.release_date IS NOT OLD.release_date OR NEW.year IS NOT OLD.year))
  OR (OLD.locked_fields & NEW.locked_fields & 4 <> 0
    AND NEW.runtime_ms IS NOT OLD.runtime_ms)
  OR (OLD.locked_fields & NEW.locked_fields & 8 <> 0
    AND (NEW.content_rating IS NOT OLD.content_rating OR NEW.rating IS NOT OLD.rating))
  OR (OLD.locked_fields & NEW.locked_fields & 16 <> 0
    AND (NEW.parent_id IS NOT OLD.parent_id OR NEW.series_id IS NOT OLD.series_id
      OR NEW.season_number IS NOT OLD.season_number
      OR NEW.episode_number IS NOT OLD.episode_number
      OR NEW.episode_number_end IS NOT OLD.episode_number_end
      OR NEW.absolute_number IS NOT OLD.absolute_number
      OR NEW.extra_kind IS NOT OLD.extra_kind))
  OR (OLD.locked_fields & NEW.locked_fields & 128 <> 0
    AND (NEW.identity_key IS NOT OLD.identity_key OR NEW.match_state IS NOT OLD.match_state
      OR NEW.kind IS NOT OLD.kind OR NEW.merged_into_id IS NOT OLD.merged_into_id))
)
BEGIN
  SELECT RAISE(ABORT, 'locked: media_entity');
END;

CREATE TRIGGER media_entity_locked_delete
BEFORE DELETE ON media_entity
WHEN OLD.locked_fields <> 0
BEGIN
  SELECT RAISE(ABORT, 'locked: media_entity');
END;

CREATE TRIGGER localized_metadata_locked_update
BEFORE UPDATE ON localized_metadata
WHEN OLD.locked_fields & NEW.locked_fields <> 0 AND (
  NEW.entity_id <> OLD.entity_id OR NEW.locale <> OLD.locale
  OR (OLD.locked_fields & NEW.locked_fields & 1 <> 0 AND NEW.title IS NOT OLD.title)
  OR (OLD.locked_fields & NEW.locked_fields & 2 <> 0 AND NEW.sort_title IS NOT OLD.sort_title)
  OR (OLD.locked_fields & NEW.locked_fields & 4 <> 0 AND NEW.tagline IS NOT OLD.tagline)
  OR (OLD.locked_fields & NEW.locked_fields & 8 <> 0 AND NEW.overview IS NOT OLD.overview)
  OR (OLD.locked_fields & NEW.locked_fields & 16 <> 0
    AND NEW.aliases_json IS NOT OLD.aliases_json)
)
BEGIN
  SELECT RAISE(ABORT, 'locked: localized_metadata');
END;

CREATE TRIGGER localized_metadata_locked_delete
BEFORE DELETE ON localized_metadata
WHEN OLD.locked_fields <> 0
BEGIN
  SELECT RAISE(ABORT, 'locked: localized_metadata');
END;

CREATE TRIGGER external_id_locked_update
BEFORE UPDATE OF entity_id, provider, namespace, value ON external_id
WHEN OLD.locked = 1 AND NEW.locked = 1 AND (
  NEW.entity_id <> OLD.entity_id OR NEW.provider <> OLD.provider
  OR NEW.namespace <> OLD.namespace OR NEW.value <> OLD.value
)
BEGIN
  SELECT RAISE(ABORT, 'locked: external_id');
END;

CREATE TRIGGER external_id_locked_delete
BEFORE DELETE ON external_id
WHEN OLD.locked = 1
BEGIN
  SELECT RAISE(ABORT, 'locked: external_id');
END;

CREATE TRIGGER entity_genre_locked_insert
BEFORE INSERT ON entity_genre
WHEN (SELECT locked_fields & 32 FROM media_entity WHERE id = NEW.entity_id) <> 0
BEGIN
  SELECT RAISE(ABORT, 'locked: entity_genre');
END;

CREATE TRIGGER entity_genre_locked_update
BEFORE UPDATE ON entity_genre
WHEN EXISTS (
  SELECT 1 FROM media_entity
  WHERE id IN (OLD.entity_id, NEW.entity_id) AND locked_fields & 32 <> 0
)
BEGIN
  SELECT RAISE(ABORT, 'locked: entity_genre');
END;

CREATE TRIGGER entity_genre_locked_delete
BEFORE DELETE ON entity_genre
WHEN (SELECT locked_fields & 32 FROM media_entity WHERE id = OLD.entity_id) <> 0
BEGIN
  SELECT RAISE(ABORT, 'locked: entity_genre');
END;

CREATE TRIGGER credit_locked_insert
BEFORE INSERT ON credit
WHEN (SELECT locked_fields & 64 FROM media_entity WHERE id = NEW.entity_id) <> 0
BEGIN
  SELECT RAISE(ABORT, 'locked: credit');
END;

CREATE TRIGGER credit_locked_update
BEFORE UPDATE ON credit
WHEN EXISTS (
  SELECT 1 FROM media_entity
  WHERE id IN (OLD.entity_id, NEW.entity_id) AND locked_fields & 64 <> 0
)
BEGIN
  SELECT RAISE(ABORT, 'locked: credit');
END;

CREATE TRIGGER credit_locked_delete
BEFORE DELETE ON credit
WHEN (SELECT locked_fields & 64 FROM media_entity WHERE id = OLD.entity_id) <> 0
BEGIN
  SELECT RAISE(ABORT, 'locked: credit');
END;

CREATE TRIGGER artwork_locked_update
BEFORE UPDATE OF
  entity_id, person_id, kind, locale, origin, provider, reference, stream_index, selected
  ON artwork
WHEN OLD.locked = 1 AND NEW.locked = 1 AND (
  NEW.entity_id IS NOT OLD.entity_id OR NEW.person_id IS NOT OLD.person_id
  OR NEW.kind <> OLD.kind OR NEW.locale <> OLD.locale OR NEW.origin <> OLD.origin
  OR NEW.provider IS NOT OLD.provider OR NEW.reference IS NOT OLD.reference
  OR NEW.stream_index IS NOT OLD.stream_index OR NEW.selected <> OLD.selected
)
BEGIN
  SELECT RAISE(ABORT, 'locked: artwork');
END;

CREATE TRIGGER artwork_locked_delete
BEFORE DELETE ON artwork
WHEN OLD.locked = 1
BEGIN
  SELECT RAISE(ABORT, 'locked: artwork');
END;

CREATE TRIGGER playback_marker_locked_update
BEFORE UPDATE OF entity_id, profile_id, kind, start_ms, end_ms, title, deleted_at_ms
  ON playback_marker
WHEN OLD.locked = 1 AND NEW.locked = 1 AND (
  NEW.entity_id <> OLD.entity_id OR NEW.profile_id IS NOT OLD.profile_id
  OR NEW.kind <> OLD.kind OR NEW.start_ms <> OLD.start_ms OR NEW.end_ms IS NOT OLD.end_ms
  OR NEW.title IS NOT OLD.title OR NEW.deleted_at_ms IS NOT OLD.deleted_at_ms
)
BEGIN
  SELECT RAISE(ABORT, 'locked: playback_marker');
END;

CREATE TRIGGER playback_marker_locked_delete
BEFORE DELETE ON playback_marker
WHEN OLD.locked = 1
BEGIN
  SELECT RAISE(ABORT, 'locked: playback_marker');
END;

PRAGMA user_version = 1;
