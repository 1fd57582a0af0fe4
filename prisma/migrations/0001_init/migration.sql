-- Tables, grouped by the service that writes them, as in prisma/schema, which says what each column means. Each group holds its
-- tables with their constraints, then its indexes. What Prisma's schema cannot say (partial and expression indexes, checks,
-- partitions, storage parameters, functions) is listed by name in packages/database/test/schema-and-migrations.test.ts.

------------------------------------------------------------------------------------------------------------------------
-- The function of column defaults
------------------------------------------------------------------------------------------------------------------------

-- A number that grows, whose upper bits are the day (UTC): a table can be split into days by it, and a row is found by it
-- alone. 40 bits a day are enough for ten million a second.
CREATE FUNCTION next_daily(p_sequence regclass) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT ((extract(epoch FROM now())::bigint / 86400) << 40) + nextval(p_sequence)
$$;

------------------------------------------------------------------------------------------------------------------------
-- services/accounts
------------------------------------------------------------------------------------------------------------------------

-- An erased tenant stays as a row without content, because the credit ledger refers to it.
CREATE TABLE tenants (
  id             serial NOT NULL,
  slug           text NOT NULL,
  name           text NOT NULL,
  plan           text NOT NULL DEFAULT 'standard',
  status         text NOT NULL DEFAULT 'active',
  balance        decimal(20,6) NOT NULL DEFAULT 0,
  retention_days integer,
  erased_slug    text,
  low_credit_threshold decimal(20,6),
  low_credit_at  timestamptz(3),
  language       text,
  time_zone      text,
  consent_words  jsonb,
  business_hours jsonb,
  away_message   text,
  satisfaction_question text,
  logo           bytea,
  logo_version   text,
  created_at     timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT tenants_pkey PRIMARY KEY (id),
  -- Credit never goes below zero, whatever a statement believes (docs/reference/credit.md#reservation-and-refund).
  CONSTRAINT tenants_balance_not_negative CHECK (balance >= 0),
  CONSTRAINT tenants_language CHECK (language IN ('en', 'ar')),
  CONSTRAINT tenants_logo CHECK ((logo IS NULL) = (logo_version IS NULL)),
  CONSTRAINT tenants_status CHECK (status IN ('active', 'inactive'))
);
CREATE UNIQUE INDEX tenants_slug_key ON tenants (slug);
-- The slug of an erased tenant is never given to anybody else: systems that still call its address must not meet another
-- tenant.
CREATE UNIQUE INDEX tenants_slug_ever ON tenants ((coalesce(erased_slug, slug)));

CREATE TABLE api_keys (
  id                    serial NOT NULL,
  instance_id           text NOT NULL,
  tenant_id             integer NOT NULL,
  label                 text NOT NULL,
  key_hash              bytea NOT NULL,
  previous_key_hash     bytea,
  previous_key_until    timestamptz(3),
  channels              text[],
  events                text[],
  receipts              text[] DEFAULT ARRAY[]::text[],
  webhook_url           text,
  webhook_secret        text NOT NULL,
  previous_secret       text,
  previous_secret_until timestamptz(3),
  rate_limit_per_minute integer NOT NULL DEFAULT 60,
  enabled               boolean NOT NULL DEFAULT true,
  ordered               boolean NOT NULL DEFAULT false,
  mcp_enabled           boolean NOT NULL DEFAULT true,
  mcp_tools             text[] DEFAULT ARRAY[]::text[],
  set_webhook_enabled   boolean NOT NULL DEFAULT false,
  may_read              boolean NOT NULL DEFAULT false,
  revoked_at            timestamptz(3),
  created_at            timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT api_keys_rate_limit_positive CHECK (rate_limit_per_minute > 0),
  CONSTRAINT api_keys_previous_key_has_end CHECK ((previous_key_hash IS NULL) = (previous_key_until IS NULL)),
  CONSTRAINT api_keys_previous_secret_has_end CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL))
);
CREATE UNIQUE INDEX api_keys_instance_id_key ON api_keys (instance_id);
CREATE UNIQUE INDEX api_keys_key_hash_key ON api_keys (key_hash);
CREATE UNIQUE INDEX api_keys_previous_key_hash_key ON api_keys (previous_key_hash);
CREATE INDEX api_keys_tenant_id_idx ON api_keys (tenant_id);

-- One of the deployment (no tenant), one of each tenant; a deleted one stays for its deliveries.
CREATE TABLE platform_webhooks (
  id                    serial NOT NULL,
  instance_id           text NOT NULL,
  tenant_id             integer,
  -- The tenant, or 0 for the deployment: both are found by one index.
  scope                 integer GENERATED ALWAYS AS (coalesce(tenant_id, 0)) STORED,
  events                text[],
  url                   text NOT NULL,
  secret                text NOT NULL,
  previous_secret       text,
  previous_secret_until timestamptz(3),
  enabled               boolean NOT NULL DEFAULT true,
  revoked_at            timestamptz(3),
  created_at            timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT platform_webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT platform_webhooks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT platform_webhooks_previous_secret_has_end CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL))
);
CREATE UNIQUE INDEX platform_webhooks_instance_id_key ON platform_webhooks (instance_id);
CREATE INDEX platform_webhooks_tenant_id_idx ON platform_webhooks (tenant_id);
CREATE UNIQUE INDEX platform_webhooks_one ON platform_webhooks (scope) WHERE revoked_at IS NULL;

-- Whatever has a webhook. Scope: the tenant, or 0 for the deployment.
CREATE VIEW webhook_targets AS
SELECT instance_id, tenant_id AS scope, enabled, revoked_at, webhook_url, webhook_secret, previous_secret, previous_secret_until,
       ordered, false AS is_platform, label
  FROM api_keys
UNION ALL
SELECT instance_id, scope, enabled, revoked_at, url, secret, previous_secret, previous_secret_until, false, true, NULL
  FROM platform_webhooks;

CREATE TABLE credit_ledger (
  id         bigserial NOT NULL,
  tenant_id  integer NOT NULL,
  amount     decimal(20,6) NOT NULL,
  kind       text NOT NULL,
  message_id bigint,
  category   text,
  note       text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT credit_ledger_pkey PRIMARY KEY (id)
);
CREATE INDEX credit_ledger_tenant_id_id_idx ON credit_ledger (tenant_id, id);

CREATE TABLE people (
  id             serial NOT NULL,
  email_key      text NOT NULL,
  email_confirmed_at timestamptz(3),
  password_hash  text,
  totp_secret    text,
  totp_since     timestamptz(3),
  totp_step      bigint NOT NULL DEFAULT 0,
  recovery_codes text[],
  CONSTRAINT people_pkey PRIMARY KEY (id)
);
CREATE INDEX people_email_key_idx ON people (email_key);
-- An address belongs to the one person who confirmed it.
CREATE UNIQUE INDEX people_one_confirmed ON people (email_key) WHERE email_confirmed_at IS NOT NULL;

-- One member of a tenant has an address; a removed one gives it free.
CREATE TABLE members (
  id             serial NOT NULL,
  member_id      text NOT NULL,
  tenant_id      integer NOT NULL,
  person_row     integer,
  email          text NOT NULL,
  email_confirmed_at timestamptz(3),
  email_key      text NOT NULL,
  name           text NOT NULL,
  roles          text[],
  language       text,
  last_seen_at   timestamptz(3),
  removed_at     timestamptz(3),
  created_at     timestamptz(3) NOT NULL,
  CONSTRAINT members_pkey PRIMARY KEY (id),
  CONSTRAINT members_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT members_person_row_fkey FOREIGN KEY (person_row) REFERENCES people (id),
  CONSTRAINT members_roles CHECK (
    roles IS NOT NULL AND (roles = '{owner}' OR roles <@ '{developer,agent}' AND cardinality(roles) > 0)),
  CONSTRAINT members_language CHECK (language IN ('en', 'ar'))
);
CREATE UNIQUE INDEX members_member_id_key ON members (member_id);
CREATE UNIQUE INDEX members_one_email ON members (tenant_id, email_key) WHERE removed_at IS NULL;
CREATE INDEX members_person_row_idx ON members (person_row);
CREATE INDEX members_email_key_idx ON members (email_key);
CREATE INDEX members_tenant_id_id_idx ON members (tenant_id, id);

CREATE TABLE member_sessions (
  id           serial NOT NULL,
  session_id   text NOT NULL,
  token_hash   bytea NOT NULL,
  member_row   integer,
  tenant_id    integer,
  issuer       text,
  admin_token_hash bytea,
  address      text NOT NULL,
  user_agent   text NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  expires_at   timestamptz(3) NOT NULL,
  CONSTRAINT member_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT member_sessions_member_row_fkey FOREIGN KEY (member_row) REFERENCES members (id) ON DELETE CASCADE,
  CONSTRAINT member_sessions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT member_sessions_of_whom CHECK ((member_row IS NULL) = (admin_token_hash IS NOT NULL))
);
CREATE UNIQUE INDEX member_sessions_session_id_key ON member_sessions (session_id);
CREATE UNIQUE INDEX member_sessions_token_hash_key ON member_sessions (token_hash);
CREATE INDEX member_sessions_member_row_idx ON member_sessions (member_row);
CREATE INDEX member_sessions_tenant_id_idx ON member_sessions (tenant_id);
CREATE INDEX member_sessions_last_seen_at_idx ON member_sessions (last_seen_at);

CREATE TABLE member_links (
  id         serial NOT NULL,
  link_id    text NOT NULL,
  token_hash bytea NOT NULL,
  kind       text NOT NULL,
  tenant_id  integer NOT NULL,
  member_row integer,
  made_by_row integer,
  email      text NOT NULL,
  email_key  text NOT NULL,
  roles      text[] DEFAULT ARRAY[]::text[],
  is_mailed  boolean NOT NULL DEFAULT false,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT member_links_pkey PRIMARY KEY (id),
  CONSTRAINT member_links_member_row_fkey FOREIGN KEY (member_row) REFERENCES members (id) ON DELETE CASCADE,
  CONSTRAINT member_links_made_by_row_fkey FOREIGN KEY (made_by_row) REFERENCES members (id) ON DELETE CASCADE,
  CONSTRAINT member_links_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT member_links_kind CHECK (kind IN ('invitation', 'password_reset', 'sign_in')),
  CONSTRAINT member_links_of_whom CHECK ((kind = 'invitation') = (member_row IS NULL AND coalesce(cardinality(roles), 0) > 0))
);
CREATE UNIQUE INDEX member_links_link_id_key ON member_links (link_id);
CREATE UNIQUE INDEX member_links_token_hash_key ON member_links (token_hash);
-- An address has one open invitation of a tenant, and one open link of each other kind.
CREATE UNIQUE INDEX member_links_one ON member_links (tenant_id, kind, email_key);
CREATE INDEX member_links_member_row_idx ON member_links (member_row);
CREATE INDEX member_links_made_by_row_idx ON member_links (made_by_row);
CREATE INDEX member_links_expires_at_idx ON member_links (expires_at);

