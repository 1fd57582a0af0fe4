CREATE TABLE devices (
  id                 SERIAL PRIMARY KEY,
  tenant_id          INTEGER NOT NULL,
  instance_id        TEXT NOT NULL,
  label              TEXT NOT NULL,
  token_hash         BYTEA NOT NULL,
  status             TEXT NOT NULL DEFAULT 'created',
  reason             TEXT,
  since              TIMESTAMPTZ(3) NOT NULL,
  is_paired          BOOLEAN NOT NULL DEFAULT false,
  phone              TEXT,
  channel_account_id INTEGER,
  attempts           INTEGER NOT NULL DEFAULT 0,
  replaced_at        TIMESTAMPTZ(3),
  created_at         TIMESTAMPTZ(3) NOT NULL,
  expires_at         TIMESTAMPTZ(3) NOT NULL,
  worker_id          TEXT,
  lease_until        TIMESTAMPTZ(3),
  lease_token        BIGINT NOT NULL DEFAULT 0,
  last_heard_at      TIMESTAMPTZ(3),
  habit_seconds      DOUBLE PRECISION,
  silent_since       TIMESTAMPTZ(3),
  restriction        TEXT,
  restricted_until   TIMESTAMPTZ(3),
  CONSTRAINT devices_status CHECK (status IN ('created', 'connecting', 'awaiting_pairing', 'connected', 'reconnecting',
                                              'logged_out', 'expired', 'failed', 'deleted'))
);
CREATE UNIQUE INDEX devices_token_hash_key ON devices (token_hash);
CREATE INDEX devices_tenant_id_id_idx ON devices (tenant_id, id);
-- Devices that should have a socket: few columns change more often than these, and a claim looks for the earliest.
CREATE INDEX devices_wanted ON devices (lease_until NULLS FIRST)
  WHERE status IN ('connecting', 'awaiting_pairing', 'connected', 'reconnecting');
CREATE INDEX devices_unpaired ON devices (expires_at)
  WHERE NOT is_paired AND status IN ('created', 'connecting', 'awaiting_pairing');

CREATE TABLE device_workers (
  id      TEXT PRIMARY KEY,
  seen_at TIMESTAMPTZ(3) NOT NULL
);

CREATE TABLE device_keys (
  device_id INTEGER NOT NULL,
  type      TEXT NOT NULL,
  id        TEXT NOT NULL,
  value     TEXT NOT NULL,
  PRIMARY KEY (device_id, type, id)
);

CREATE TABLE device_sends (
  device_id           INTEGER NOT NULL,
  provider_message_id TEXT NOT NULL,
  message_id          BIGINT NOT NULL,
  part                INTEGER NOT NULL,
  content             TEXT,
  created_at          TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY (device_id, provider_message_id)
);
CREATE UNIQUE INDEX device_sends_device_id_message_id_part_key ON device_sends (device_id, message_id, part);
CREATE INDEX device_sends_created_at_idx ON device_sends (created_at);
