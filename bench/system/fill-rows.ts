import type pg from 'pg';
import { PHONE_NUMBER_ID, SLUG } from './parley.ts';

/** 10 million messages: 1 million conversations, and 3 million events of 30 days, each delivered. */
const MESSAGES_PER_CONVERSATION = 10;
const MESSAGES_PER_DAILY_EVENT = 100;
const DAYS = 30;
const CHUNK = 250_000;
/** The first customer number; the bench's own (1650555…) are among the million that follow. */
export const FIRST_NUMBER = 16_505_000_000;

export interface Owner {
  tenantId: number;
  accountId: number;
}

export type Run = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

/** Prints how long a step took. */
export async function timed(what: string, work: Promise<void>): Promise<void> {
  const startedMs = performance.now();
  await work;
  console.log(`  ${what.padEnd(28)} ${((performance.now() - startedMs) / 1000).toFixed(0).padStart(5)} s`);
}

/** Runs `work` without the table's plain indexes, and rebuilds them: building an index is faster than growing it. */
export async function withoutIndexes(run: Run, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await run(
    `SELECT pg_get_indexdef(i.indexrelid) AS made, c.relname AS name
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = ANY($1::regclass[]) AND c.relkind = 'i'
        AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await run(`DROP INDEX "${name}"`);
  await work();
  await Promise.all(rows.map(({ made }) => run(`SET maintenance_work_mem = '512MB'; ${made}`)));
}

/** Runs a statement over the numbers 1 to `count` in chunks from `$1` to `$2`, two at a time. */
export async function inChunks(run: Run, count: number, text: string, values: unknown[]): Promise<void> {
  let from = 1;
  const worker = async (): Promise<void> => {
    while (from <= count) {
      const first = from;
      from += CHUNK;
      await run(text, [first, Math.min(first + CHUNK - 1, count), ...values]);
    }
  };
  await Promise.all([worker(), worker()]);
}

export async function findOwner(run: Run): Promise<Owner> {
  const { rows } = await run(
    `SELECT t.id AS "tenantId", a.id AS "accountId" FROM tenants t JOIN channel_accounts a ON a.tenant_id = t.id
      WHERE t.slug = $1 AND a.external_id = $2`,
    [SLUG, PHONE_NUMBER_ID],
  );
  return rows[0];
}

/** People with one conversation each, of `each` messages by {@link fillMessages}. */
export async function fillConversations(
  run: Run,
  count: number,
  each: number,
  { tenantId, accountId }: Owner,
): Promise<void> {
  await inChunks(
    run,
    count,
    `INSERT INTO contacts (id, tenant_id, channel, name, phone, words)
     SELECT n, $3::int, 'wa', 'Customer ' || n, '+' || number, array_to_tsvector(ARRAY(
              SELECT $3::int || ':' || w FROM unnest(ARRAY['customer', n::text]) w
               UNION SELECT $3::int || ':' || substr(number, i) FROM generate_series(1, length(number) - 3) i))
       FROM generate_series($1::int, $2::int) n, LATERAL (SELECT ($4::bigint + n)::text AS number) t`,
    [tenantId, FIRST_NUMBER],
  );
  await inChunks(
    run,
    count,
    `INSERT INTO contact_addresses (tenant_id, channel, address, contact_id)
     SELECT $3, 'wa', '+' || ($4::bigint + n)::text, n FROM generate_series($1::int, $2::int) n`,
    [tenantId, FIRST_NUMBER],
  );
  await inChunks(
    run,
    count,
    `INSERT INTO conversations (id, tenant_id, channel, channel_account_id, contact_id, peer, last_inbound_at, last_message_at)
     SELECT n, $3, 'wa', $4, n, '+' || ($5::bigint + n)::text, at, at
       FROM generate_series($1::int, $2::int) n, LATERAL (SELECT now() - ($6::int - n + 1) * (interval '300 days' / $7::int / $6::int) AS at) t`,
    [tenantId, accountId, FIRST_NUMBER, count, each],
  );
}

/** Messages, every second one from a customer, spread over the conversations and the last 300 days. */
export const fillMessages = (
  run: Run,
  count: number,
  conversations: number,
  { tenantId, accountId }: Owner,
): Promise<void> =>
  inChunks(
    run,
    count,
    `INSERT INTO messages (id, tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, receipt, peer, text,
                           provider_message_id, happened_at, created_at)
     SELECT n, $3, c, $4, 'wa', CASE WHEN o THEN 'out' ELSE 'in' END, CASE WHEN o THEN 'api' ELSE 'customer' END,
            CASE WHEN o THEN 'read' ELSE 'in' END, CASE WHEN o THEN 'read' END, '+' || ($5::bigint + c)::text,
            'A message of a customer, or an answer to one, number ' || n, 'wamid.fill' || n, at, at
       FROM generate_series($1::bigint, $2::bigint) n,
            LATERAL (SELECT n % 2 = 0 AS o, (1 + n % $6::int)::int AS c, now() - ($7::int - n) * (interval '300 days' / $7::int) AS at) t`,
    [tenantId, accountId, FIRST_NUMBER, conversations, count],
  );

/** The search index of the messages: otherwise Parley would write it in the background during the measurement. */
async function fillWords(run: Run, count: number, { tenantId }: Owner): Promise<void> {
  await inChunks(
    run,
    count,
    `INSERT INTO message_words (message_id, tenant_id, words)
     SELECT n, $3::int, array_to_tsvector(ARRAY(
              SELECT DISTINCT $3::int || ':' || w
                FROM unnest(ARRAY['a', 'message', 'of', 'customer', 'or', 'an', 'answer', 'to', 'one', 'number', n::text]) w))
       FROM generate_series($1::bigint, $2::bigint) n`,
    [tenantId],
  );
  await run('UPDATE message_words_progress SET read_until = $1', [count]);
}

/** Creates the partitions of a past day; `first` is the lowest number of its events and deliveries. */
export async function makeDay(run: Run, daysAgo: number): Promise<{ first: string }> {
  const { rows } = await run(
    `SELECT to_char(day, 'YYYYMMDD') AS name, ((day - date '1970-01-01')::bigint << 40)::text AS first,
            ((day + 1 - date '1970-01-01')::bigint << 40)::text AS next
       FROM (SELECT (now() AT TIME ZONE 'UTC')::date - $1::int AS day) d`,
    [daysAgo],
  );
  const { name, first, next } = rows[0];
  for (const table of ['events', 'delivery_log'])
    await run(
      `CREATE TABLE IF NOT EXISTS ${table}_${name} PARTITION OF ${table} FOR VALUES FROM (${first}) TO (${next})`,
    );
  return { first };
}

/** The events of one past day, and their ended deliveries, in partitions of that day. */
async function fillDay(run: Run, daysAgo: number, perDay: number, { tenantId }: Owner, instanceId: string) {
  const { first } = await makeDay(run, daysAgo);
  const data = JSON.stringify({ channel: 'wa', from: '+16505550001', text: 'How much is the blue one? '.repeat(16) });
  await run(
    `INSERT INTO events (seq, id, tenant_id, type, channel, conversation_id, data, created_at, position)
     SELECT $1::bigint + n, 'evt_fill' || $5::int || '_' || n, $3, 'message.received', 'wa', n, $4,
            now() - $5::int * interval '1 day', 1 FROM generate_series(1, $2::int) n`,
    [first, perDay, tenantId, data, daysAgo],
  );
  await run(
    `INSERT INTO delivery_log (id, instance_id, event_seq, status, attempts, created_at, ended_at, status_code, latency_ms, response)
     SELECT $1::bigint + n, $3, $1::bigint + n, 'delivered', 1, at, at, 200, 3, ''
       FROM generate_series(1, $2::int) n, LATERAL (SELECT now() - $4::int * interval '1 day' AS at) t`,
    [first, perDay, instanceId, daysAgo],
  );
}

async function fillEvents(run: Run, perDay: number, owner: Owner): Promise<void> {
  const { rows } = await run('SELECT instance_id FROM api_keys WHERE tenant_id = $1 LIMIT 1', [owner.tenantId]);
  let day = 1;
  const worker = async (): Promise<void> => {
    while (day <= DAYS) await fillDay(run, day++, perDay, owner, rows[0].instance_id);
  };
  await Promise.all([worker(), worker()]);
}

/** Moves the sequences past the numbers that were filled in. */
export async function moveSequences(run: Run): Promise<void> {
  for (const table of ['contacts', 'conversations', 'messages'])
    await run(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`);
}