CREATE TABLE sign_in_issuers (
  tenant_id       integer NOT NULL,
  issuer          text NOT NULL,
  client_id       text NOT NULL,
  client_secret   text NOT NULL,
  domains         text[],
  new_member_role text,
  role_claim      jsonb,
  updated_at      timestamptz(3) NOT NULL,
  CONSTRAINT sign_in_issuers_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT sign_in_issuers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT sign_in_issuers_role CHECK (
    new_member_role IS NULL
    OR new_member_role IN ('developer', 'agent') AND role_claim IS NULL AND coalesce(cardinality(domains), 0) > 0)
);

CREATE TABLE member_identities (
  member_row integer NOT NULL,
  tenant_id  integer NOT NULL,
  issuer     text NOT NULL,
  subject    text NOT NULL,
  CONSTRAINT member_identities_pkey PRIMARY KEY (member_row),
  CONSTRAINT member_identities_member_row_fkey FOREIGN KEY (member_row) REFERENCES members (id) ON DELETE CASCADE,
  CONSTRAINT member_identities_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id)
);
CREATE UNIQUE INDEX member_identities_tenant_id_issuer_subject_key ON member_identities (tenant_id, issuer, subject);

CREATE TABLE issuer_visits (
  state_hash    bytea NOT NULL,
  tenant_id     integer,
  callback      text NOT NULL,
  device        text NOT NULL,
  network       text,
  network_block text,
  is_known      boolean NOT NULL,
  issuer        text NOT NULL,
  client_id     text NOT NULL,
  secrets       text NOT NULL,
  expires_at    timestamptz(3) NOT NULL,
  used_at       timestamptz(3),
  CONSTRAINT issuer_visits_pkey PRIMARY KEY (state_hash),
  CONSTRAINT issuer_visits_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id)
);
CREATE INDEX issuer_visits_tenant_id_idx ON issuer_visits (tenant_id);
CREATE INDEX issuer_visits_callback_network_block_network_idx ON issuer_visits (callback, network_block, network);
CREATE INDEX issuer_visits_device_idx ON issuer_visits (device);
CREATE INDEX issuer_visits_expires_at_idx ON issuer_visits (expires_at);

CREATE TABLE saved_views (
  id         serial NOT NULL,
  view_id    text NOT NULL,
  tenant_id  integer NOT NULL,
  member_id  text,
  name       text NOT NULL,
  filter     jsonb NOT NULL,
  position   integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT saved_views_pkey PRIMARY KEY (id),
  CONSTRAINT saved_views_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT saved_views_member_id_fkey FOREIGN KEY (member_id) REFERENCES members (member_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX saved_views_view_id_key ON saved_views (view_id);
CREATE INDEX saved_views_tenant_id_member_id_idx ON saved_views (tenant_id, member_id);
CREATE INDEX saved_views_member_id_idx ON saved_views (member_id);

CREATE TABLE sign_in_failures (
  subject  bytea NOT NULL,
  failures integer NOT NULL,
  last_at  timestamptz(3) NOT NULL,
  CONSTRAINT sign_in_failures_pkey PRIMARY KEY (subject)
);
CREATE INDEX sign_in_failures_last_at_idx ON sign_in_failures (last_at);

CREATE TABLE sign_in_places (
  account bytea NOT NULL,
  place   bytea NOT NULL,
  last_at timestamptz(3) NOT NULL,
  CONSTRAINT sign_in_places_pkey PRIMARY KEY (account, place)
);
CREATE INDEX sign_in_places_last_at_idx ON sign_in_places (last_at);

CREATE TABLE audit_log (
  id          bigserial NOT NULL,
  tenant_id   integer,
  at          timestamptz(3) NOT NULL,
  actor       text NOT NULL,
  member_id   text,
  instance_id text,
  email       text,
  address     text NOT NULL,
  action      text NOT NULL,
  input       jsonb NOT NULL,
  changes     jsonb NOT NULL DEFAULT '[]',
  outcome     text,
  request_id  text NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id),
  CONSTRAINT audit_log_actor CHECK (actor IN ('member', 'operator', 'key', 'token'))
);
-- Scope: the tenant, or 0 for the deployment.
CREATE INDEX audit_log_scope ON audit_log ((coalesce(tenant_id, 0)), id);
CREATE INDEX audit_log_at_idx ON audit_log (at);

-- Entries of a member or a key on a day: what bounds the log.
CREATE TABLE audit_counts (
  actor   text NOT NULL,
  day     timestamptz(3) NOT NULL,
  entries integer NOT NULL,
  CONSTRAINT audit_counts_pkey PRIMARY KEY (actor, day)
);
CREATE INDEX audit_counts_day_idx ON audit_counts (day);

-- API requests, a partition a day; the default partition takes what no day has a partition for.
CREATE SEQUENCE request_log_seq_seq;
CREATE TABLE request_log (
  seq         bigint NOT NULL DEFAULT next_daily('request_log_seq_seq'::regclass),
  request_id  text NOT NULL,
  tenant_id   integer NOT NULL,
  instance_id text,
  at          timestamptz(3) NOT NULL,
  action      text NOT NULL,
  method      text NOT NULL,
  status      integer NOT NULL,
  code        text,
  duration_ms integer NOT NULL,
  address     text NOT NULL,
  body        text NOT NULL,
  answer      text,
  CONSTRAINT request_log_pkey PRIMARY KEY (seq)
) PARTITION BY RANGE (seq);
ALTER SEQUENCE request_log_seq_seq OWNED BY request_log.seq;
CREATE INDEX request_log_tenant_id_seq_idx ON request_log (tenant_id, seq);
CREATE INDEX request_log_request_id_idx ON request_log (request_id);
CREATE TABLE request_log_default PARTITION OF request_log DEFAULT;

-- What the requests of a key amount to, hour by hour: written with the request log's own batch, so that a list of keys
-- reads at most a day of rows for each and never the log.
CREATE TABLE key_hours (
  tenant_id   integer NOT NULL,
  instance_id text NOT NULL,
  hour        timestamptz(3) NOT NULL,
  requests    integer NOT NULL,
  refused     integer NOT NULL,
  last_at     timestamptz(3) NOT NULL,
  CONSTRAINT key_hours_pkey PRIMARY KEY (tenant_id, instance_id, hour)
);
CREATE INDEX key_hours_hour_idx ON key_hours (hour);

-- What the messages of a tenant amount to, hour by hour, so that the operator's list of tenants sorts by them without
-- reading a day of messages.
CREATE TABLE tenant_hours (
  tenant_id integer NOT NULL,
  hour      timestamptz(3) NOT NULL,
  messages  integer NOT NULL,
  failed    integer NOT NULL,
  CONSTRAINT tenant_hours_pkey PRIMARY KEY (tenant_id, hour)
);
CREATE TABLE tenant_hours_progress (
  id            integer NOT NULL DEFAULT 1,
  counted_until timestamptz(3),
  CONSTRAINT tenant_hours_progress_pkey PRIMARY KEY (id),
  CONSTRAINT tenant_hours_progress_single CHECK (id = 1)
);
INSERT INTO tenant_hours_progress DEFAULT VALUES;

CREATE TABLE erasures (
  seq           serial NOT NULL,
  id            text NOT NULL,
  tenant_id     integer NOT NULL,
  tenant_slug   text NOT NULL,
  what          text NOT NULL,
  contact_id    integer,
  status        text NOT NULL DEFAULT 'running',
  step          text NOT NULL,
  cursor        text,
  person        text,
  erased        jsonb NOT NULL DEFAULT '{}',
  round_erased  integer NOT NULL DEFAULT 0,
  round_waiting integer NOT NULL DEFAULT 0,
  waiting       integer NOT NULL DEFAULT 0,
  attempts      integer NOT NULL DEFAULT 0,
  error         text,
  requested_at  timestamptz(3) NOT NULL,
  finished_at   timestamptz(3),
  due_at        timestamptz(3) NOT NULL,
  claim_id      text,
  claimed_until timestamptz(3),
  CONSTRAINT erasures_pkey PRIMARY KEY (seq),
  CONSTRAINT erasures_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT erasures_what CHECK (what IN ('contact', 'tenant')),
  CONSTRAINT erasures_status CHECK (status IN ('running', 'done')),
  CONSTRAINT erasures_contact CHECK ((what = 'contact') = (contact_id IS NOT NULL))
);
CREATE UNIQUE INDEX erasures_id_key ON erasures (id);
CREATE INDEX erasures_tenant_slug_idx ON erasures (tenant_slug);
-- One erasure of a person, and one of a tenant, for ever.
CREATE UNIQUE INDEX erasures_once ON erasures (tenant_id, what, coalesce(contact_id, 0));
CREATE INDEX erasures_due ON erasures (due_at) WHERE status = 'running';

------------------------------------------------------------------------------------------------------------------------
-- services/channel-connect
------------------------------------------------------------------------------------------------------------------------

CREATE TABLE channel_accounts (
  id                   serial NOT NULL,
  tenant_id            integer NOT NULL,
  channel              text NOT NULL,
  external_id          text NOT NULL,
  name                 text NOT NULL,
  number               text,
  status               text NOT NULL DEFAULT 'connected',
  claimed_until        timestamptz(3),
  waba_id              text,
  restrictions         jsonb NOT NULL DEFAULT '[]',
  restricted_at        timestamptz(3),
  offline_since        timestamptz(3),
  offline_reported_at  timestamptz(3),
  quality_rating       text,
  quality_tier         text,
  quality_at           timestamptz(3),
  credentials          text NOT NULL,
  callback_secret_hash bytea,
  connected_at         timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  disconnected_at      timestamptz(3),
  disconnect_reason    text,
  linked_account_id    integer,
  authorized_at        timestamptz(3),
  CONSTRAINT channel_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT channel_accounts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT channel_accounts_linked_account_id_fkey FOREIGN KEY (linked_account_id) REFERENCES channel_accounts (id),
  -- A connection under way holds its account for a while, so that two tenants can't tell its provider different things.
  CONSTRAINT channel_accounts_status CHECK (status IN ('connecting', 'connected', 'disconnected'))
);
CREATE INDEX channel_accounts_tenant_id_channel_idx ON channel_accounts (tenant_id, channel);
-- Whether a sender is an account of this deployment.
CREATE INDEX channel_accounts_number ON channel_accounts (number) WHERE status = 'connected';
CREATE INDEX channel_accounts_channel_external_id_idx ON channel_accounts (channel, external_id);
CREATE INDEX channel_accounts_waba_id_idx ON channel_accounts (waba_id);
CREATE INDEX channel_accounts_linked_account_id_idx ON channel_accounts (linked_account_id);
-- One tenant at a time holds a bot, number or page.
CREATE UNIQUE INDEX channel_accounts_one_holder ON channel_accounts ((channel || ':' || external_id))
  WHERE status IN ('connecting', 'connected');
-- Connected again, an account goes on in the row that it had: its conversations keep their ids. A linked device (wd) has a row
-- per link.
CREATE UNIQUE INDEX channel_accounts_one_row ON channel_accounts (tenant_id, (channel || ':' || external_id))
  WHERE channel <> 'wd';
-- Provider webhooks name accounts by channel and id.
CREATE INDEX channel_accounts_webhook_name ON channel_accounts ((channel || ':' || external_id)) WHERE status = 'connected';

CREATE TABLE listed_templates (
  channel_account_id integer NOT NULL,
  tenant_id          integer NOT NULL,
  approved_names     text[],
  categories         jsonb NOT NULL DEFAULT '{}',
  texts              jsonb NOT NULL DEFAULT '{}',
  listed_at          timestamptz(3) NOT NULL,
  CONSTRAINT listed_templates_pkey PRIMARY KEY (channel_account_id),
  CONSTRAINT listed_templates_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_accounts (id) ON DELETE CASCADE,
  CONSTRAINT listed_templates_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id)
);

