-- When a waiting update is looked at next: each look comes later than the one before, so that updates about messages
-- that other systems sent cost next to nothing while they wait in vain.
ALTER TABLE pending_updates ADD COLUMN look_at TIMESTAMPTZ(3) NOT NULL DEFAULT now();
CREATE INDEX pending_updates_look_at ON pending_updates (look_at, id);
-- The newest updates of an account: older ones beyond its cap are dropped.
CREATE INDEX pending_updates_channel_account_id_id_idx ON pending_updates (channel_account_id, id);
