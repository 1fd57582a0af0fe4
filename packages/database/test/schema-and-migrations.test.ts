import { connectDatabase } from '@parley/database/connection/connect-database';
import { diffFromSchema, schemaScript } from '@parley/database/migrations/migrate';
import { withEmptyDatabase } from '@parley/testing/database/empty-database';
import { createTestDatabase } from '@parley/testing/database/test-database';
import { expect, test } from 'vitest';
import { readCatalogue } from './catalogue.ts';

/**
 * Features that Prisma's schema language cannot express. Any other difference is a mistake in the schema or the
 * migrations.
 */
const BEYOND_PRISMA = {
  check: [
    'ai_keys_provider',
    'ai_keys_status',
    'api_keys_previous_key_has_end',
    'api_keys_previous_secret_has_end',
    'api_keys_rate_limit_positive',
    'audit_log_actor',
    'bot_turns_outcome',
    'bot_turns_state',
    'bot_usage_status',
    'bots_key_mode',
    'bots_provider',
    'bots_status',
    'channel_accounts_status',
    'consents_by',
    'connect_links_channel',
    'devices_status',
    'erasures_contact',
    'erasures_status',
    'erasures_what',
    'kept_files_progress_single',
    'knowledge_sources_kind',
    'knowledge_sources_status',
    'ledger_clock_single',
    'member_links_kind',
    'member_links_of_whom',
    'member_sessions_of_whom',
    'members_language',
    'members_roles',
    'message_words_progress_single',
    'platform_webhooks_previous_secret_has_end',
    'push_keys_single',
    'push_subscriptions_due',
    'push_subscriptions_news',
    'notifications_status',
    'notifications_way',
    'recipient_confirmations_way',
    'recipients_language',
    'recipients_quiet_hours',
    'removal_jobs_kind',
    'sign_in_issuers_role',
    'tenant_hours_progress_single',
    'tenants_balance_not_negative',
    'tenants_language',
    'tenants_logo',
    'tenants_status',
  ],
  // Partial, over an expression, or with an explicit order of nulls.
  index: [
    'attachments_upload',
    'audit_log_scope',
    'bot_turns_due',
    'bot_turns_holder',
    'bot_turns_open',
    'bot_usage_started',
    'bot_usage_trials',
    'channel_accounts_number',
    'channel_accounts_one_holder',
    'channel_accounts_one_row',
    'channel_accounts_webhook_name',
    'comments_answers',
    'comments_conversation',
    'comments_kept',
    'comments_kept_author',
    'contacts_detached',
    'contacts_phone',
    'contacts_stale',
    'contacts_username',
    'conversations_snoozed',
    'conversations_team',
    'deliveries_order_key_idx',
    'devices_unpaired',
    'devices_wanted',
    'erasures_due',
    'erasures_once',
    'events_conversation',
    'events_seldom',
    'kept_files_due',
    'kept_files_kept',
    'kept_files_quota',
    'kept_files_removing',
    'knowledge_sources_due',
    'members_one_email',
    'message_words_stale',
    'messages_author',
    'messages_open',
    'messages_unread',
    'messages_unsettled',
    'people_one_confirmed',
    'platform_webhooks_one',
    'notification_facts_once',
    'notification_facts_unplanned',
    'notifications_claimed',
    'notifications_due',
    'notifications_holder',
    'notifications_open',
    'notifications_turns',
    'scheduled_sends_of_key',
    'tenants_slug_ever',
    'uploads_unfinished',
  ],
  'partitions of': [
    'delivery_attempts by RANGE (at)',
    'delivery_log by RANGE (id)',
    'events by RANGE (seq)',
    'request_log by RANGE (seq)',
  ],
  'storage of': [
    'deliveries: autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0',
    'conversations: fillfactor=85',
    'lanes: fillfactor=70',
  ],
  view: ['attempts', 'webhook_targets'],
};

/** Objects that the schema's column defaults reference, and that Prisma does not create. */
const PRELUDE = `CREATE SEQUENCE events_seq_seq; CREATE SEQUENCE deliveries_id_seq; CREATE SEQUENCE request_log_seq_seq;
CREATE FUNCTION next_daily(p_sequence regclass) RETURNS bigint LANGUAGE sql AS 'SELECT nextval(p_sequence)'`;

/** Only the name of a fact that Prisma cannot express by name; the whole fact otherwise. */
const shorten = (fact: string): string => fact.replace(/^(index \w+): .*$/s, '$1');