CREATE TABLE business_connections (
  id                 serial NOT NULL,
  channel_account_id integer NOT NULL,
  tenant_id          integer NOT NULL,
  connection_id      text NOT NULL,
  owner_id           text NOT NULL,
  connected_at       timestamptz(3) NOT NULL,
  is_enabled         boolean NOT NULL,
  CONSTRAINT business_connections_pkey PRIMARY KEY (id),
  CONSTRAINT business_connections_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_accounts (id) ON DELETE CASCADE,
  CONSTRAINT business_connections_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id)
);
CREATE UNIQUE INDEX business_connections_channel_account_id_connection_id_key ON business_connections (channel_account_id, connection_id);
CREATE INDEX business_connections_channel_account_id_owner_id_id_idx ON business_connections (channel_account_id, owner_id, id);

CREATE TABLE connect_links (
  id           serial NOT NULL,
  token_hash   bytea NOT NULL,
  tenant_id    integer NOT NULL,
  instance_id  text NOT NULL,
  channel      text NOT NULL,
  redirect_url text NOT NULL,
  state_hash   bytea,
  created_at   timestamptz(3) NOT NULL,
  expires_at   timestamptz(3) NOT NULL,
  opened_at    timestamptz(3),
  used_at      timestamptz(3),
  CONSTRAINT connect_links_pkey PRIMARY KEY (id),
  CONSTRAINT connect_links_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT connect_links_instance_id_fkey FOREIGN KEY (instance_id) REFERENCES api_keys (instance_id) ON DELETE CASCADE,
  CONSTRAINT connect_links_channel CHECK (channel IN ('fb', 'ig', 'tt'))
);
CREATE UNIQUE INDEX connect_links_token_hash_key ON connect_links (token_hash);
CREATE INDEX connect_links_expires_at_idx ON connect_links (expires_at);

-- A state that is not its link's own any more still leads back to the link's redirect_url.
CREATE TABLE connect_states (
  state_hash   bytea NOT NULL,
  link_id      integer NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  browser_hash bytea,
  CONSTRAINT connect_states_pkey PRIMARY KEY (state_hash),
  CONSTRAINT connect_states_link_id_fkey FOREIGN KEY (link_id) REFERENCES connect_links (id) ON DELETE CASCADE
);
CREATE INDEX connect_states_link_id_idx ON connect_states (link_id);

CREATE TABLE removal_jobs (
  id            serial NOT NULL,
  tenant_id     integer NOT NULL,
  kind          text NOT NULL,
  external_id   text NOT NULL,
  credentials   text NOT NULL,
  attempts      integer NOT NULL DEFAULT 0,
  is_reported       boolean NOT NULL DEFAULT false,
  created_at    timestamptz(3) NOT NULL,
  due_at        timestamptz(3) NOT NULL,
  claim_id      text,
  claimed_until timestamptz(3),
  holder        integer,
  CONSTRAINT removal_jobs_pkey PRIMARY KEY (id),
  CONSTRAINT removal_jobs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT removal_jobs_kind CHECK (kind IN ('fb_page', 'tg_webhook', 'tt_token', 'wa_app'))
);
CREATE INDEX removal_jobs_due_at_idx ON removal_jobs (due_at);

CREATE TABLE channel_tokens (
  channel_account_id integer NOT NULL,
  tenant_id          integer NOT NULL,
  due_at             timestamptz(3) NOT NULL,
  refreshed_at       timestamptz(3) NOT NULL,
  attempts           integer NOT NULL DEFAULT 0,
  claim_id           text,
  claimed_until      timestamptz(3),
  holder             integer,
  CONSTRAINT channel_tokens_pkey PRIMARY KEY (channel_account_id),
  CONSTRAINT channel_tokens_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_accounts (id) ON DELETE CASCADE,
  CONSTRAINT channel_tokens_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id)
);
CREATE INDEX channel_tokens_due_at_idx ON channel_tokens (due_at);

------------------------------------------------------------------------------------------------------------------------
-- services/send and services/inbound: conversations and messages. What is written with every message has no foreign keys: they
-- would cost three quarters of the insert again (docs/adr/0005-decide-in-typescript.md).
------------------------------------------------------------------------------------------------------------------------

CREATE TABLE contacts (
  id          serial NOT NULL,
  tenant_id   integer NOT NULL,
  channel     text NOT NULL,
  name        text,
  username    text,
  phone       text,
  detached_at timestamptz(3),
  words       tsvector,
  created_at  timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT contacts_pkey PRIMARY KEY (id),
  CONSTRAINT contacts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id)
);
CREATE INDEX contacts_words_idx ON contacts USING gin (words);
CREATE INDEX contacts_stale ON contacts (id) WHERE words IS NULL AND detached_at IS NULL;
CREATE INDEX contacts_tenant_id_id_idx ON contacts (tenant_id, id);
-- Contacts by what they are known by, for erasing a person.
CREATE INDEX contacts_phone ON contacts (tenant_id, phone) WHERE phone IS NOT NULL;
CREATE INDEX contacts_username ON contacts (tenant_id, lower(username)) WHERE username IS NOT NULL;
-- Contacts whose addresses retention took away: their rows go when nobody can be writing to them any more.
CREATE INDEX contacts_detached ON contacts (detached_at) WHERE detached_at IS NOT NULL;

-- An update of a contact would come after the lock of its conversation, against the order of locks: consent is a table of
-- its own, whose rows are locked last.
CREATE TABLE consents (
  contact_id integer NOT NULL,
  tenant_id  integer NOT NULL,
  opted_out  boolean NOT NULL DEFAULT false,
  "by"       text,
  decided_at timestamptz(3),
  CONSTRAINT consents_pkey PRIMARY KEY (contact_id),
  CONSTRAINT consents_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts (id) ON DELETE CASCADE,
  CONSTRAINT consents_by CHECK ("by" IN ('customer', 'platform', 'operator'))
);

CREATE TABLE contact_addresses (
  tenant_id  integer NOT NULL,
  channel    text NOT NULL,
  address    text NOT NULL,
  contact_id integer NOT NULL,
  CONSTRAINT contact_addresses_pkey PRIMARY KEY (tenant_id, channel, address),
  CONSTRAINT contact_addresses_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts (id) ON DELETE CASCADE,
  CONSTRAINT contact_addresses_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id)
);
CREATE INDEX contact_addresses_contact_id_idx ON contact_addresses (contact_id);

CREATE TABLE conversations (
  id                 serial NOT NULL,
  tenant_id          integer NOT NULL,
  channel            text NOT NULL,
  channel_account_id integer NOT NULL,
  contact_id         integer NOT NULL,
  peer               text NOT NULL,
  provider_thread_id text,
  delivered_until    timestamptz(3),
  read_until         timestamptz(3),
  status             text NOT NULL DEFAULT 'open',
  is_snoozed         boolean NOT NULL DEFAULT false,
  snoozed_until      timestamptz(3),
  assignee           text,
  team_row           integer,
  bot                text NOT NULL DEFAULT 'on',
  bot_epoch          integer NOT NULL DEFAULT 0,
  bot_paused_at      timestamptz(3),
  unread             integer NOT NULL DEFAULT 0,
  read_message_id    bigint NOT NULL DEFAULT 0,
  closed_message_id  bigint NOT NULL DEFAULT 0,
  last_inbound_at    timestamptz(3),
  last_call_at       timestamptz(3),
  last_message_at    timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  created_at         timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- The ten minutes of the newest activity: an index over it, not over the moment itself, leaves most updates out of all indexes (HOT).
  active_slot        timestamptz(3) GENERATED ALWAYS AS (date_bin('10 minutes', last_message_at, '2000-01-01 00:00:00+00')) STORED,
  CONSTRAINT conversations_pkey PRIMARY KEY (id),
  CONSTRAINT conversations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT conversations_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_accounts (id),
  CONSTRAINT conversations_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts (id)
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX conversations_channel_account_id_contact_id_key ON conversations (channel_account_id, contact_id);
CREATE INDEX conversations_contact_id_idx ON conversations (contact_id);
-- Operators list conversations by their newest activity; those of one slot are sorted when they are read.
CREATE INDEX conversations_activity ON conversations (tenant_id, active_slot DESC);
-- Conversations that return to the inbox at a time. Only a change of that time leaves HOT.
CREATE INDEX conversations_snoozed ON conversations (snoozed_until) WHERE snoozed_until IS NOT NULL;

-- services/inbox: how members organize conversations.
CREATE TABLE teams (
  id         serial NOT NULL,
  team_id    text NOT NULL,
  tenant_id  integer NOT NULL,
  name       text NOT NULL,
  name_key   text NOT NULL,
  by_turns   boolean NOT NULL,
  last_turn  integer,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT teams_pkey PRIMARY KEY (id),
  CONSTRAINT teams_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id)
);
CREATE UNIQUE INDEX teams_team_id_key ON teams (team_id);
CREATE UNIQUE INDEX teams_tenant_id_name_key_key ON teams (tenant_id, name_key);

