import pg from 'pg';
import { type ConsoleBrowser, joinTenant } from '../../test/support/console/console-browser.ts';
import type { BenchOptions } from '../options.ts';
import { FILL_SETTINGS } from '../system/fill-rows.ts';
import { ADMIN_TOKEN, callOperator } from '../system/parley.ts';
import { withSystem } from '../system/system.ts';
import { DAYS, fillLists, SMALL } from './fill-lists.ts';

const DELIVERIES = 10_000_000;
const MEMBERS = 10_000;
const KEYS = 100_000;
const PEOPLE = 1_000_000;
const TURNS = 20;
/** Pages after the first one that are read in each round. */
const PAGES = 4;
const GOAL_MS = 300;

type List = Parameters<ConsoleBrowser['ask']>[0];
type Asked = readonly [List, Readonly<Record<string, unknown>>];

const daysAgo = (days: number): string => new Date(Date.now() - days * 24 * 3_600_000).toISOString();

/** Each list with each of its filters. */
const ASKED: readonly Asked[] = [
  ['list-members', {}],
  ['list-keys', {}],
  ['list-deliveries', {}],
  ['list-deliveries', { status: 'failed' }],
  ['list-deliveries', { status: 'delivered' }],
  ['list-deliveries', { status: 'pending' }],
  ['list-deliveries', { event: 'message.received' }],
  ['list-deliveries', { event: 'channel.connected' }],
  ['list-deliveries', { event: 'comment.received' }],
  ['list-deliveries', { instance_id: 'ins_fill000000001' }],
  ['list-deliveries', { instance_id: 'ins_fill000000777' }],
  ['list-deliveries', { instance_id: 'ins_fill000000001', status: 'failed' }],
  ['list-deliveries', { until: daysAgo(DAYS - 2) }],
  ['list-deliveries', { since: daysAgo(3), until: daysAgo(2), status: 'failed' }],
  ['search-people', { q: 'mona' }],
  ['search-people', { q: 'منى' }],
  ['search-people', { q: 'أحم عائلة77' }],
  ['search-people', { q: 'family19999' }],
  ['search-people', { q: '6600123' }],
  ['search-people', { q: 'nobody' }],
];
const ASKED_OF_SMALL: readonly Asked[] = [
  ['list-keys', {}],
  ['list-deliveries', {}],
  ['list-deliveries', { status: 'failed' }],
  ['list-deliveries', { event: 'channel.connected' }],
];

async function measure(browser: ConsoleBrowser, [name, filter]: Asked, whose: string): Promise<number> {
  const times: number[] = [];
  let items = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    let cursor: string | null = null;
    for (let page = 0; page <= PAGES; page++) {
      const startedMs = performance.now();
      const { status, body } = await browser.ask(name, { ...filter, ...(cursor === null ? {} : { cursor }) });
      times.push(performance.now() - startedMs);
      if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
      items += body.items.length;
      cursor = body.next_cursor;
      if (cursor === null) break;
    }
    // A list far over the goal needs no more rounds.
    if (times.reduce((sum, ms) => sum + ms, 0) > 20_000) break;
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const p95 = at(0.95);
  console.log(
    `  ${p95 < GOAL_MS ? ' ' : '!'} ${name.padEnd(16)} ${whose.padEnd(6)} ${JSON.stringify(filter).padEnd(64)} p50 ${at(0.5).toFixed(0).padStart(5)} ms  p95 ${p95.toFixed(0).padStart(5)} ms  ${items} items in ${times.length} pages`,
  );
  return p95;
}

/**
 * The lists of the console, over HTTP: first and later pages with each filter, of a large tenant and of a small one in
 * the same database.
 */
export async function benchLists({ quick, rows }: BenchOptions): Promise<void> {
  const deliveries = rows ?? DELIVERIES;
  const share = quick ? 100 : 1;
  const sizes = {
    members: MEMBERS / share,
    keys: KEYS / share,
    deliveries: deliveries / share,
    people: PEOPLE / share,
  };
  const wanted = { cluster: false, platform: false, rows: null, dataDir: '', webhookUrl: 'http://127.0.0.1:9/hook' };
  await withSystem(wanted, async ({ parley, postgres }) => {
    const [origin = ''] = parley.origins;
    await callOperator(origin, '/tenants', { slug: SMALL, name: 'Small' });
    const door = { origin, adminToken: ADMIN_TOKEN };
    const { browser: large } = await joinTenant(door, parley.slug, 'owner');
    const { browser: small } = await joinTenant(door, SMALL, 'owner');
    const pool = new pg.Pool({ connectionString: postgres.url, max: 2, options: FILL_SETTINGS });
    const { rows: found } = await pool.query('SELECT id FROM tenants WHERE slug = $1', [SMALL]);
    await fillLists(pool, found[0].id, sizes).finally(() => pool.end());
    let worst = 0;
    for (const asked of ASKED) worst = Math.max(worst, await measure(large, asked, 'large'));
    for (const asked of ASKED_OF_SMALL) worst = Math.max(worst, await measure(small, asked, 'small'));
    console.log(
      `bench lists: slowest p95 ${worst.toFixed(0)} ms (goal < ${GOAL_MS}) over ${sizes.members} members, ${sizes.keys} keys, ${sizes.deliveries} deliveries, ${sizes.people} people`,
    );
  });
}
