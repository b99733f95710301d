-- library.sqlite, version 5: a claim reads its few rows in order and sorts nothing.

CREATE INDEX scan_queue_claim ON scan_queue (priority, id);

PRAGMA user_version = 5;