CREATE TABLE team_members (
  team_row   integer NOT NULL,
  member_row integer NOT NULL,
  CONSTRAINT team_members_pkey PRIMARY KEY (team_row, member_row),
  CONSTRAINT team_members_team_row_fkey FOREIGN KEY (team_row) REFERENCES teams (id) ON DELETE CASCADE,
  CONSTRAINT team_members_member_row_fkey FOREIGN KEY (member_row) REFERENCES members (id) ON DELETE CASCADE
);
CREATE INDEX team_members_member_row_idx ON team_members (member_row);

ALTER TABLE conversations ADD CONSTRAINT conversations_team_row_fkey FOREIGN KEY (team_row) REFERENCES teams (id) ON DELETE SET NULL;
-- The deletion of a team reads it.
CREATE INDEX conversations_team ON conversations (team_row) WHERE team_row IS NOT NULL;

CREATE TABLE labels (
  id         serial NOT NULL,
  label_id   text NOT NULL,
  tenant_id  integer NOT NULL,
  title      text NOT NULL,
  title_key  text NOT NULL,
  color      text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT labels_pkey PRIMARY KEY (id),
  CONSTRAINT labels_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id)
);
CREATE UNIQUE INDEX labels_label_id_key ON labels (label_id);
CREATE UNIQUE INDEX labels_tenant_id_title_key_key ON labels (tenant_id, title_key);

CREATE TABLE conversation_labels (
  conversation_id integer NOT NULL,
  label_row       integer NOT NULL,
  CONSTRAINT conversation_labels_pkey PRIMARY KEY (conversation_id, label_row),
  CONSTRAINT conversation_labels_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations (id) ON DELETE CASCADE,
  CONSTRAINT conversation_labels_label_row_fkey FOREIGN KEY (label_row) REFERENCES labels (id) ON DELETE CASCADE
);
CREATE INDEX conversation_labels_label_row_conversation_id_idx ON conversation_labels (label_row, conversation_id);

CREATE TABLE conversation_changes (
  id              bigserial NOT NULL,
  conversation_id integer NOT NULL,
  kind            text NOT NULL,
  member_id       text,
  value           text,
  at              timestamptz(3) NOT NULL,
  CONSTRAINT conversation_changes_pkey PRIMARY KEY (id),
  CONSTRAINT conversation_changes_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations (id) ON DELETE CASCADE
);
CREATE INDEX conversation_changes_conversation_id_id_idx ON conversation_changes (conversation_id, id);

CREATE TABLE away_messages (
  conversation_id integer NOT NULL,
  tenant_id       integer NOT NULL,
  message_id      bigint NOT NULL,
  closed_at       timestamptz(3) NOT NULL,
  due_at          timestamptz(3) NOT NULL,
  CONSTRAINT away_messages_pkey PRIMARY KEY (conversation_id),
  CONSTRAINT away_messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations (id) ON DELETE CASCADE
);
CREATE INDEX away_messages_due_at_idx ON away_messages (due_at);

CREATE TABLE satisfaction_questions (
  id              bigserial NOT NULL,
  conversation_id integer NOT NULL,
  tenant_id       integer NOT NULL,
  resolved_at     timestamptz(3) NOT NULL,
  due_at          timestamptz(3),
  sent_at         timestamptz(3),
  score           smallint,
  CONSTRAINT satisfaction_questions_pkey PRIMARY KEY (id),
  CONSTRAINT satisfaction_questions_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations (id) ON DELETE CASCADE
);
CREATE INDEX satisfaction_questions_due_at_idx ON satisfaction_questions (due_at);
CREATE INDEX satisfaction_questions_conversation_id_id_idx ON satisfaction_questions (conversation_id, id);
CREATE INDEX satisfaction_questions_tenant_id_resolved_at_idx ON satisfaction_questions (tenant_id, resolved_at);

