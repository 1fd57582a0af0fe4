import { makeSeededRandom } from '@parley/testing/seeded-random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePollStore } from '../src/storage/poll-store.ts';
import type { PollAccount } from '../src/use-cases/poll-account.ts';
import { makeRateLimiter } from '../src/use-cases/rate-limiter.ts';
import { makeRunPolls } from '../src/use-cases/run-polls.ts';
import { type CommentsFixture, openFixture } from './fixture.ts';
import { makeVirtualClock } from './virtual-clock.ts';

let fixture: CommentsFixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const ACCOUNTS = 1000;
/** The default of PARLEY_TIKTOK_POLL_SECONDS. */
const INTERVAL_MS = 120_000;
const LASTS_MS = 14 * 60_000;
const REPLICAS = 2;
const POLLERS = 4;
const LEASE_MS = 5 * 60_000;
const CALLS_PER_SECOND = 9;
const CALL_MS = 250;
/** Fraction of the polls that find something and make two more calls. */
const ACTIVE = 0.05;

async function addAccounts(startMs: number): Promise<number[]> {
  const tenant = await fixture.makeTenant();
  const rows = await fixture.rows<{ id: number }>(
    `INSERT INTO channel_accounts (tenant_id, channel, external_id, name, credentials, connected_at)
     SELECT $1, 'tt', 'open-' || n, 'Shop ' || n, '', $2 FROM generate_series(1, $3::int) AS n RETURNING id`,
    [tenant.id, new Date(startMs), ACCOUNTS],
  );
  return rows.map(({ id }) => id);
}

/** The app's rate limit, on the virtual clock. */
function makePace(clock: ReturnType<typeof makeVirtualClock>) {
  let freeAtMs = 0;
  let calls = 0;
  const takeTurn = async (gapMs: number): Promise<number> => {
    calls++;
    const atMs = Math.max(freeAtMs, clock.nowMs());
    freeAtMs = atMs + gapMs;
    return atMs - clock.nowMs();
  };
  return { pace: makeRateLimiter({ takeTurn, wait: clock.sleep, perSecond: CALLS_PER_SECOND }), calls: () => calls };
}

test('two replicas poll 1,000 accounts fairly within their interval, though every twentieth is rate limited', async () => {
  const startMs = Date.UTC(2026, 5, 1);
  const clock = makeVirtualClock(startMs);
  const { next: random } = makeSeededRandom(7);
  const ids = await addAccounts(startMs);
  const limited = new Set(ids.filter((_, n) => n % 20 === 0));
  const polledAt = new Map(ids.map((id) => [id, [] as number[]]));
  const underWay = new Set<number>();
  const { pace, calls } = makePace(clock);
  let atOnce = 0;

  const pollAccount: PollAccount = async ({ account: { id } }) => {
    if (underWay.has(id)) atOnce++;
    underWay.add(id);
    polledAt.get(id)?.push(clock.nowMs());
    const more = random() < ACTIVE ? 2 : 0;
    for (let call = 0; call <= more; call++) {
      await pace();
      await clock.sleep(CALL_MS);
      if (limited.has(id)) break;
    }
    underWay.delete(id);
    return limited.has(id)
      ? { outcome: { kind: 'limited', retryAfterMs: null }, videos: null }
      : { outcome: { kind: 'done' }, videos: {} };
  };
  const store = makePollStore(fixture.database.db);
  const startReplica = () => {
    const { runPolls } = makeRunPolls({
      ...store,
      pollAccount,
      intervalMs: INTERVAL_MS,
      leaseMs: LEASE_MS,
      now: () => new Date(clock.nowMs()),
      random,
      count() {},
    });
    return Array.from({ length: POLLERS }, () => async () => {
      while (clock.nowMs() < startMs + LASTS_MS) if (!(await runPolls())) await clock.sleep(1000);
    });
  };
  await clock.run(Array.from({ length: REPLICAS }, startReplica).flat());

  const gapsOf = (id: number): number[] => {
    const times = polledAt.get(id) ?? [];
    return times.slice(1).map((time, n) => time - (times[n] ?? time));
  };
  const waits = ids.map((id) => (polledAt.get(id)?.[0] ?? Number.POSITIVE_INFINITY) - startMs);
  const free = ids.filter((id) => !limited.has(id));
  // Includes accounts that were not polled again until the end.
  const tails = free.map((id) => startMs + LASTS_MS - (polledAt.get(id)?.at(-1) ?? startMs));
  const gaps = free.flatMap(gapsOf).toSorted((a, b) => a - b);
  const held = [...limited].flatMap(gapsOf);
  const seconds = (ms: number | undefined): string => `${((ms ?? Number.NaN) / 1000).toFixed(1)} s`;
  process.stdout.write(
    `${ACCOUNTS} accounts, interval ${seconds(INTERVAL_MS)}: gap p50 ${seconds(gaps[gaps.length >> 1])}, ` +
      `p99 ${seconds(gaps[Math.floor(gaps.length * 0.99)])}, worst ${seconds(gaps.at(-1))}; ` +
      `first poll at the latest after ${seconds(Math.max(...waits))}; limited ones ${seconds(Math.min(...held))} to ` +
      `${seconds(Math.max(...held))}; ${(calls() / (LASTS_MS / 1000)).toFixed(2)} calls a second\n`,
  );
  expect(atOnce).toBe(0);
  expect(Math.max(...waits)).toBeLessThan(INTERVAL_MS * 1.2);
  expect(gaps.at(-1)).toBeLessThan(INTERVAL_MS * 1.2);
  expect(Math.max(...tails)).toBeLessThan(INTERVAL_MS * 1.2);
  expect(Math.min(...free.map((id) => gapsOf(id).length))).toBeGreaterThanOrEqual(5);
  // Rate-limited accounts wait longer each time, and are still polled.
  expect(Math.min(...held)).toBeGreaterThanOrEqual(60_000);
  expect(Math.min(...[...limited].map((id) => polledAt.get(id)?.length ?? 0))).toBeGreaterThanOrEqual(3);
  expect(calls() / (LASTS_MS / 1000)).toBeLessThanOrEqual(CALLS_PER_SECOND);
}, 180_000);
