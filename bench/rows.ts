import pg from 'pg';
import { joinTenant } from '../test/support/console/console-browser.ts';
import { type Cost, costBetween, readCost } from './measure/cost.ts';
import { type Figures, openLoop, saturate } from './measure/measure.ts';
import { type BenchOptions, durationsOf } from './options.ts';
import { CONNECTIONS, EVERYBODY, makeSendCaller } from './send/send.ts';
import { ADMIN_TOKEN, customerNumber, customerText, openHook, openWindows } from './system/parley.ts';
import { type BenchSystem, withSystem } from './system/system.ts';

const ROWS = 10_000_000;
/** The small table that `--rows` is compared with: every page stays in memory. */
const FEW_ROWS = 10_000;
const BUSY_RATE = 200;
const RATES = [50, BUSY_RATE];
const PAGE = 50;
/** The filled messages are spread over 300 days: this retention erases one in a hundred. */
const RETENTION_DAYS = 297;
const MAX_RETENTION_ROUNDS = 60;
const GOAL = 1.1;

/** PostgreSQL's CPU per operation in milliseconds, and the latency. */
interface Row {
  postgresMs: number;
  p99Ms: number;
}
type Rows = Map<string, Row>;

interface Measuring {
  system: BenchSystem;
  seconds: number;
  rows: Rows;
}

type Call = () => Promise<boolean>;

/** Runs `work`, and adds its row. */
async function measure(
  { system, rows }: Measuring,
  name: string,
  work: () => Promise<Pick<Figures, 'count' | 'failed' | 'p99Ms'>>,
): Promise<void> {
  const processes = { own: system.parley.pid, postgres: system.postgres.pid };
  const before: Cost = await readCost(processes);
  const { count, failed, p99Ms } = await work();
  const { postgres } = costBetween(before, await readCost(processes), count);
  if (failed > 0) console.log(`bench rows: ${name}: ${failed} failed`);
  rows.set(name, { postgresMs: postgres, p99Ms });
  console.log(`  ${name.padEnd(44)} PostgreSQL ${postgres.toFixed(3)} ms, p99 ${p99Ms.toFixed(1)} ms, ${count} times`);
}

async function measureWrites(measuring: Measuring): Promise<void> {
  const { parley } = measuring.system;
  const hook = openHook(parley.origins, CONNECTIONS);
  let turn = 0;
  const send = makeSendCaller(parley);
  const receive: Call = () => hook.post([customerText(customerNumber(turn++), 'How much is the blue one?')]);
  await openLoop(BUSY_RATE, measuring.seconds, send);
  for (const perSecond of RATES) {
    await measure(measuring, `a send, ${perSecond} a second`, () => openLoop(perSecond, measuring.seconds, send));
    await measure(measuring, `a customer's message, ${perSecond} a second`, () =>
      openLoop(perSecond, measuring.seconds, receive),
    );
  }
  await hook.close();
}

/** Pages of the inbox and of a thread, and searches, one after another. */
async function measureReads(measuring: Measuring, count: number): Promise<void> {
  const { parley } = measuring.system;
  const [origin = ''] = parley.origins;
  const { browser } = await joinTenant({ origin, adminToken: ADMIN_TOKEN }, parley.slug, 'owner');
  const conversations = await browser.call('list-conversations', { limit: PAGE });
  let cursor = conversations.next_cursor;
  for (let page = 2; page < 10 && cursor !== null; page++)
    cursor = (await browser.call('list-conversations', { limit: PAGE, cursor })).next_cursor;
  const [newest] = conversations.items;
  const reads: Record<string, Call> = {
    'first page of the inbox': async () => (await browser.ask('list-conversations', { limit: PAGE })).status === 200,
    'tenth page of the inbox': async () =>
      (await browser.ask('list-conversations', { limit: PAGE, cursor })).status === 200,
    'page of a thread': async () =>
      (await browser.ask('list-conversation-messages', { id: newest?.id, limit: PAGE })).status === 200,
    // The bench's own messages are the newest, and do not have it.
    'search of a word in every filled message': async () =>
      (await browser.ask('search-messages', { q: 'customer', limit: PAGE })).status === 200,
    'search of a word in the newest messages': async () =>
      (await browser.ask('search-messages', { q: 'order', limit: PAGE })).status === 200,
    // The longest number: no other one begins with it.
    'search of a word in one message': async () =>
      (await browser.ask('search-messages', { q: String(count - 1), limit: PAGE })).status === 200,
  };
  for (const [name, call] of Object.entries(reads)) {
    await call();
    await measure(measuring, name, () => saturate(1, measuring.seconds / 2, call));
  }
}

