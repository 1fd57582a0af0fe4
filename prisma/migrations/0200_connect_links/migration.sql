-- The page that an Instagram account is reached through, and when the provider last gave us its token.
ALTER TABLE channel_accounts
  ADD COLUMN linked_account_id INTEGER,
  ADD COLUMN authorized_at TIMESTAMPTZ(3);

CREATE INDEX channel_accounts_linked_account_id_idx ON channel_accounts (linked_account_id);

-- Links that an end customer connects a channel with; neither token nor state is kept, only what they hash to.
CREATE TABLE connect_links (
  id SERIAL PRIMARY KEY,
  token_hash BYTEA NOT NULL,
  tenant_id INTEGER NOT NULL,
  instance_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  redirect_url TEXT NOT NULL,
  state_hash BYTEA,
  created_at TIMESTAMPTZ(3) NOT NULL,
  expires_at TIMESTAMPTZ(3) NOT NULL,
  opened_at TIMESTAMPTZ(3),
  used_at TIMESTAMPTZ(3),
  CONSTRAINT connect_links_channel CHECK (channel IN ('fb', 'ig', 'tt'))
);
CREATE UNIQUE INDEX connect_links_token_hash_key ON connect_links (token_hash);
CREATE INDEX connect_links_expires_at_idx ON connect_links (expires_at);

-- Every state that a link was opened with: one that is not the link's own any more still leads back to its redirect_url.
CREATE TABLE connect_states (
  state_hash BYTEA PRIMARY KEY,
  link_id INTEGER NOT NULL REFERENCES connect_links (id) ON DELETE CASCADE,
  created_at TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX connect_states_link_id_idx ON connect_states (link_id);
