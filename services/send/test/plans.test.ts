import { explainPlan } from '@parley/testing/database/explain-plan';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import '../src/reserve/plain-send.store.ts';
import '../src/settle/settle.store.ts';
import '../src/reserve/reservation.store.ts';
import '../src/reserve/reserve-facts.store.ts';

// A statement is planned once, in a new system with empty tables, and the plan stays when the tables are full.
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.each([
  [
    'send.lock-and-load',
    [
      'tenants_pkey: id = ANY ($10)',
      "idempotency_keys_pkey: (instance_id = w.instance_id) AND (action = 'send'::text) AND (key = w.key)",
      'contact_addresses_pkey: (tenant_id = w.tenant_id) AND (channel = w.channel) AND (address = w.recipient)',
      'conversations_contact_id_idx: contact_id = e_1.contact_id',
      'channel_accounts_pkey: id = c.channel_account_id',
      'bots_tenant_id_id_idx: tenant_id = w.tenant_id',
      'platform_webhooks_one: scope = ANY (ARRAY[0, w.tenant_id])',
      // Both run for templates only: whether the person opted out, and Meta's marketing limit of the person.
      'consents_pkey: contact_id = e_1.contact_id',
      'consents_pkey: contact_id = e_1.contact_id',
    ],
  ],
  [
    'send.reserve-plain',
    [
      'tenants_pkey: id = ANY ($15)',
      "idempotency_keys_pkey: (instance_id = w_1.instance_id) AND (action = 'send'::text) AND (key = w_1.key)",
      'contact_addresses_pkey: (tenant_id = w_1.tenant_id) AND (channel = w_1.channel) AND (address = w_1.recipient)',
      'conversations_contact_id_idx: contact_id = e.contact_id',
      'channel_accounts_pkey: id = c.channel_account_id',
      'bots_tenant_id_id_idx: tenant_id = w_1.tenant_id',
      'tenants_pkey: id = s.tenant_id',
      'platform_webhooks_one: scope = ANY (ARRAY[0, f.tenant_id])',
    ],
  ],
  [
    'send.lock-sends',
    [
      'conversations_pkey: id = ANY ($4)',
      'messages_pkey: id = w.message_id',
      'messages_channel_account_id_provider_message_id_key: (channel_account_id = m.channel_account_id) AND (provider_message_id = w.provider_message_id)',
      'platform_webhooks_one: scope = ANY (ARRAY[0, m.tenant_id])',
    ],
  ],
  [
    'send.settle-plain',
    [
      'conversations_pkey: id = ANY ($13)',
      'messages_pkey: id = w_1.message_id',
      'messages_channel_account_id_provider_message_id_key: (channel_account_id = m.channel_account_id) AND (provider_message_id = w_1.provider_message_id)',
      'platform_webhooks_one: scope = ANY (ARRAY[0, m.tenant_id])',
      'idempotency_keys_message_id_idx: message_id = s_1.message_id',
      'api_keys_tenant_id_idx: tenant_id = e.tenant_id',
    ],
  ],
  ['send.update-sends', ['messages_pkey: id = w_1.message_id']],
  ['send.insert-sends', ['tenants_pkey: id = s.tenant_id']],
  [
    'people.answer-conversations',
    [
      'conversations_pkey: id = w.id',
      'messages_conversation_id_id_idx: (conversation_id = c.id) AND (id > w.answered_by)',
    ],
  ],
  ['send.keep-answers', ['idempotency_keys_message_id_idx: message_id = w.message_id']],
  ['send.release-keys', ['idempotency_keys_message_id_idx: message_id = w.message_id']],
  ['send.find-first-accounts', ['channel_accounts_tenant_id_channel_idx: tenant_id = w.tenant_id']],
])('%s uses only its indexes for lookups', async (name, lookUps) => {
  const lines = await explainPlan(database.db, name);
  const found = lines.flatMap((line, index) => {
    const scan = /Index (?:Only )?Scan(?: Backward)? (?:using|on) (\S+)/.exec(line)?.[1];
    const condition = /Index Cond: \((.*)\)$/.exec(lines[index + 1] ?? '')?.[1];
    return scan === undefined ? [] : `${scan}: ${condition}`;
  });
  expect(found).toEqual(lookUps);
  // The clock of the ledger has one row.
  expect(lines.filter((line) => /Seq Scan on (?!ledger_clock)/.test(line))).toEqual([]);
});