/** Share of the blocks of the indexes that were found in PostgreSQL's buffers. */
async function showIndexHits(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(
    `SELECT relname AS "table", round(100.0 * sum(idx_blks_hit) / nullif(sum(idx_blks_hit + idx_blks_read), 0), 2) AS share
       FROM pg_statio_user_indexes WHERE relname IN ('messages', 'conversations', 'contacts', 'message_words')
      GROUP BY relname ORDER BY relname`,
  );
  console.log(`  index blocks in memory: ${rows.map(({ table, share }) => `${table} ${share} %`).join(', ')}`);
}

/** Sends while the retention erases one filled message in a hundred. */
async function measureRetention(measuring: Measuring, pool: pg.Pool): Promise<void> {
  // A moment: messages that grow too old during the measurement are not waited for.
  const before = new Date(Date.now() - RETENTION_DAYS * 24 * 3_600_000);
  const old = 'SELECT count(*)::int AS count FROM messages WHERE created_at < $1';
  const countOld = async (): Promise<number> => (await pool.query(old, [before])).rows[0].count;
  const send = makeSendCaller(measuring.system.parley);
  const erased = await countOld();
  await pool.query('UPDATE tenants SET retention_days = $1', [RETENTION_DAYS]);
  const startedMs = performance.now();
  await measure(measuring, `a send, ${BUSY_RATE} a second, beside retention`, async () => {
    const rounds: Figures[] = [];
    do rounds.push(await openLoop(BUSY_RATE, measuring.seconds, send));
    while ((await countOld()) > 0 && rounds.length < MAX_RETENTION_ROUNDS);
    const sum = (of: (round: Figures) => number): number => rounds.reduce((total, round) => total + of(round), 0);
    return {
      p99Ms: Math.max(...rounds.map(({ p99Ms }) => p99Ms)),
      count: sum(({ count }) => count),
      failed: sum(({ failed }) => failed),
    };
  });
  const left = await countOld();
  const seconds = (performance.now() - startedMs) / 1000;
  console.log(`  retention erased ${erased - left} messages within ${seconds.toFixed(0)} s, ${left} are left`);
}

async function measureAll(options: BenchOptions, count: number): Promise<Rows> {
  const rows: Rows = new Map();
  await withSystem({ ...options, rows: count, webhookUrl: null }, async (system) => {
    console.log(`bench rows: ${count} messages`);
    const measuring: Measuring = { system, seconds: durationsOf(options).openLoopSeconds * 2, rows };
    await openWindows(system.parley.origins, EVERYBODY);
    await measureWrites(measuring);
    await measureReads(measuring, count);
    const pool = new pg.Pool({ connectionString: system.postgres.url, max: 1 });
    await showIndexHits(pool);
    await measureRetention(measuring, pool).finally(() => pool.end());
  });
  return rows;
}

/**
 * The same operations over `--rows` messages (10 million unless given) and over few: what the tables' size costs
 * (docs/adr/0014-hundred-million-messages.md#figures-that-decide). It erases one message in a hundred of the filled
 * database, so that its last row needs a newly filled one.
 */
export async function benchRows(options: BenchOptions): Promise<void> {
  const few = await measureAll(options, FEW_ROWS);
  const many = await measureAll(options, options.quick ? FEW_ROWS * 2 : (options.rows ?? ROWS));
  for (const [name, { postgresMs, p99Ms }] of many) {
    const base = few.get(name);
    if (!base) continue;
    const ratio = postgresMs / base.postgresMs;
    console.log(
      `bench rows: ${name.padEnd(44)} CPU of PostgreSQL ${ratio.toFixed(2)} × (goal ≤ ${GOAL}), p99 ${(p99Ms / base.p99Ms).toFixed(2)} ×`,
    );
  }
}