/**
 * Settings of connections that fill tables: foreign keys and triggers need no check, as the rows are correct by construction.
 */
export const FILL_SETTINGS = '-c session_replication_role=replica -c synchronous_commit=off';

/**
 * Fills a migrated database with the bench's tenant and account by plain SQL: `count` messages, a tenth as many
 * conversations, 30 days of events with their deliveries. Takes minutes for 10 million.
 */
export async function fillRows(pool: pg.Pool, count: number): Promise<void> {
  const run: Run = (text, values) => pool.query(text, values);
  const owner = await findOwner(run);
  const conversations = Math.max(1, Math.floor(count / MESSAGES_PER_CONVERSATION));
  await run(`ALTER SYSTEM SET max_wal_size = '8GB'`);
  await run('SELECT pg_reload_conf()');
  const people = ['contacts', 'contact_addresses', 'conversations'];
  await timed(
    `${conversations} conversations`,
    withoutIndexes(run, people, () => fillConversations(run, conversations, MESSAGES_PER_CONVERSATION, owner)),
  );
  await timed(
    `${count} messages`,
    withoutIndexes(run, ['messages'], () => fillMessages(run, count, conversations, owner)),
  );
  await timed(
    `words of ${count} messages`,
    withoutIndexes(run, ['message_words'], () => fillWords(run, count, owner)),
  );
  const perDay = Math.max(1, Math.floor(count / MESSAGES_PER_DAILY_EVENT));
  await timed(`${perDay * DAYS} events of ${DAYS} days`, fillEvents(run, perDay, owner));
  await moveSequences(run);
  await run('ALTER SYSTEM RESET max_wal_size');
  await run('SELECT pg_reload_conf()');
  await timed(
    'VACUUM ANALYZE, CHECKPOINT',
    run('VACUUM ANALYZE').then(async () => void (await run('CHECKPOINT'))),
  );
}
