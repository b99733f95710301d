-- library.sqlite, version 7: only work that is ready stands in the claim index.
--
-- Failures for good, work done and work that waits no longer lie in a claim's way. Whether a row is
-- due depends on the clock, which no index knows: a claim first promotes a bounded number of rows
-- from the second index, whose key is the lease's end of leased work and the due time of the rest.

DROP INDEX scan_queue_claim;
CREATE INDEX scan_queue_ready ON scan_queue (priority, id) WHERE state = 'ready';
CREATE INDEX scan_queue_due
  ON scan_queue (coalesce(lease_expires_at_ms, due_at_ms)) WHERE state IN ('waiting', 'leased');

-- A row that is in neither index would wait for ever.
UPDATE scan_queue
SET state = 'ready', claim_token = NULL
WHERE state IN ('waiting', 'leased') AND coalesce(lease_expires_at_ms, due_at_ms) IS NULL;

PRAGMA user_version = 7;