-- The foreign key of a note holds its conversation: a conversation is deleted after its notes, never with one that has just
-- been written.
CREATE TABLE notes (
  id               serial NOT NULL,
  note_id          text NOT NULL,
  tenant_id        integer NOT NULL,
  conversation_id  integer NOT NULL,
  member_id        text,
  draft_key        text NOT NULL,
  after_message_id bigint NOT NULL,
  text             text NOT NULL,
  created_at       timestamptz(3) NOT NULL,
  edited_at        timestamptz(3),
  CONSTRAINT notes_pkey PRIMARY KEY (id),
  CONSTRAINT notes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT notes_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations (id),
  CONSTRAINT notes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members (member_id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX notes_note_id_key ON notes (note_id);
CREATE UNIQUE INDEX notes_conversation_id_draft_key_key ON notes (conversation_id, draft_key);
CREATE INDEX notes_conversation_id_id_idx ON notes (conversation_id, id);
CREATE INDEX notes_tenant_id_created_at_idx ON notes (tenant_id, created_at);
CREATE INDEX notes_member_id_idx ON notes (member_id);

CREATE TABLE note_mentions (
  note_row  integer NOT NULL,
  member_id text NOT NULL,
  tenant_id integer NOT NULL,
  read_at   timestamptz(3),
  CONSTRAINT note_mentions_pkey PRIMARY KEY (note_row, member_id),
  CONSTRAINT note_mentions_note_row_fkey FOREIGN KEY (note_row) REFERENCES notes (id) ON DELETE CASCADE,
  CONSTRAINT note_mentions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members (member_id) ON DELETE CASCADE
);
CREATE INDEX note_mentions_member_id_note_row_idx ON note_mentions (member_id, note_row);

CREATE TABLE canned_replies (
  id         serial NOT NULL,
  reply_id   text NOT NULL,
  tenant_id  integer NOT NULL,
  title      text NOT NULL,
  text       text NOT NULL,
  folded     text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT canned_replies_pkey PRIMARY KEY (id),
  CONSTRAINT canned_replies_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id)
);
CREATE UNIQUE INDEX canned_replies_reply_id_key ON canned_replies (reply_id);
CREATE INDEX canned_replies_tenant_id_id_idx ON canned_replies (tenant_id, id);

CREATE TABLE messages (
  id                  bigserial NOT NULL,
  tenant_id           integer NOT NULL,
  conversation_id     integer NOT NULL,
  channel_account_id  integer NOT NULL,
  channel             text NOT NULL,
  direction           text NOT NULL,
  origin              text NOT NULL,
  status              text NOT NULL,
  -- `status` alone can't tell the furthest receipt: the provider's acceptance makes it 'sent' before any receipt, and the
  -- receipt 'sent' is an event of its own (docs/reference/events.md#receipts-by-channel: wa reports all three).
  receipt             text,
  peer                text NOT NULL,
  text                text NOT NULL,
  attachments         jsonb NOT NULL DEFAULT '[]',
  template            jsonb,
  extra               jsonb,
  reply_to_id         bigint,
  provider_message_id text,
  error               jsonb,
  price               decimal(20,6) NOT NULL DEFAULT 0,
  instance_id         text,
  settle_by           timestamptz(3),
  happened_at         timestamptz(3) NOT NULL,
  provider_at         timestamptz(3),
  created_at          timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  edited_at           timestamptz(3),
  revoked_at          timestamptz(3),
  CONSTRAINT messages_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX messages_channel_account_id_provider_message_id_key ON messages (channel_account_id, provider_message_id);
CREATE INDEX messages_conversation_id_id_idx ON messages (conversation_id, id);
-- Retention: the oldest messages of a tenant, by when they were stored, whatever time a provider claims for them.
CREATE INDEX messages_tenant_id_created_at_idx ON messages (tenant_id, created_at);
-- Sends whose process may have died, for the sweeper.
CREATE INDEX messages_unsettled ON messages (settle_by) WHERE status IN ('sending', 'unknown');
-- What a watermark may still move.
CREATE INDEX messages_unread ON messages (conversation_id)
  WHERE direction = 'out' AND status IN ('sent', 'delivered') AND channel IN ('fb', 'ig', 'tt');
-- The sends that an echo may be of.
CREATE INDEX messages_open ON messages (channel_account_id)
  WHERE status IN ('sending', 'unknown') AND channel IN ('fb', 'ig', 'tt');
-- Who wrote in groups, for erasing a person.
CREATE INDEX messages_author ON messages USING gin ((extra -> 'author')) WHERE extra ? 'author';

-- Messages that wait for their time. Few messages are scheduled, so the foreign keys cost little.
CREATE TABLE scheduled_sends (
  message_id         bigint NOT NULL,
  tenant_id          integer NOT NULL,
  channel_account_id integer NOT NULL,
  due_at             timestamptz(3) NOT NULL,
  attempts           integer NOT NULL DEFAULT 0,
  instance_id        text,
  CONSTRAINT scheduled_sends_pkey PRIMARY KEY (message_id),
  CONSTRAINT scheduled_sends_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages (id) ON DELETE CASCADE,
  CONSTRAINT scheduled_sends_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT scheduled_sends_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_accounts (id)
);
CREATE INDEX scheduled_sends_due_at_idx ON scheduled_sends (due_at);
-- One queue for each account, by tenant: the heads of all queues are found one by one, however long a queue is.
CREATE INDEX scheduled_sends_queues ON scheduled_sends (tenant_id, channel_account_id, due_at, message_id);
CREATE INDEX scheduled_sends_of_key ON scheduled_sends (instance_id, due_at) WHERE instance_id IS NOT NULL;

-- Keys whose scheduled messages are being cancelled: a job of any length, and none of them leaves from its commit on.
CREATE TABLE scheduled_cancellations (
  instance_id  text NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  CONSTRAINT scheduled_cancellations_pkey PRIMARY KEY (instance_id),
  CONSTRAINT scheduled_cancellations_instance_id_fkey FOREIGN KEY (instance_id) REFERENCES api_keys (instance_id) ON DELETE CASCADE
);

-- What the search finds a message by. It is written behind the messages, so that no send and no webhook pays for it.
CREATE TABLE message_words (
  message_id bigint NOT NULL,
  tenant_id  integer NOT NULL,
  -- Each word after its tenant's number: the index never reads another tenant's. Null: the text has changed since.
  words      tsvector,
  CONSTRAINT message_words_pkey PRIMARY KEY (message_id)
);
CREATE INDEX message_words_tenant_id_message_id_idx ON message_words (tenant_id, message_id);
CREATE INDEX message_words_words_idx ON message_words USING gin (words);
CREATE INDEX message_words_stale ON message_words (message_id) WHERE words IS NULL;

CREATE TABLE message_words_progress (
  id         integer NOT NULL DEFAULT 1,
  read_until bigint NOT NULL DEFAULT 0,
  CONSTRAINT message_words_progress_pkey PRIMARY KEY (id),
  CONSTRAINT message_words_progress_single CHECK (id = 1)
);
INSERT INTO message_words_progress DEFAULT VALUES;

CREATE TABLE message_parts (
  channel_account_id  integer NOT NULL,
  provider_message_id text NOT NULL,
  message_id          bigint NOT NULL,
  CONSTRAINT message_parts_pkey PRIMARY KEY (channel_account_id, provider_message_id)
);
CREATE INDEX message_parts_message_id_idx ON message_parts (message_id);

CREATE TABLE message_statuses (
  message_id bigint NOT NULL,
  status     text NOT NULL,
  at         timestamptz(3) NOT NULL,
  CONSTRAINT message_statuses_pkey PRIMARY KEY (message_id, status)
);

CREATE TABLE message_reactions (
  message_id  bigint NOT NULL,
  sender      text NOT NULL,
  emoji       text NOT NULL,
  at          timestamptz(3) NOT NULL,
  -- A reaction that is a picture: its address at the platform.
  picture_url text,
  CONSTRAINT message_reactions_pkey PRIMARY KEY (message_id, sender, emoji)
);
-- Who reacted, for erasing a person.
CREATE INDEX message_reactions_sender_idx ON message_reactions (sender);

CREATE TABLE attachments (
  id                 text NOT NULL,
  tenant_id          integer NOT NULL,
  message_id         bigint NOT NULL,
  channel_account_id integer NOT NULL,
  type               text NOT NULL,
  provider_media_id  text,
  source_url         text,
  upload_id          text,
  mime_type          text,
  filename           text,
  size               bigint,
  width              integer,
  height             integer,
  created_at         timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT attachments_pkey PRIMARY KEY (id)
);
CREATE INDEX attachments_message_id_idx ON attachments (message_id);
-- Whether a message still has an uploaded file.
CREATE INDEX attachments_upload ON attachments (upload_id) WHERE upload_id IS NOT NULL;

CREATE TABLE thumbnails (
  attachment_id text NOT NULL,
  tenant_id     integer NOT NULL,
  picture       bytea,
  made_at       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT thumbnails_pkey PRIMARY KEY (attachment_id),
  CONSTRAINT thumbnails_attachment_id_fkey FOREIGN KEY (attachment_id) REFERENCES attachments (id) ON DELETE CASCADE
);
-- The newest are kept.
CREATE INDEX thumbnails_made_at_attachment_id_idx ON thumbnails (made_at, attachment_id);

CREATE TABLE uploads (
  id         text NOT NULL,
  tenant_id  integer NOT NULL,
  filename   text NOT NULL,
  size       integer NOT NULL,
  received   integer NOT NULL DEFAULT 0,
  state      text NOT NULL DEFAULT 'fresh',
  writing_at timestamptz(3),
  piece_digest bytea,
  mime_type  text,
  instance_id text,
  digest     bytea,
  idempotency_key text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT uploads_pkey PRIMARY KEY (id),
  CONSTRAINT uploads_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id)
);
CREATE INDEX uploads_tenant_id_created_at_idx ON uploads (tenant_id, created_at);
CREATE INDEX uploads_state_created_at_idx ON uploads (state, created_at);
CREATE UNIQUE INDEX uploads_instance_id_idempotency_key_key ON uploads (instance_id, idempotency_key);
-- Uploads of keys that may have been interrupted.
CREATE INDEX uploads_unfinished ON uploads (created_at) WHERE instance_id IS NOT NULL AND digest IS NULL;

CREATE TABLE kept_files (
  attachment_id text NOT NULL,
  tenant_id     integer NOT NULL,
  message_id    bigint NOT NULL,
  state         text NOT NULL DEFAULT 'waiting',
  attempts      integer NOT NULL DEFAULT 0,
  due_at        timestamptz(3) NOT NULL,
  holder        text,
  pieces        integer NOT NULL DEFAULT 0,
  writing_at    timestamptz(3),
  size          integer NOT NULL DEFAULT 0,
  mime_type     text,
  kept_at       timestamptz(3),
  CONSTRAINT kept_files_pkey PRIMARY KEY (attachment_id),
  CONSTRAINT kept_files_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id)
);
-- The tenants with files to fetch, and the oldest due file of each.
CREATE INDEX kept_files_due ON kept_files (tenant_id, due_at) WHERE state = 'waiting';
CREATE INDEX kept_files_removing ON kept_files (attachment_id) WHERE state = 'removing';
-- The oldest copies of a tenant, their sum, and the oldest of all.
CREATE INDEX kept_files_quota ON kept_files (tenant_id, kept_at) INCLUDE (size) WHERE state = 'kept';
CREATE INDEX kept_files_kept ON kept_files (kept_at) WHERE state = 'kept';

CREATE TABLE kept_files_progress (
  id         integer NOT NULL DEFAULT 1,
  read_until bigint NOT NULL DEFAULT 0,
  CONSTRAINT kept_files_progress_pkey PRIMARY KEY (id),
  CONSTRAINT kept_files_progress_single CHECK (id = 1)
);
INSERT INTO kept_files_progress DEFAULT VALUES;

CREATE TABLE pending_updates (
  id                  bigserial NOT NULL,
  channel_account_id  integer NOT NULL,
  provider_message_id text NOT NULL,
  kind                text NOT NULL,
  item                jsonb NOT NULL,
  waits_for           bigint,
  created_at          timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- Each look comes later than the one before, so that updates about messages that other systems sent cost next to nothing
  -- while they wait for a message that never comes.
  look_at             timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT pending_updates_pkey PRIMARY KEY (id),
  CONSTRAINT pending_updates_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_accounts (id) ON DELETE CASCADE
);
CREATE INDEX pending_updates_channel_account_id_provider_message_id_idx ON pending_updates (channel_account_id, provider_message_id);
-- The newest updates of an account: older ones beyond its cap are dropped.
CREATE INDEX pending_updates_channel_account_id_id_idx ON pending_updates (channel_account_id, id);
CREATE INDEX pending_updates_created_at ON pending_updates (created_at);
CREATE INDEX pending_updates_look_at ON pending_updates (look_at, id);

CREATE TABLE unknown_provider_events (
  id          bigserial NOT NULL,
  channel     text NOT NULL,
  reason      text NOT NULL,
  payload     jsonb NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT unknown_provider_events_pkey PRIMARY KEY (id)
);
CREATE INDEX unknown_provider_events_received_at_idx ON unknown_provider_events (received_at);

CREATE TABLE quarantined_elements (
  id          bigserial NOT NULL,
  tenant_id   integer NOT NULL,
  channel     text NOT NULL,
  external_id text NOT NULL,
  source      text NOT NULL,
  kind        text NOT NULL,
  reason      text NOT NULL,
  fingerprint text NOT NULL,
  payload     text NOT NULL,
  attempts    integer NOT NULL DEFAULT 1,
  first_at    timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_at     timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT quarantined_elements_pkey PRIMARY KEY (id),
  CONSTRAINT quarantined_elements_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id)
);
CREATE UNIQUE INDEX quarantined_elements_tenant_id_fingerprint_key ON quarantined_elements (tenant_id, fingerprint);
CREATE INDEX quarantined_elements_tenant_id_id_idx ON quarantined_elements (tenant_id, id);
-- The newest quarantined elements of an account: older ones beyond its cap are dropped.
CREATE INDEX quarantined_elements_tenant_id_channel_external_id_id_idx ON quarantined_elements (tenant_id, channel, external_id, id);

