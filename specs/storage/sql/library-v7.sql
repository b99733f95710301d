-- library.sqlite, version 7: only work that is ready stands in the claim index.
--
-- Failures for good, work done and work that waits no longer lie in a claim's way. Whether a row is
-- due depends on the clock, which no index knows: a claim first promotes a bounded number of rows
-- from the second index, whose key is the lease's end of leased work and the due time of the rest.

DROP INDEX scan_queue_claim;
-- By stage first: who works on some stages must not step over the ready rows of the others.
CREATE INDEX scan_queue_ready ON scan_queue (stage, priority, id) WHERE state = 'ready';
-- By state first: a lease that ends too far ahead was given before the clock was set back, while work
-- may well wait that long. The OR, since SQLite does not see that one state is IN two.
CREATE INDEX scan_queue_due ON scan_queue (state, coalesce(lease_expires_at_ms, due_at_ms))
  WHERE state = 'waiting' OR state = 'leased';

-- A row that is in neither index would wait for ever.
UPDATE scan_queue
SET state = 'ready', claim_token = NULL
WHERE state IN ('waiting', 'leased') AND coalesce(lease_expires_at_ms, due_at_ms) IS NULL;

PRAGMA user_version = 7;