test('a database of the migrations equals prisma/schema, except for the differences named here', async () => {
  await using migrated = await createTestDatabase();
  await withEmptyDatabase(async (url) => {
    const database = connectDatabase({ url });
    try {
      await database.pool.query(`${PRELUDE};\n${await schemaScript(url)}`);
      const described = await readCatalogue(database);
      const made = await readCatalogue(migrated.db);
      const named = Object.entries(BEYOND_PRISMA).flatMap(([kind, names]) => names.map((name) => `${kind} ${name}`));
      expect(
        [...made]
          .filter((fact) => !described.has(fact))
          .map(shorten)
          .sort(),
      ).toEqual([...named, ...OWNED_SEQUENCES, ...GENERATED.map(({ made }) => made)].sort());
      expect([...described].filter((fact) => !made.has(fact)).sort()).toEqual(
        [
          ...OWNED_SEQUENCES.map((fact) => fact.replace(/ of .*/, ' of nothing')),
          ...GENERATED.map(({ described }) => described),
        ].sort(),
      );
    } finally {
      await database.close();
    }
  });
  const dropped = ((await diffFromSchema(migrated.url)) ?? '')
    .replace(/-- .*\n/g, '')
    .replace(/,\nALTER COLUMN/g, ';\nALTER TABLE "lanes" ALTER COLUMN')
    .split(';')
    .map((change) => change.trim())
    .filter((change) => change !== '');
  expect(dropped.sort()).toEqual(GENERATED.map((column) => column.dropped).sort());
});

/** Prisma treats the expression of a generated column as a default. */
const GENERATED = [
  {
    table: 'conversations',
    column: 'active_slot',
    type: 'timestamp(3) with time zone',
    expression: "date_bin('00:10:00'::interval, last_message_at, '2000-01-01 00:00:00+00'::timestamp with time zone)",
  },
  {
    table: 'knowledge_chunks',
    column: 'search',
    type: 'tsvector',
    expression: `(((setweight(((to_tsvector('simple'::regconfig, folded_title) || to_tsvector('english'::regconfig, folded_title)) || to_tsvector('arabic'::regconfig, folded_title)), 'A'::"char") || to_tsvector('simple'::regconfig, folded)) || to_tsvector('english'::regconfig, folded)) || to_tsvector('arabic'::regconfig, folded))`,
  },
  {
    table: 'lanes',
    column: 'key_id',
    type: 'text',
    expression: `\nCASE\n    WHEN ("left"(instance_id, 4) <> 'plt_'::text) THEN instance_id\n    ELSE NULL::text\nEND`,
  },
  {
    table: 'lanes',
    column: 'platform_id',
    type: 'text',
    expression: `\nCASE\n    WHEN ("left"(instance_id, 4) = 'plt_'::text) THEN instance_id\n    ELSE NULL::text\nEND`,
  },
  { table: 'platform_webhooks', column: 'scope', type: 'integer', expression: 'COALESCE(tenant_id, 0)' },
].map(({ table, column, type, expression }) => {
  const described = `column ${table}.${column}: ${type}`;
  return {
    described,
    made: `${described} default ${expression} generated`,
    dropped: `ALTER TABLE "${table}" ALTER COLUMN "${column}" DROP DEFAULT`,
  };
});

/** Owned by their tables; the schema's default only names them. */
const OWNED_SEQUENCES = [
  'sequence deliveries_id_seq of deliveries.id',
  'sequence events_seq_seq of events.seq',
  'sequence request_log_seq_seq of request_log.seq',
];

const CHANGES = {
  'an index': 'CREATE INDEX extra ON tenants (plan)',
  'a partial index': `CREATE INDEX extra ON tenants (plan) WHERE status = 'active'`,
  'a check': `ALTER TABLE tenants ADD CONSTRAINT extra CHECK (plan <> '')`,
  'a column': 'ALTER TABLE tenants ADD COLUMN extra int',
  'a default': `ALTER TABLE tenants ALTER COLUMN plan SET DEFAULT 'extra'`,
  'a column that takes nulls': 'ALTER TABLE tenants ALTER COLUMN plan DROP NOT NULL',
  'a foreign key': 'ALTER TABLE messages ADD CONSTRAINT extra FOREIGN KEY (reply_to_id) REFERENCES messages (id)',
  'a storage parameter': 'ALTER TABLE tenants SET (fillfactor = 50)',
  'a function': `CREATE FUNCTION extra() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
  'a trigger':
    'CREATE TRIGGER extra BEFORE UPDATE ON tenants FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()',
  'a view': 'CREATE VIEW extra AS SELECT 1 AS one',
  'a type': `CREATE TYPE extra AS ENUM ('one')`,
  'a sequence': 'CREATE SEQUENCE extra',
  'a table': 'CREATE TABLE extra (id int)',
};

test('the comparison sees every kind of change', async () => {
  await using database = await createTestDatabase();
  const before = await readCatalogue(database.db);
  const unseen: string[] = [];
  for (const [what, change] of Object.entries(CHANGES)) {
    const undone = database.db.transaction(async (sql) => {
      await sql.query({ text: change });
      if ([...(await readCatalogue(sql))].every((fact) => before.has(fact))) unseen.push(what);
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
  }
  expect(unseen).toEqual([]);
});
