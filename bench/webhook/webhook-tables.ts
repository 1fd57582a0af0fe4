import { randomBytes } from 'node:crypto';
import { CHANNELS } from '@parley/common/channels';
import { DEFAULT_EVENT_TYPES } from '@parley/common/events/event-types';
import { makeId } from '@parley/common/ids';
import { connectDatabase, type Database } from '@parley/database/connection/connect-database';
import { makeCipher } from '@parley/database/encryption';
import { migrate } from '@parley/database/migrations/migrate';
import { appendRows } from '@parley/messaging/outbox/append-events';

/** The data of a message.received event: about 700 bytes. */
const DATA = JSON.stringify({
  channel: 'wa',
  conversation_id: 4711,
  message_id: 123_456,
  from: '+16505550001',
  account: { id: '106000000000001', number: '+15550000001', label: 'Shop' },
  text: 'How much is the blue one, and can you send it to the address of my last order? '.repeat(4),
  attachments: [],
  received_at: '2026-05-28T17:06:41.000Z',
  reply_until: '2026-05-29T17:06:41.000Z',
  provider_message_id: 'wamid.HBgLMTY1MDU1NTAwMDEVAgASGBQzQTdCQzM0RjlBRDc3RkI1QzE1QwA=',
  sender: { name: 'Jane Roe', username: null, phone: '+16505550001' },
  reply_to: null,
});
export const BODY = JSON.stringify({
  id: makeId('evt'),
  event: 'message.received',
  instance_id: 'ins_bench000000001',
  created_at: '2026-05-28T17:06:41.000Z',
  data: JSON.parse(DATA),
});
export const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
export const ENCRYPTION_KEYS = `k1:${randomBytes(32).toString('base64')}`;
const CHUNK = 500;

/** Parley's tables with a tenant, which the bench fills and reads. */
export interface WebhookTables {
  database: Database;
  /** Creates a tenant with this many keys, all subscribed; returns the ids for new events. */
  addKeys(urls: readonly string[]): Promise<{ tenantId: number; instanceIds: string[] }>;
  /** Commits events as the services do: each becomes a delivery for every key of the tenant. */
  commitEvents(tenantId: number, count: number): Promise<void>;
  /** Inserts waiting deliveries for one key, in bulk. */
  pileUp(tenantId: number, instanceId: string, count: number): Promise<void>;
  /** Inserts old delivered deliveries with their events and attempts, in bulk. */
  addDelivered(tenantId: number, instanceId: string, count: number): Promise<void>;
  isEmpty(instanceIds: readonly string[]): Promise<boolean>;
  forgetEnded(): Promise<void>;
}

/** Migrates the database and opens it. */
export async function openWebhookTables(url: string): Promise<WebhookTables> {
  await migrate(url);
  const database = connectDatabase({ url, statementTimeoutMs: 600_000 });
  const secret = makeCipher(ENCRYPTION_KEYS).encrypt(SECRET, 'api_keys.webhook_secret');
  const run = async (text: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
    (await database.query<Record<string, unknown>>({ text, values })).rows;
  /** Finishes background work after filling the tables (vacuum, checkpoint) before the measurement. */
  const settle = async (): Promise<void> => {
    await run('VACUUM ANALYZE');
    await run('CHECKPOINT');
  };
  return {
    database,
    async addKeys(urls) {
      const [tenant] = await run(
        'INSERT INTO tenants (slug, name) VALUES ($1, $1) RETURNING id',
        `bench-${randomBytes(6).toString('hex')}`,
      );
      const instanceIds: string[] = [];
      for (const url of urls) {
        const instanceId = makeId('ins');
        await run(
          `INSERT INTO api_keys (instance_id, tenant_id, label, key_hash, channels, events, webhook_url, webhook_secret)
           VALUES ($1, $2, 'bench', $3, $4, $5, $6, $7)`,
          ...[instanceId, tenant?.id, randomBytes(32), [...CHANNELS], [...DEFAULT_EVENT_TYPES], url, secret],
        );
        await run('INSERT INTO lanes (instance_id) VALUES ($1)', instanceId);
        instanceIds.push(instanceId);
      }
      return { tenantId: Number(tenant?.id), instanceIds };
    },
    async commitEvents(tenantId, count) {
      for (let at = 0; at < count; at += CHUNK) {
        const rows = Array.from({ length: Math.min(CHUNK, count - at) }, () => ({
          id: makeId('evt'),
          tenantId,
          type: 'message.received' as const,
          channel: 'wa' as const,
          conversationId: null,
          data: DATA,
          createdAt: new Date(),
          traceparent: null,
        }));
        await database.transaction((sql) => appendRows(sql, rows));
      }
    },
    async pileUp(tenantId, instanceId, count) {
      await run(
        `WITH made AS (INSERT INTO events (id, tenant_id, type, channel, data, created_at, position)
                       SELECT 'evt_pile' || n, $1, 'message.received', 'wa', $3, now(), 1 FROM generate_series(1, $4::int) n RETURNING seq)
         INSERT INTO deliveries (instance_id, event_seq) SELECT $2, seq FROM made`,
        ...[tenantId, instanceId, DATA, count],
      );
      await settle();
    },
    async addDelivered(tenantId, instanceId, count) {
      await run(
        `WITH made AS (INSERT INTO events (id, tenant_id, type, channel, data, created_at, position)
                       SELECT 'evt_old' || n, $1, 'message.received', 'wa', $3, now(), 1 FROM generate_series(1, $4::int) n RETURNING seq)
         INSERT INTO delivery_log (id, instance_id, event_seq, status, attempts, created_at, ended_at, status_code, latency_ms, response)
         SELECT next_daily('deliveries_id_seq'), $2, seq, 'delivered', 1, now(), now(), 200, 3, '' FROM made`,
        ...[tenantId, instanceId, DATA, count],
      );
      await settle();
    },
    async isEmpty(instanceIds) {
      const [row] = await run(
        'SELECT EXISTS (SELECT 1 FROM unnest($1::text[]) i WHERE EXISTS (SELECT 1 FROM deliveries d WHERE d.instance_id = i)) AS waits',
        instanceIds,
      );
      return row?.waits === false;
    },
    async forgetEnded() {
      await run('TRUNCATE deliveries, delivery_log, delivery_attempts, events');
    },
  };
}
