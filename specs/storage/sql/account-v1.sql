-- account.sqlite, version 1: who uses this library, which sources they have set up, and with which
-- credentials. Never the account's own OAuth token: that stays in the platform's secure storage.
--
-- Conventions are those of library-v1.sql. Nothing here refers to another database but by uid.

PRAGMA page_size = 8192;
PRAGMA auto_vacuum = INCREMENTAL;
PRAGMA encoding = 'UTF-8';
PRAGMA application_id = 0x41434354;

-- Which contract files made this database. Written by the migrator, never by a contract file.
CREATE TABLE schema_migration (
  version INTEGER PRIMARY KEY, -- the user_version the file leads to
  file TEXT NOT NULL, -- the file's name, such as account-v1.sql
  sha256 TEXT NOT NULL, -- 64 lower-case hex digits over the file's bytes
  applied_at_ms INTEGER NOT NULL, -- when it was applied
  duration_ms INTEGER NOT NULL -- how long it took
) STRICT;

-- The device this database is on: what events are stamped with.
CREATE TABLE local_device (
  id INTEGER PRIMARY KEY CHECK (id = 1), -- there is one row
  uid BLOB NOT NULL CHECK (length(uid) = 16), -- made once; a copied database makes a new one
  name TEXT NOT NULL, -- as shown on other devices
  clock_ms INTEGER NOT NULL DEFAULT 0, -- greatest hybrid clock seen: milliseconds
  clock_counter INTEGER NOT NULL DEFAULT 0, -- greatest hybrid clock seen: counter
  created_at_ms INTEGER NOT NULL -- when the uid was made
) STRICT;

-- An account that is or was signed in here.
CREATE TABLE account_profile (
  id INTEGER PRIMARY KEY, -- local key
  uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16), -- names the account in other databases
  remote_id TEXT UNIQUE, -- the server's own name for it; NULL: a local account
  state TEXT NOT NULL, -- 'local' | 'signed_in' | 'signed_out' | 'revoked'
  display_name TEXT NOT NULL, -- as shown
  email TEXT, -- as the server gave it
  avatar_reference TEXT, -- a path or URL without credentials
  settings_json TEXT, -- what syncs, and other preferences of the account
  revision INTEGER NOT NULL DEFAULT 0, -- moves with every change here
  base_revision INTEGER, -- the server's revision this one builds on; NULL: never synced
  clock_json TEXT, -- per field: the clock of its last edit
  created_at_ms INTEGER NOT NULL, -- when it was first signed in
  updated_at_ms INTEGER NOT NULL, -- when it last changed
  deleted_at_ms INTEGER -- tombstone
) STRICT;

-- A source as it is set up, on this device or another. The library has its own row of the same uid.
CREATE TABLE source_configuration (
  id INTEGER PRIMARY KEY, -- local key
  uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16), -- also library_source.uid
  account_uid BLOB, -- whose it is; NULL: nobody's, it does not sync
  adapter TEXT NOT NULL, -- 'local' | 'smb' | 'nfs' | 'webdav' | a third party's own
  display_name TEXT NOT NULL, -- what people call it
  endpoint TEXT NOT NULL, -- scheme, host, port, share; never user information
  root_path BLOB NOT NULL, -- raw bytes of the root as the adapter takes it
  included_paths_json TEXT, -- array of raw paths in upper-case hex; NULL: all
  excluded_paths_json TEXT, -- array of raw paths in upper-case hex; NULL: none
  options_json TEXT, -- the adapter's own options, without secrets
  policy_json TEXT, -- when to scan, what to skip, how long to keep the missing
  credential_uid BLOB, -- the credential it signs in with; NULL: none
  state TEXT NOT NULL DEFAULT 'active', -- 'active' | 'disabled' | 'removing' | 'removed'
  revision INTEGER NOT NULL DEFAULT 1, -- moves with every change here
  base_revision INTEGER, -- the server's revision this one builds on; NULL: never synced
  clock_json TEXT, -- per field: the clock of its last edit
  created_at_ms INTEGER NOT NULL, -- when it was set up
  updated_at_ms INTEGER NOT NULL, -- when it last changed
  deleted_at_ms INTEGER -- tombstone
) STRICT;

CREATE INDEX source_configuration_account ON source_configuration (account_uid);
CREATE INDEX source_configuration_credential
  ON source_configuration (credential_uid) WHERE credential_uid IS NOT NULL;

-- A third-party credential, in the clear: whatever reads this file can read it. The file's mode,
-- the app's sandbox and the platform's data protection are all that stands before it.
CREATE TABLE credential_record (
  id INTEGER PRIMARY KEY, -- local key
  uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16), -- names the credential on every device
  account_uid BLOB, -- whose it is; NULL: nobody's, it does not sync
  source_uid BLOB, -- the source it was made for; NULL: several
  kind TEXT NOT NULL, -- 'username_password' | 'oauth_token' | 'api_token' | 'cookie' | 'key_pair'
  label TEXT NOT NULL, -- what people call it; never a part of the secret
  payload_version INTEGER NOT NULL, -- grammar of the payload
  protection TEXT NOT NULL DEFAULT 'plaintext', -- 'plaintext'; another mode is kept and refused
  protection_json TEXT, -- what another mode needs to be undone
  payload BLOB, -- the fields of the kind, as JSON; NULL: a tombstone
  state TEXT NOT NULL DEFAULT 'valid', -- 'valid' | 'invalid' | 'removed'
  expires_at_ms INTEGER, -- when the secret itself runs out
  revision INTEGER NOT NULL DEFAULT 1, -- moves with every change here
  base_revision INTEGER, -- the server's revision this one builds on; NULL: never synced
  created_at_ms INTEGER NOT NULL, -- when it was recorded
  updated_at_ms INTEGER NOT NULL, -- when it last changed
  deleted_at_ms INTEGER, -- tombstone
  CHECK (payload IS NULL OR length(payload) <= 65536),
  CHECK (deleted_at_ms IS NULL OR payload IS NULL)
) STRICT;

