import { makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { sealCredentials } from '@parley/messaging/accounts/credentials';
import { refused } from '@parley/providers/sent/send-outcome';
import { makeSeededRandom } from '@parley/testing/seeded-random';
import { silentLogger } from '@parley/testing/silent-logger';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommentsFixture, openFixture } from '../../test/fixture.ts';
import { makeVirtualClock, type VirtualClock } from '../../test/virtual-clock.ts';
import { type CommentsService, openCommentsService } from '../service.ts';
import { pollDueAccount } from './poll-due-account.ts';

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
const CALLS_PER_SECOND = 9;
const CALL_MS = 250;
/** Fraction of the polls that find something and make two more calls. */
const ACTIVE = 0.05;

const RATE_LIMITED = refused({ name: 'tiktok', status: 200, code: 40100, message: 'Too many requests.' });

/** Connects accounts; returns their open ids. */
async function addAccounts(startMs: number): Promise<string[]> {
  const tenant = await fixture.makeTenant();
  const rows = await fixture.rows<{ id: string }>(
    `INSERT INTO channel_accounts (tenant_id, channel, external_id, name, credentials, connected_at)
     SELECT $1, 'tt', 'open-' || n, 'Shop ' || n, $4, $2 FROM generate_series(1, $3::int) AS n RETURNING external_id AS id`,
    [tenant.id, new Date(startMs), ACCOUNTS, sealCredentials(fixture.cipher, { access_token: 'token' })],
  );
  return rows.map(({ id }) => id);
}

/** The app's rate limit, on the virtual clock. */
function makePace(clock: VirtualClock) {
  let freeAtMs = 0;
  let calls = 0;
  const takeTurn = async (gapMs: number): Promise<number> => {
    calls++;
    const atMs = Math.max(freeAtMs, clock.nowMs());
    freeAtMs = atMs + gapMs;
    return atMs - clock.nowMs();
  };
  return { takeTurn, calls: () => calls };
}

test('two replicas poll 1,000 accounts fairly within their interval, though every twentieth is rate limited', async () => {
  const startMs = Date.UTC(2026, 5, 1);
  const clock = makeVirtualClock(startMs);
  const { next: random } = makeSeededRandom(7);
  const ids = await addAccounts(startMs);
  const limited = new Set(ids.filter((_, n) => n % 20 === 0));
  const polledAt = new Map(ids.map((id) => [id, [] as number[]]));
  /** Calls that follow in the poll of an account. */
  const underWay = new Map<string, number>();
  const { takeTurn, calls } = makePace(clock);
  let atOnce = 0;

  const endCall = async (id: string): Promise<void> => {
    await clock.sleep(CALL_MS);
    const left = underWay.get(id) ?? 0;
    if (left > 0) underWay.set(id, left - 1);
    else underWay.delete(id);
  };
  const tiktok: Pick<CommentsService['tiktok'], 'listVideos' | 'listComments'> = {
    async listVideos(_token, id) {
      if (underWay.has(id)) atOnce++;
      polledAt.get(id)?.push(clock.nowMs());
      const isActive = random() < ACTIVE;
      underWay.set(id, isActive && !limited.has(id) ? 2 : 0);
      await endCall(id);
      if (limited.has(id)) return { ok: false, failure: RATE_LIMITED };
      // Another number of comments than in the last poll.
      const comments = polledAt.get(id)?.length ?? 0;
      const videos = isActive ? ['1', '2'].map((video) => ({ id: video, createdAt: null, comments })) : [];
      return { ok: true, value: { videos, nextCursor: null } };
    },
    async listComments(_token, id) {
      await endCall(id);
      return { ok: true, value: { comments: [], nextCursor: null } };
    },
  };
  const startReplica = () => {
    const opened = openCommentsService({
      environment: { ...fixture.environment, PARLEY_TIKTOK_POLL_SECONDS: INTERVAL_MS / 1000 },
      database: fixture.database.db,
      cipher: fixture.cipher,
      bus: makeBusClient(makeInProcessCarrier(), { logger: silentLogger }),
      logger: silentLogger,
      metrics: new Registry(),
      now: () => new Date(clock.nowMs()),
    });
    const service = { ...opened, tiktok: { ...opened.tiktok, ...tiktok }, takeTurn, wait: clock.sleep, random };
    return Array.from({ length: POLLERS }, () => async () => {
      while (clock.nowMs() < startMs + LASTS_MS) if (!(await pollDueAccount(service))) await clock.sleep(1000);
    });
  };
  await clock.run(Array.from({ length: REPLICAS }, startReplica).flat());

  const gapsOf = (id: string): number[] => {
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
