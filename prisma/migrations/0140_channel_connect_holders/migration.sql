-- A connection under way holds its account for a while, so that two tenants can't tell its provider different things.
ALTER TABLE channel_accounts
  ADD COLUMN claimed_until TIMESTAMPTZ(3),
  ADD CONSTRAINT channel_accounts_status CHECK (status IN ('connecting', 'connected', 'disconnected'));

-- One tenant at a time holds a bot, number or page.
CREATE UNIQUE INDEX channel_accounts_one_holder ON channel_accounts ((channel || ':' || external_id))
  WHERE status IN ('connecting', 'connected');

-- Connected again, it goes on in the row that it had: its conversations keep their ids. A linked device (wd) has a row per link.
CREATE UNIQUE INDEX channel_accounts_one_row ON channel_accounts (tenant_id, (channel || ':' || external_id))
  WHERE channel <> 'wd';
