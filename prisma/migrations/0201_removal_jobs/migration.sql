-- What a provider has yet to be told after an account was taken away here.
CREATE TABLE removal_jobs (
  id SERIAL PRIMARY KEY,
  tenant_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  external_id TEXT NOT NULL,
  credentials TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  is_told BOOLEAN NOT NULL DEFAULT false,
  created_at TIMESTAMPTZ(3) NOT NULL,
  due_at TIMESTAMPTZ(3) NOT NULL,
  claim_id TEXT,
  claimed_until TIMESTAMPTZ(3),
  CONSTRAINT removal_jobs_kind CHECK (kind IN ('fb_page', 'tg_webhook', 'tt_token', 'wa_app'))
);
CREATE INDEX removal_jobs_due_at_idx ON removal_jobs (due_at);