CREATE INDEX credential_record_account ON credential_record (account_uid);
CREATE INDEX credential_record_source
  ON credential_record (source_uid) WHERE source_uid IS NOT NULL;

-- Two edits that neither side may decide alone.
CREATE TABLE sync_conflict (
  id INTEGER PRIMARY KEY, -- local key
  uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16), -- names the conflict in the API
  domain TEXT NOT NULL, -- 'account' | 'source' | 'credential'
  subject_uid BLOB NOT NULL, -- what both sides changed
  local_revision INTEGER NOT NULL, -- ours
  local_payload BLOB, -- ours; NULL: a deletion
  remote_revision INTEGER NOT NULL, -- theirs
  remote_payload BLOB, -- theirs; NULL: a deletion
  state TEXT NOT NULL DEFAULT 'open', -- 'open' | 'kept_local' | 'took_remote' | 'merged'
  detected_at_ms INTEGER NOT NULL, -- when it was seen
  resolved_at_ms INTEGER -- when somebody decided
) STRICT;

CREATE UNIQUE INDEX sync_conflict_open ON sync_conflict (domain, subject_uid) WHERE state = 'open';

-- Changes of account profiles that the server has still to confirm.
CREATE TABLE account_outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- order of writing
  event_uid BLOB NOT NULL UNIQUE CHECK (length(event_uid) = 16), -- what makes delivery idempotent
  device_uid BLOB NOT NULL, -- the device that made the change
  clock_ms INTEGER NOT NULL, -- hybrid logical clock: milliseconds
  clock_counter INTEGER NOT NULL, -- hybrid logical clock: counter within them
  subject_uid BLOB NOT NULL, -- the account
  action TEXT NOT NULL, -- 'set' | 'delete'
  revision INTEGER NOT NULL, -- the subject's revision after the change
  base_revision INTEGER, -- the server's revision it builds on
  payload_json TEXT, -- the fields that changed
  state TEXT NOT NULL DEFAULT 'pending', -- 'pending' | 'acknowledged' | 'refused'
  attempts INTEGER NOT NULL DEFAULT 0, -- how often it was sent
  error_json TEXT, -- the last failure, without secrets
  created_at_ms INTEGER NOT NULL, -- when it was written
  acknowledged_at_ms INTEGER -- when the server confirmed it
) STRICT;

CREATE INDEX account_outbox_pending ON account_outbox (id) WHERE state = 'pending';

-- Changes of source configurations that the server has still to confirm.
CREATE TABLE source_outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- order of writing
  event_uid BLOB NOT NULL UNIQUE CHECK (length(event_uid) = 16), -- what makes delivery idempotent
  device_uid BLOB NOT NULL, -- the device that made the change
  clock_ms INTEGER NOT NULL, -- hybrid logical clock: milliseconds
  clock_counter INTEGER NOT NULL, -- hybrid logical clock: counter within them
  subject_uid BLOB NOT NULL, -- the source
  action TEXT NOT NULL, -- 'set' | 'delete'
  revision INTEGER NOT NULL, -- the subject's revision after the change
  base_revision INTEGER, -- the server's revision it builds on
  payload_json TEXT, -- the fields that changed
  state TEXT NOT NULL DEFAULT 'pending', -- 'pending' | 'acknowledged' | 'refused'
  attempts INTEGER NOT NULL DEFAULT 0, -- how often it was sent
  error_json TEXT, -- the last failure, without secrets
  created_at_ms INTEGER NOT NULL, -- when it was written
  acknowledged_at_ms INTEGER -- when the server confirmed it
) STRICT;

CREATE INDEX source_outbox_pending ON source_outbox (id) WHERE state = 'pending';

-- Changes of credentials that the server has still to confirm. Carries no payload: what is sent is
-- read from credential_record at that moment, so that a secret stands in one place only.
CREATE TABLE credential_outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- order of writing
  event_uid BLOB NOT NULL UNIQUE CHECK (length(event_uid) = 16), -- what makes delivery idempotent
  device_uid BLOB NOT NULL, -- the device that made the change
  clock_ms INTEGER NOT NULL, -- hybrid logical clock: milliseconds
  clock_counter INTEGER NOT NULL, -- hybrid logical clock: counter within them
  subject_uid BLOB NOT NULL, -- the credential
  action TEXT NOT NULL, -- 'set' | 'delete'
  revision INTEGER NOT NULL, -- the subject's revision after the change
  base_revision INTEGER, -- the server's revision it builds on
  state TEXT NOT NULL DEFAULT 'pending', -- 'pending' | 'acknowledged' | 'refused'
  attempts INTEGER NOT NULL DEFAULT 0, -- how often it was sent
  error_json TEXT, -- the last failure, without secrets
  created_at_ms INTEGER NOT NULL, -- when it was written
  acknowledged_at_ms INTEGER -- when the server confirmed it
) STRICT;

CREATE INDEX credential_outbox_pending ON credential_outbox (id) WHERE state = 'pending';

-- How far each account is in sync, one row per domain.
CREATE TABLE sync_cursor (
  account_uid BLOB NOT NULL, -- the account
  domain TEXT NOT NULL, -- 'account' | 'source' | 'credential'
  cursor BLOB, -- the server's own position; NULL: from the beginning
  pulled_at_ms INTEGER, -- when changes were last fetched
  pushed_at_ms INTEGER, -- when changes were last delivered
  error_json TEXT, -- the last failure, without secrets
  PRIMARY KEY (account_uid, domain)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 1;
