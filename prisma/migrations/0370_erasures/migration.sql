-- Erasing people and tenants: durable jobs with a receipt, owned by services/accounts.
CREATE TABLE erasures (
  seq SERIAL PRIMARY KEY,
  id TEXT NOT NULL,
  tenant_id INTEGER NOT NULL,
  tenant_slug TEXT NOT NULL,
  what TEXT NOT NULL,
  contact_id INTEGER,
  status TEXT NOT NULL DEFAULT 'running',
  step TEXT NOT NULL,
  cursor TEXT,
  -- Whom it is about, encrypted; wiped when it is done.
  person TEXT,
  erased JSONB NOT NULL DEFAULT '{}',
  round_erased INTEGER NOT NULL DEFAULT 0,
  round_waiting INTEGER NOT NULL DEFAULT 0,
  waiting INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  requested_at TIMESTAMPTZ(3) NOT NULL,
  finished_at TIMESTAMPTZ(3),
  due_at TIMESTAMPTZ(3) NOT NULL,
  claim_id TEXT,
  claimed_until TIMESTAMPTZ(3),
  CONSTRAINT erasures_what CHECK (what IN ('contact', 'tenant')),
  CONSTRAINT erasures_status CHECK (status IN ('running', 'done')),
  CONSTRAINT erasures_contact CHECK ((what = 'contact') = (contact_id IS NOT NULL))
);
CREATE UNIQUE INDEX erasures_id_key ON erasures (id);
CREATE INDEX erasures_tenant_slug_idx ON erasures (tenant_slug);
-- One erasure of a person, and one of a tenant, for ever.
CREATE UNIQUE INDEX erasures_once ON erasures (tenant_id, what, coalesce(contact_id, 0));
CREATE INDEX erasures_due ON erasures (due_at) WHERE status = 'running';

-- An erased tenant is a row without content that the ledger still refers to. Its slug names it no more, and is never given
-- to anybody else: systems that still call its address must not meet another tenant.
ALTER TABLE tenants ADD COLUMN erased_slug TEXT, ADD COLUMN retention_days INTEGER;
CREATE UNIQUE INDEX tenants_slug_ever ON tenants ((coalesce(erased_slug, slug)));

-- A comment whose content was erased: its row keeps the platform's list from bringing it back.
ALTER TABLE comments ADD COLUMN erased_at TIMESTAMPTZ(3);
CREATE INDEX comments_kept ON comments (tenant_id, created_at) WHERE erased_at IS NULL;
CREATE INDEX comments_kept_conversation ON comments (conversation_id) WHERE erased_at IS NULL AND conversation_id IS NOT NULL;
CREATE INDEX comments_kept_author ON comments (tenant_id, author_id) WHERE erased_at IS NULL AND author_id <> '';

-- Retention: the oldest messages of a tenant. By when they were stored, whatever time a provider claims for them.
CREATE INDEX messages_tenant_id_created_at_idx ON messages (tenant_id, created_at);
-- Who wrote in groups, and who reacted, for erasing a person.
CREATE INDEX messages_author ON messages USING gin ((extra -> 'author')) WHERE extra ? 'author';
CREATE INDEX message_reactions_sender_idx ON message_reactions (sender);
-- Contacts by what they are known by.
CREATE INDEX contacts_phone ON contacts (tenant_id, phone) WHERE phone IS NOT NULL;
CREATE INDEX contacts_username ON contacts (tenant_id, lower(username)) WHERE username IS NOT NULL;

-- Set when retention took a contact's addresses away: its row goes when nobody can be writing to it any more.
ALTER TABLE contacts ADD COLUMN detached_at TIMESTAMPTZ(3);
CREATE INDEX contacts_detached ON contacts (detached_at) WHERE detached_at IS NOT NULL;
