-- When the token of an account is to be renewed; a row is held by one worker at a time.
CREATE TABLE channel_tokens (
  channel_account_id INTEGER PRIMARY KEY,
  tenant_id INTEGER NOT NULL,
  due_at TIMESTAMPTZ(3) NOT NULL,
  refreshed_at TIMESTAMPTZ(3) NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  claim_id TEXT,
  claimed_until TIMESTAMPTZ(3)
);
CREATE INDEX channel_tokens_due_at_idx ON channel_tokens (due_at);
