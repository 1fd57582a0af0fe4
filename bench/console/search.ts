import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase, type Database } from '@parley/database/connection/connect-database';
import { migrate } from '@parley/database/migrations/migrate';
import { LAST_ID } from '@parley/database/statements/list-cursor';
import { startEmbeddedPostgres } from '@parley/embedded-postgres/start';
import { findHits } from '@parley/inbox/search/search.store';
import { soughtOf } from '@parley/inbox/search/search-words.rules';
import { figuresOf } from '../measure/measure.ts';
import type { BenchOptions } from '../options.ts';

const MESSAGES = 1_000_000;
/** The first of a hundred tenants has nine of ten messages. */
const TENANTS = 100;
const CHUNK = 100_000;
const SEARCHES = 400;
const PAGE = 51;

/** Texts of twelve words: common ones in both languages, and numbers of all frequencies. */
const WORDS = `ARRAY['hello', 'order', 'delivery', 'when', 'please', 'the'] || ARRAY['مرحبا', 'الطلبيه', 'متي', 'التوصيل'] || ('w' || (i % 5000)) || ('n' || i)`;
/** Queries: common words, their prefixes, one in thousands, a unique one, and words that do not occur. */
const QUERIES = [
  'order',
  'del ord',
  'الطلبيّة',
  'التوصيل متى',
  'w4999',
  'w12 hello',
  'n777777',
  'n77777',
  'n99 order',
  'absent',
];

async function fill(database: Database, messages: number): Promise<void> {
  const run = (text: string) => database.query({ text });
  await run(`INSERT INTO tenants (id, slug, name) SELECT t, 't' || t, 'T' FROM generate_series(1, ${TENANTS}) t`);
  await run(`INSERT INTO channel_accounts (id, tenant_id, channel, external_id, name, credentials)
             SELECT t, t, 'wa', 'number ' || t, 'Shop', '' FROM generate_series(1, ${TENANTS}) t`);
  await run(
    `INSERT INTO contacts (id, tenant_id, channel, name) SELECT t, t, 'wa', 'Ann' FROM generate_series(1, ${TENANTS}) t`,
  );
  await run(`INSERT INTO conversations (id, tenant_id, channel, channel_account_id, contact_id, peer)
             SELECT t, t, 'wa', t, t, '+1555' FROM generate_series(1, ${TENANTS}) t`);
  for (let from = 1; from <= messages; from += CHUNK)
    await run(`WITH said AS (
                 INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text, happened_at)
                 SELECT t, t, t, 'wa', 'in', 'customer', 'received', '+1555', array_to_string(${WORDS}, ' '), now()
                   FROM (SELECT i, CASE WHEN i % 10 = 0 THEN 2 + i / 10 % ${TENANTS - 1} ELSE 1 END AS t
                           FROM generate_series(${from}, ${Math.min(from + CHUNK - 1, messages)}) i) m
                 RETURNING id, tenant_id, text)
               INSERT INTO message_words (message_id, tenant_id, words)
               SELECT id, tenant_id, array_to_tsvector(ARRAY(SELECT tenant_id || ':' || w FROM unnest(string_to_array(text, ' ')) w)) FROM said`);
  await run('VACUUM ANALYZE');
}

/** Searches of a tenant with a million messages in two languages; each reads a first page of fifty. */
export async function benchSearch({ quick }: BenchOptions): Promise<void> {
  const messages = quick ? MESSAGES / 100 : MESSAGES;
  const directory = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres') });
  try {
    await migrate(postgres.url);
    const database = connectDatabase({ url: postgres.url, statementTimeoutMs: 600_000 });
    await fill(database, messages);
    for (const tenantId of [1, 2]) {
      const all: number[] = [];
      for (const q of QUERIES) {
        const latencies: number[] = [];
        for (let at = 0; at < SEARCHES / QUERIES.length; at++) {
          const startedMs = performance.now();
          await findHits(database, { tenantId, sought: soughtOf(q), before: LAST_ID, limit: PAGE });
          latencies.push(performance.now() - startedMs);
        }
        all.push(...latencies);
        console.log(`  ${q.padEnd(16)} p50 ${figuresOf(latencies, 1).p50Ms.toFixed(1)} ms`);
      }
      const p95 = all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? 0;
      const share = tenantId === 1 ? 0.9 : 0.1 / (TENANTS - 1);
      console.log(
        `bench search: p95 ${p95.toFixed(0)} ms (goal < 300) over ${(messages * share).toFixed(0)} messages of a tenant among ${messages}`,
      );
    }
    await database.close();
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