CREATE TABLE idempotency_keys (
  instance_id  text NOT NULL,
  action       text NOT NULL,
  key          text NOT NULL,
  body_hash    bytea NOT NULL,
  message_id   bigint,
  answer       jsonb,
  locked_until timestamptz(3) NOT NULL,
  created_at   timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (instance_id, action, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);
CREATE INDEX idempotency_keys_message_id_idx ON idempotency_keys (message_id);

------------------------------------------------------------------------------------------------------------------------
-- services/comments
------------------------------------------------------------------------------------------------------------------------

CREATE TABLE comments (
  id                 bigserial NOT NULL,
  tenant_id          integer NOT NULL,
  channel            text NOT NULL,
  channel_account_id integer NOT NULL,
  comment_id         text NOT NULL,
  comment_key        text NOT NULL,
  post_id            text NOT NULL,
  parent_id          text,
  text               text NOT NULL,
  media              jsonb NOT NULL DEFAULT '[]',
  author_id          text NOT NULL,
  author_name        text NOT NULL,
  is_own             boolean NOT NULL,
  conversation_id    integer,
  created_at         timestamptz(3) NOT NULL,
  reported_at            timestamptz(3),
  edited_at          timestamptz(3),
  removed_at         timestamptz(3),
  is_hidden          boolean,
  visibility_at      timestamptz(3),
  -- When the platform offered to take a private reply.
  offered_at         timestamptz(3),
  replied_at         timestamptz(3),
  erased_at          timestamptz(3),
  CONSTRAINT comments_pkey PRIMARY KEY (id),
  CONSTRAINT comments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT comments_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_accounts (id),
  CONSTRAINT comments_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations (id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX comments_channel_account_id_comment_key_key ON comments (channel_account_id, comment_key);
CREATE INDEX comments_tenant_id_channel_created_at_id_idx ON comments (tenant_id, channel, created_at DESC, id DESC);
CREATE INDEX comments_tenant_id_comment_key_idx ON comments (tenant_id, comment_key);
CREATE INDEX comments_channel_account_id_post_id_idx ON comments (channel_account_id, post_id);
-- The comments of a conversation, which outlive it, and the newest of them.
CREATE INDEX comments_conversation ON comments (conversation_id, id) WHERE conversation_id IS NOT NULL;
-- What answers a comment.
CREATE INDEX comments_answers ON comments (channel_account_id, parent_id, id) WHERE parent_id IS NOT NULL;
-- Comments whose content is still here, for retention and for erasing a person.
CREATE INDEX comments_kept ON comments (tenant_id, created_at) WHERE erased_at IS NULL;
CREATE INDEX comments_kept_author ON comments (tenant_id, author_id) WHERE erased_at IS NULL AND author_id <> '';

CREATE TABLE comment_replies (
  id              bigserial NOT NULL,
  tenant_id       integer NOT NULL,
  comment_row_id  bigint NOT NULL,
  instance_id     text NOT NULL,
  idempotency_key text,
  text            text NOT NULL,
  status          text NOT NULL DEFAULT 'posting',
  reply_id        text,
  private_message jsonb,
  created_at      timestamptz(3) NOT NULL,
  CONSTRAINT comment_replies_pkey PRIMARY KEY (id),
  CONSTRAINT comment_replies_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT comment_replies_comment_row_id_fkey FOREIGN KEY (comment_row_id) REFERENCES comments (id) ON DELETE CASCADE,
  CONSTRAINT comment_replies_instance_id_fkey FOREIGN KEY (instance_id) REFERENCES api_keys (instance_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX comment_replies_instance_id_idempotency_key_key ON comment_replies (instance_id, idempotency_key);
CREATE INDEX comment_replies_comment_row_id_idx ON comment_replies (comment_row_id);

CREATE TABLE comment_polls (
  channel_account_id integer NOT NULL,
  tenant_id          integer NOT NULL,
  connected_at       timestamptz(3) NOT NULL,
  videos             jsonb NOT NULL DEFAULT '{}',
  due_at             timestamptz(3) NOT NULL,
  failures           integer NOT NULL DEFAULT 0,
  claim_id           text,
  claimed_until      timestamptz(3),
  holder             integer,
  CONSTRAINT comment_polls_pkey PRIMARY KEY (channel_account_id),
  CONSTRAINT comment_polls_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_accounts (id) ON DELETE CASCADE,
  CONSTRAINT comment_polls_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id)
);
CREATE INDEX comment_polls_due_at_idx ON comment_polls (due_at);

CREATE TABLE comment_threads (
  channel_account_id integer NOT NULL,
  comment_id         text NOT NULL,
  replies            integer NOT NULL,
  CONSTRAINT comment_threads_pkey PRIMARY KEY (channel_account_id, comment_id),
  CONSTRAINT comment_threads_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_accounts (id) ON DELETE CASCADE
);

CREATE TABLE comment_pace (
  id      integer NOT NULL,
  free_at timestamptz(3) NOT NULL,
  CONSTRAINT comment_pace_pkey PRIMARY KEY (id)
);
INSERT INTO comment_pace (id, free_at) VALUES (1, 'epoch');

------------------------------------------------------------------------------------------------------------------------
-- services/pairing
------------------------------------------------------------------------------------------------------------------------

CREATE TABLE devices (
  id                 serial NOT NULL,
  tenant_id          integer NOT NULL,
  instance_id        text NOT NULL,
  label              text NOT NULL,
  token_hash         bytea NOT NULL,
  status             text NOT NULL DEFAULT 'created',
  reason             text,
  since              timestamptz(3) NOT NULL,
  is_paired          boolean NOT NULL DEFAULT false,
  phone              text,
  channel_account_id integer,
  attempts           integer NOT NULL DEFAULT 0,
  replaced_at        timestamptz(3),
  created_at         timestamptz(3) NOT NULL,
  expires_at         timestamptz(3) NOT NULL,
  worker_id          text,
  lease_until        timestamptz(3),
  lease_token        bigint NOT NULL DEFAULT 0,
  last_heard_at      timestamptz(3),
  habit_seconds      double precision,
  silent_since       timestamptz(3),
  restriction        text,
  restricted_until   timestamptz(3),
  history_days       integer NOT NULL DEFAULT 0,
  history_from_id    bigint,
  history_to_id      bigint,
  CONSTRAINT devices_pkey PRIMARY KEY (id),
  CONSTRAINT devices_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT devices_instance_id_fkey FOREIGN KEY (instance_id) REFERENCES api_keys (instance_id) ON DELETE CASCADE,
  CONSTRAINT devices_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_accounts (id) ON DELETE SET NULL,
  CONSTRAINT devices_status CHECK (status IN ('created', 'connecting', 'awaiting_pairing', 'connected', 'reconnecting',
                                              'logged_out', 'expired', 'failed', 'deleted'))
);
CREATE UNIQUE INDEX devices_token_hash_key ON devices (token_hash);
CREATE INDEX devices_tenant_id_id_idx ON devices (tenant_id, id);
-- Devices that should have a socket, the lease that ends earliest first.
CREATE INDEX devices_wanted ON devices (lease_until NULLS FIRST)
  WHERE status IN ('connecting', 'awaiting_pairing', 'connected', 'reconnecting');
CREATE INDEX devices_unpaired ON devices (expires_at)
  WHERE NOT is_paired AND status IN ('created', 'connecting', 'awaiting_pairing');

CREATE TABLE device_workers (
  id      text NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  CONSTRAINT device_workers_pkey PRIMARY KEY (id)
);

CREATE TABLE device_keys (
  device_id integer NOT NULL,
  type      text NOT NULL,
  id        text NOT NULL,
  value     text NOT NULL,
  CONSTRAINT device_keys_pkey PRIMARY KEY (device_id, type, id),
  CONSTRAINT device_keys_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices (id) ON DELETE CASCADE
);

CREATE TABLE device_sends (
  device_id           integer NOT NULL,
  provider_message_id text NOT NULL,
  message_id          bigint NOT NULL,
  part                integer NOT NULL,
  content             text,
  created_at          timestamptz(3) NOT NULL,
  CONSTRAINT device_sends_pkey PRIMARY KEY (device_id, provider_message_id)
);
CREATE UNIQUE INDEX device_sends_device_id_message_id_part_key ON device_sends (device_id, message_id, part);
CREATE INDEX device_sends_created_at_idx ON device_sends (created_at);

------------------------------------------------------------------------------------------------------------------------
-- packages/database: workers of every service
------------------------------------------------------------------------------------------------------------------------

-- A worker holds a session-level advisory lock while it lives: PostgreSQL drops the lock with the connection.
CREATE TABLE worker_presence (
  number  serial NOT NULL,
  service text NOT NULL,
  worker  text NOT NULL,
  since   timestamptz(3) NOT NULL,
  CONSTRAINT worker_presence_pkey PRIMARY KEY (number)
);

------------------------------------------------------------------------------------------------------------------------
-- services/webhook-delivery; events are written by every service (packages/messaging/src/outbox)
------------------------------------------------------------------------------------------------------------------------

-- Events, a partition a day; the default partition takes what no day has a partition for.
CREATE SEQUENCE events_seq_seq;
CREATE TABLE events (
  seq             bigint NOT NULL DEFAULT next_daily('events_seq_seq'::regclass),
  id              text NOT NULL,
  tenant_id       integer,
  instance_id     text,
  type            text NOT NULL,
  channel         text NOT NULL,
  conversation_id integer,
  data            text NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  position        bigint,
  traceparent     text,
  CONSTRAINT events_pkey PRIMARY KEY (seq)
) PARTITION BY RANGE (seq);
ALTER SEQUENCE events_seq_seq OWNED BY events.seq;
CREATE INDEX events_id_idx ON events (id);
CREATE INDEX events_tenant_id_position_seq_idx ON events (tenant_id, position, seq);
-- The ledger of one conversation, and of one type that is seldom: a search by another type finds enough among any events.
CREATE INDEX events_conversation ON events (tenant_id, conversation_id, position, seq) WHERE conversation_id IS NOT NULL;
CREATE INDEX events_seldom ON events (tenant_id, type, position, seq)
  WHERE type NOT IN ('message.received', 'message.sent', 'message.status');
CREATE TABLE events_default PARTITION OF events DEFAULT;

-- Positions in the ledger are transaction numbers. A database restored into another server starts its transactions again: the
-- shift carries the positions on.
CREATE TABLE ledger_clock (
  id    integer NOT NULL DEFAULT 1,
  shift bigint NOT NULL DEFAULT 0,
  CONSTRAINT ledger_clock_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_clock_single CHECK (id = 1)
);
INSERT INTO ledger_clock DEFAULT VALUES;

CREATE SEQUENCE deliveries_id_seq;
CREATE TABLE deliveries (
  id              bigint NOT NULL DEFAULT next_daily('deliveries_id_seq'::regclass),
  instance_id     text NOT NULL,
  event_seq       bigint NOT NULL,
  attempt         integer NOT NULL DEFAULT 0,
  order_key       integer,
  first_failed_at timestamptz(3),
  due_at          timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  created_at      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT deliveries_pkey PRIMARY KEY (id)
) WITH (
  -- Its rows live for seconds: a vacuum after a few thousand of them keeps the table small.
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0
);
ALTER SEQUENCE deliveries_id_seq OWNED BY deliveries.id;
CREATE INDEX deliveries_instance_id_due_at_id_idx ON deliveries (instance_id, due_at, id);
CREATE INDEX deliveries_order_key_idx ON deliveries (instance_id, order_key, id) WHERE order_key IS NOT NULL;

-- Deliveries that ended, a partition per day on which the delivery was made.
CREATE TABLE delivery_log (
  id          bigint NOT NULL,
  instance_id text NOT NULL,
  event_seq   bigint NOT NULL,
  status      text NOT NULL,
  attempts    integer NOT NULL,
  created_at  timestamptz(3) NOT NULL,
  ended_at    timestamptz(3) NOT NULL,
  status_code integer,
  latency_ms  integer,
  error       text,
  response    text,
  CONSTRAINT delivery_log_pkey PRIMARY KEY (id)
) PARTITION BY RANGE (id);
CREATE INDEX delivery_log_instance_id_id_idx ON delivery_log (instance_id, id);
CREATE TABLE delivery_log_default PARTITION OF delivery_log DEFAULT;

-- Attempts after which a delivery went on, a partition a day (UTC).
CREATE TABLE delivery_attempts (
  id          bigserial NOT NULL,
  delivery_id bigint NOT NULL,
  instance_id text NOT NULL,
  at          timestamptz(3) NOT NULL,
  status_code integer,
  latency_ms  integer NOT NULL,
  error       text,
  response    text,
  CONSTRAINT delivery_attempts_pkey PRIMARY KEY (at, id)
) PARTITION BY RANGE (at);
CREATE INDEX delivery_attempts_delivery_id_idx ON delivery_attempts (delivery_id);
CREATE TABLE delivery_attempts_default PARTITION OF delivery_attempts DEFAULT;

-- Every attempt, wherever its row stands: most deliveries end with their first one, which is then a row the less to write.
CREATE VIEW attempts AS
SELECT delivery_id, instance_id, at, status_code, latency_ms, error, response FROM delivery_attempts
UNION ALL
SELECT id, instance_id, ended_at, status_code, latency_ms, error, response FROM delivery_log WHERE latency_ms IS NOT NULL;

CREATE TABLE lanes (
  instance_id          text NOT NULL,
  -- The same id, under the table that it is in.
  key_id               text GENERATED ALWAYS AS (CASE WHEN left(instance_id, 4) <> 'plt_' THEN instance_id END) STORED,
  platform_id          text GENERATED ALWAYS AS (CASE WHEN left(instance_id, 4) = 'plt_' THEN instance_id END) STORED,
  claim_id             text,
  lease_until          timestamptz(3),
  holder               integer,
  resume_at            timestamptz(3),
  consecutive_failures integer NOT NULL DEFAULT 0,
  failing_since        timestamptz(3),
  paused_at            timestamptz(3),
  pause_reason         text,
  warned_at            timestamptz(3),
  CONSTRAINT lanes_pkey PRIMARY KEY (instance_id),
  CONSTRAINT lanes_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys (instance_id) ON DELETE CASCADE,
  CONSTRAINT lanes_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES platform_webhooks (instance_id) ON DELETE CASCADE
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX lanes_key_id_key ON lanes (key_id);
CREATE UNIQUE INDEX lanes_platform_id_key ON lanes (platform_id);

-- The first days of events, ended deliveries, attempts and API requests (UTC), so that nothing lies in a default partition
-- before their owners make the next ones (storage/partition-store.ts).
DO $$
DECLARE
  v_day date;
  v_suffix text;
  v_first bigint;
BEGIN
  FOR n IN 0..3 LOOP
    v_day := (now() AT TIME ZONE 'UTC')::date + n;
    v_suffix := to_char(v_day, 'YYYYMMDD');
    v_first := (v_day - date '1970-01-01')::bigint << 40;
    EXECUTE format('CREATE TABLE %I PARTITION OF events FOR VALUES FROM (%L) TO (%L)',
                   'events_' || v_suffix, v_first, v_first + (1::bigint << 40));
    EXECUTE format('CREATE TABLE %I PARTITION OF delivery_log FOR VALUES FROM (%L) TO (%L)',
                   'delivery_log_' || v_suffix, v_first, v_first + (1::bigint << 40));
    EXECUTE format('CREATE TABLE %I PARTITION OF request_log FOR VALUES FROM (%L) TO (%L)',
                   'request_log_' || v_suffix, v_first, v_first + (1::bigint << 40));
    EXECUTE format('CREATE TABLE %I PARTITION OF delivery_attempts FOR VALUES FROM (%L) TO (%L)',
                   'delivery_attempts_' || v_suffix, v_day || ' 00:00:00+00', (v_day + 1) || ' 00:00:00+00');
  END LOOP;
END $$;

------------------------------------------------------------------------------------------------------------------------
-- services/notifications
------------------------------------------------------------------------------------------------------------------------

CREATE TABLE recipients (
  id                 serial NOT NULL,
  tenant_id          integer,
  member_row         integer,
  name               text NOT NULL,
  email              text,
  email_confirmed_at timestamptz(3),
  phone              text,
  phone_confirmed_at timestamptz(3),
  language           text NOT NULL,
  time_zone          text NOT NULL,
  quiet_from         text,
  quiet_to           text,
  kinds              jsonb NOT NULL DEFAULT '{}',
  created_at         timestamptz(3) NOT NULL,
  CONSTRAINT recipients_pkey PRIMARY KEY (id),
  CONSTRAINT recipients_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT recipients_member_row_fkey FOREIGN KEY (member_row) REFERENCES members (id) ON DELETE CASCADE,
  CONSTRAINT recipients_language CHECK (language IN ('en', 'ar')),
  CONSTRAINT recipients_quiet_hours CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
);
CREATE UNIQUE INDEX recipients_member_row_key ON recipients (member_row);
CREATE INDEX recipients_tenant_id_id_idx ON recipients (tenant_id, id);

CREATE TABLE recipient_confirmations (
  recipient_id   integer NOT NULL,
  way            text NOT NULL,
  address        text NOT NULL,
  nonce          text NOT NULL,
  attempts       integer NOT NULL DEFAULT 0,
  is_own_account boolean NOT NULL,
  expires_at     timestamptz(3) NOT NULL,
  CONSTRAINT recipient_confirmations_pkey PRIMARY KEY (recipient_id, way),
  CONSTRAINT recipient_confirmations_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES recipients (id) ON DELETE CASCADE,
  CONSTRAINT recipient_confirmations_way CHECK (way IN ('email', 'sms'))
);

CREATE TABLE notification_facts (
  id          bigserial NOT NULL,
  tenant_id   integer,
  kind        text NOT NULL,
  subject     text NOT NULL,
  period      text NOT NULL,
  data        jsonb NOT NULL,
  happened_at timestamptz(3) NOT NULL,
  planned_at  timestamptz(3),
  CONSTRAINT notification_facts_pkey PRIMARY KEY (id)
);
-- One fact is told once. The deployment's facts have no tenant.
CREATE UNIQUE INDEX notification_facts_once ON notification_facts (coalesce(tenant_id, 0), kind, subject, period);
CREATE INDEX notification_facts_unplanned ON notification_facts (id) WHERE planned_at IS NULL;
CREATE INDEX notification_facts_happened_at_idx ON notification_facts (happened_at);

CREATE TABLE notifications (
  number         serial NOT NULL,
  id             text NOT NULL,
  tenant_id      integer,
  recipient_id   integer,
  way            text NOT NULL,
  kind           text NOT NULL,
  status         text NOT NULL DEFAULT 'open',
  reason         text,
  address        text NOT NULL,
  items          jsonb NOT NULL DEFAULT '[]',
  facts          integer NOT NULL DEFAULT 0,
  due_at         timestamptz(3) NOT NULL,
  attempts       integer NOT NULL DEFAULT 0,
  first_tried_at timestamptz(3),
  provider       text,
  provider_id    text,
  accepted_at    timestamptz(3),
  created_at     timestamptz(3) NOT NULL,
  claim_id       text,
  claimed_until  timestamptz(3),
  holder         integer,
  CONSTRAINT notifications_pkey PRIMARY KEY (number),
  CONSTRAINT notifications_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT notifications_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES recipients (id) ON DELETE SET NULL,
  CONSTRAINT notifications_way CHECK (way IN ('email', 'sms')),
  CONSTRAINT notifications_status CHECK (status IN ('open', 'waiting', 'sending', 'sent', 'failed', 'unknown', 'dropped'))
);
CREATE UNIQUE INDEX notifications_id_key ON notifications (id);
CREATE INDEX notifications_tenant_id_number_idx ON notifications (tenant_id, number);
CREATE INDEX notifications_recipient_id_idx ON notifications (recipient_id);
CREATE INDEX notifications_created_at_idx ON notifications (created_at);
CREATE INDEX notifications_due ON notifications (due_at) WHERE status IN ('open', 'waiting', 'sending');
-- Tenants take turns; 0 is the deployment.
CREATE INDEX notifications_turns ON notifications (coalesce(tenant_id, 0), way, due_at) WHERE status IN ('open', 'waiting');
CREATE INDEX notifications_claimed ON notifications (claimed_until) WHERE claimed_until IS NOT NULL;
-- Claims of a worker that died are found by it.
CREATE INDEX notifications_holder ON notifications (holder) WHERE holder IS NOT NULL;
-- What happens of a kind goes into the one message that is open for it.
CREATE UNIQUE INDEX notifications_open ON notifications (recipient_id, way, kind) WHERE status = 'open';

CREATE TABLE deployment_alarms (
  subject   text NOT NULL,
  raised_at timestamptz(3) NOT NULL,
  CONSTRAINT deployment_alarms_pkey PRIMARY KEY (subject)
);

CREATE TABLE message_counts (
  subject   bytea NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  messages  integer NOT NULL,
  CONSTRAINT message_counts_pkey PRIMARY KEY (subject, starts_at)
);
CREATE INDEX message_counts_starts_at_idx ON message_counts (starts_at);

CREATE TABLE notification_settings (
  tenant_id          integer NOT NULL,
  unattended_minutes integer NOT NULL DEFAULT 10,
  unattended_until   timestamptz(3),
  smtp_url           text,
  mail_from          text,
  sms_account        text,
  CONSTRAINT notification_settings_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT notification_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id)
);

CREATE TABLE push_keys (
  id          integer NOT NULL DEFAULT 1,
  public_key  text NOT NULL,
  private_key text NOT NULL,
  CONSTRAINT push_keys_pkey PRIMARY KEY (id),
  CONSTRAINT push_keys_single CHECK (id = 1)
);

CREATE TABLE push_subscriptions (
  id              serial NOT NULL,
  session_row     integer NOT NULL,
  endpoint_hash   bytea NOT NULL,
  target          text NOT NULL,
  position        bigint NOT NULL,
  seq             bigint NOT NULL,
  news            text,
  conversation_id integer,
  due_at          timestamptz(3),
  claimed_until   timestamptz(3),
  rest_until      timestamptz(3),
  attempts        integer NOT NULL DEFAULT 0,
  first_failed_at timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT push_subscriptions_session_row_fkey FOREIGN KEY (session_row) REFERENCES member_sessions (id) ON DELETE CASCADE,
  CONSTRAINT push_subscriptions_news CHECK (news IN ('message', 'mention')),
  CONSTRAINT push_subscriptions_due CHECK ((news IS NULL) = (due_at IS NULL))
);
CREATE UNIQUE INDEX push_subscriptions_session_row_key ON push_subscriptions (session_row);
CREATE INDEX push_subscriptions_endpoint_hash_idx ON push_subscriptions (endpoint_hash);

CREATE TABLE ai_keys (
  tenant_id  integer NOT NULL,
  provider   text NOT NULL,
  api_key    text NOT NULL,
  base_url   text,
  last4      text NOT NULL,
  status     text NOT NULL DEFAULT 'untested',
  tested_at  timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT ai_keys_pkey PRIMARY KEY (tenant_id, provider),
  CONSTRAINT ai_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT ai_keys_provider CHECK (provider IN ('openai', 'anthropic', 'google')),
  CONSTRAINT ai_keys_status CHECK (status IN ('untested', 'works', 'refused', 'out_of_money'))
);

CREATE TABLE bots (
  id                   serial NOT NULL,
  tenant_id            integer NOT NULL,
  name                 text NOT NULL,
  status               text NOT NULL DEFAULT 'active',
  stopped_reason       text,
  enabled              boolean NOT NULL,
  key_mode             text NOT NULL,
  provider             text NOT NULL,
  model                text NOT NULL,
  instructions         text NOT NULL,
  accounts             integer[],
  trigger              jsonb NOT NULL,
  stop_words           text[],
  groups               boolean NOT NULL DEFAULT false,
  debounce_seconds     integer NOT NULL DEFAULT 5,
  max_wait_seconds     integer NOT NULL DEFAULT 30,
  resume_after_minutes integer,
  pause_on_api         boolean NOT NULL DEFAULT false,
  history_tokens       integer NOT NULL DEFAULT 6000,
  caps                 jsonb NOT NULL,
  hand_over_message    text,
  tools                jsonb NOT NULL DEFAULT '[]',
  tool_secret          text NOT NULL,
  created_at           timestamptz(3) NOT NULL,
  updated_at           timestamptz(3) NOT NULL,
  deleted_at           timestamptz(3),
  CONSTRAINT bots_pkey PRIMARY KEY (id),
  CONSTRAINT bots_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT bots_status CHECK (status IN ('active', 'stopped')),
  CONSTRAINT bots_key_mode CHECK (key_mode IN ('own', 'platform')),
  CONSTRAINT bots_provider CHECK (provider IN ('openai', 'anthropic', 'google'))
);
CREATE INDEX bots_tenant_id_id_idx ON bots (tenant_id, id);

CREATE TABLE bot_turns (
  id                 bigserial NOT NULL,
  tenant_id          integer NOT NULL,
  conversation_id    integer NOT NULL,
  bot_id             integer NOT NULL,
  state              text NOT NULL DEFAULT 'open',
  outcome            text,
  reason             text,
  trigger_message_id bigint NOT NULL,
  answered_id        bigint,
  merged_ids         integer[] DEFAULT ARRAY[]::integer[],
  first_at           timestamptz(3) NOT NULL,
  due_at             timestamptz(3) NOT NULL,
  attempt            smallint NOT NULL DEFAULT 0,
  lease_token        uuid,
  lease_until        timestamptz(3),
  holder             integer,
  epoch              integer,
  reply              jsonb,
  sent               smallint NOT NULL DEFAULT 0,
  handed_over        boolean NOT NULL DEFAULT false,
  created_at         timestamptz(3) NOT NULL,
  ended_at           timestamptz(3),
  CONSTRAINT bot_turns_pkey PRIMARY KEY (id),
  CONSTRAINT bot_turns_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT bot_turns_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations (id) ON DELETE CASCADE,
  CONSTRAINT bot_turns_bot_id_fkey FOREIGN KEY (bot_id) REFERENCES bots (id),
  CONSTRAINT bot_turns_state CHECK (state IN ('open', 'done') AND (state = 'done') = (outcome IS NOT NULL)),
  CONSTRAINT bot_turns_outcome CHECK (outcome IN
    ('replied', 'handed_over', 'stopped', 'superseded_by_person', 'no_reply', 'capped', 'failed', 'unknown'))
);
-- A conversation is answered by one turn at a time.
CREATE UNIQUE INDEX bot_turns_open ON bot_turns (conversation_id) WHERE state = 'open';
CREATE INDEX bot_turns_due ON bot_turns (due_at) WHERE state = 'open';
CREATE INDEX bot_turns_holder ON bot_turns (holder) WHERE holder IS NOT NULL;
CREATE INDEX bot_turns_conversation_id_idx ON bot_turns (conversation_id);
CREATE INDEX bot_turns_tenant_id_bot_id_id_idx ON bot_turns (tenant_id, bot_id, id);

CREATE TABLE bot_usage (
  id               bigserial NOT NULL,
  tenant_id        integer NOT NULL,
  bot_id           integer NOT NULL,
  turn_id          bigint,
  step             smallint NOT NULL,
  provider         text NOT NULL,
  model            text NOT NULL,
  key_mode         text NOT NULL,
  status           text NOT NULL DEFAULT 'started',
  reserved_tokens  integer NOT NULL DEFAULT 0,
  reserved_micros  bigint,
  input_tokens     integer,
  cached_tokens    integer,
  output_tokens    integer,
  reasoning_tokens integer,
  cost_micros      bigint,
  price            decimal(20,6) NOT NULL DEFAULT 0,
  price_version    text,
  error_class      text,
  started_at       timestamptz(3) NOT NULL,
  ended_at         timestamptz(3),
  CONSTRAINT bot_usage_pkey PRIMARY KEY (id),
  CONSTRAINT bot_usage_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT bot_usage_bot_id_fkey FOREIGN KEY (bot_id) REFERENCES bots (id),
  CONSTRAINT bot_usage_status CHECK (status IN ('started', 'completed', 'interrupted'))
);
CREATE INDEX bot_usage_bot_id_started_at_idx ON bot_usage (bot_id, started_at);
CREATE INDEX bot_usage_turn_id_idx ON bot_usage (turn_id);
CREATE INDEX bot_usage_tenant_id_idx ON bot_usage (tenant_id);
-- Calls of workers that died are found by it.
CREATE INDEX bot_usage_started ON bot_usage (started_at) WHERE status = 'started';
-- Trials of a tenant are counted by it.
CREATE INDEX bot_usage_trials ON bot_usage (tenant_id, started_at) WHERE turn_id IS NULL AND step = 1;

CREATE TABLE knowledge_sources (
  id         serial NOT NULL,
  tenant_id  integer NOT NULL,
  bot_id     integer NOT NULL,
  kind       text NOT NULL,
  title      text NOT NULL,
  status     text NOT NULL DEFAULT 'processing',
  error      text,
  bytes      integer NOT NULL DEFAULT 0,
  tokens     integer NOT NULL DEFAULT 0,
  content    bytea,
  words      text[],
  attempts   smallint NOT NULL DEFAULT 0,
  claim_id   text,
  due_at     timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT knowledge_sources_pkey PRIMARY KEY (id),
  CONSTRAINT knowledge_sources_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT knowledge_sources_bot_id_fkey FOREIGN KEY (bot_id) REFERENCES bots (id),
  CONSTRAINT knowledge_sources_kind CHECK (kind IN ('text', 'markdown', 'qa', 'pdf')),
  CONSTRAINT knowledge_sources_status CHECK (status IN ('processing', 'ready', 'failed'))
);
CREATE INDEX knowledge_sources_tenant_id_bot_id_id_idx ON knowledge_sources (tenant_id, bot_id, id);
CREATE INDEX knowledge_sources_bot_id_idx ON knowledge_sources (bot_id);
CREATE INDEX knowledge_sources_due ON knowledge_sources (due_at) WHERE status = 'processing';

CREATE TABLE knowledge_chunks (
  id        bigserial NOT NULL,
  source_id integer NOT NULL,
  bot_id    integer NOT NULL,
  tenant_id integer NOT NULL,
  position  integer NOT NULL,
  title     text,
  text      text NOT NULL,
  folded_title text NOT NULL,
  folded    text NOT NULL,
  tokens    integer NOT NULL,
  search    tsvector GENERATED ALWAYS AS (
    setweight(to_tsvector('simple', folded_title) || to_tsvector('english', folded_title) || to_tsvector('arabic', folded_title), 'A')
    || to_tsvector('simple', folded) || to_tsvector('english', folded) || to_tsvector('arabic', folded)) STORED,
  CONSTRAINT knowledge_chunks_pkey PRIMARY KEY (id),
  CONSTRAINT knowledge_chunks_source_id_fkey FOREIGN KEY (source_id) REFERENCES knowledge_sources (id) ON DELETE CASCADE
);
CREATE INDEX knowledge_chunks_source_id_position_idx ON knowledge_chunks (source_id, position);
CREATE INDEX knowledge_chunks_tenant_id_bot_id_idx ON knowledge_chunks (tenant_id, bot_id);
CREATE INDEX knowledge_chunks_search_idx ON knowledge_chunks USING gin (search);
