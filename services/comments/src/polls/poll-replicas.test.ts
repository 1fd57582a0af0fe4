import { makeTiktokClient } from '@parley/providers/tiktok/tiktok-client';
import { pollUntil } from '@parley/testing/poll-until';
import { startMortalWorker } from '@parley/testing/programs/mortal-worker';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestAccount } from '../../test/fixture.ts';
import { type OpenPolls, openPolls } from '../../test/open-polls.ts';
import { claimDuePoll, finishPoll, matchPolls } from './poll.store.ts';

let polls: OpenPolls;
beforeAll(async () => {
  polls = await openPolls();
});
afterAll(() => polls[Symbol.asyncDispose]());
afterEach(() => polls.rows(`UPDATE channel_accounts SET status = 'disconnected'`));

const LEASE_MS = 5 * 60_000;
const WORKERS = 4;

const realClient = () => makeTiktokClient({ baseUrl: polls.sandbox.url, timeoutMs: 2000 });

test('two replicas with four pollers each never poll one account concurrently, and report each comment once', async () => {
  const tenant = await polls.makeTenant();
  const accounts: TestAccount[] = [];
  for (let n = 0; n < 12; n++)
    accounts.push(await polls.connect(tenant, 'tt', { connectedAt: new Date(polls.nowMs()) }));
  const underWay = new Map<string, number>();
  let [atOnce, most] = [0, 0];
  const client = realClient();
  const watched = () =>
    polls.startReplica({
      tiktok: {
        async listVideos(token, openId, cursor) {
          underWay.set(openId, (underWay.get(openId) ?? 0) + 1);
          if ((underWay.get(openId) ?? 0) > 1) atOnce++;
          most = Math.max(most, [...underWay.values()].filter((n) => n > 0).length);
          try {
            return await client.listVideos(token, openId, cursor);
          } finally {
            underWay.set(openId, (underWay.get(openId) ?? 1) - 1);
          }
        },
      },
    });
  const replicas = [watched(), watched()];
  for (let round = 0; round < 4; round++) {
    for (const account of accounts) await polls.write(account, '700001', { text: `${account.externalId} ${round}` });
    polls.advance(polls.intervalMs * 1.1);
    const workers = replicas.flatMap((replica) => Array.from({ length: WORKERS }, () => polls.drain(replica)));
    await Promise.all(workers);
    polls.advance(11_000);
    await Promise.all(replicas.map((replica) => polls.drain(replica)));
  }
  expect([atOnce, most > 1]).toEqual([0, true]);
  const expected = accounts.flatMap(({ externalId }) => [0, 1, 2, 3].map((round) => `${externalId} ${round}`));
  expect((await polls.reported(tenant)).toSorted()).toEqual(expected.toSorted());
});

test('another poller takes over the account of a dead one when the claim expires, and discards the dead one’s late result', async () => {
  const tenant = await polls.makeTenant();
  const account = await polls.connect(tenant, 'tt', { connectedAt: new Date(polls.nowMs()) });
  await polls.pass();
  let answer: () => void = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let asked = false;
  const hung = polls.startReplica({
    tiktok: {
      async listVideos() {
        asked = true;
        await answered;
        return { ok: true, value: { videos: [], nextCursor: null } };
      },
    },
  });
  await polls.write(account, '700001', { text: 'waits' });
  polls.advance(polls.intervalMs * 1.1);
  const late = polls.drain(hung);
  await pollUntil(() => asked || null, { what: () => 'the poll' });

  await polls.drain();
  polls.advance(LEASE_MS - 60_000);
  await polls.drain();
  expect(await polls.reported(tenant)).toEqual([]);
  polls.advance(61_000);
  await polls.drain();
  expect(await polls.reported(tenant)).toEqual(['waits']);
  const state = await polls.stateOf(account);
  answer();
  await late;
  expect(await polls.stateOf(account)).toEqual(state);
  await polls.write(account, '700001', { text: 'goes on' });
  await polls.pass();
  expect(await polls.reported(tenant)).toEqual(['waits', 'goes on']);
});

test('only the holder releases a claim', async () => {
  const tenant = await polls.makeTenant();
  await polls.connect(tenant, 'tt', { connectedAt: new Date(polls.nowMs()) });
  const { db } = polls.database;
  const at = (ms: number) => new Date(polls.nowMs() + ms);
  const claimAt = (ms: number) => claimDuePoll(db, { now: at(ms), leaseMs: LEASE_MS, holder: null });
  await matchPolls(db, at(0), 0);
  const first = await claimAt(1);
  expect(await claimAt(2)).toBeNull();
  const second = await claimAt(LEASE_MS + 2);
  if (!first || !second) throw new Error('Nothing was due.');
  const next = { dueAt: at(1), failures: 0 };
  expect(await finishPoll(db, first, next, {})).toBe(false);
  expect(await finishPoll(db, second, next, {})).toBe(true);
});

test('the poll of a dead worker is claimed at once, and the poll of a living worker when its claim expires', async () => {
  const tenant = await polls.makeTenant();
  await polls.connect(tenant, 'tt', { connectedAt: new Date(polls.nowMs()) });
  const at = (ms: number) => new Date(polls.nowMs() + ms);
  const { db } = polls.database;
  const worker = await startMortalWorker(polls.database, 'comments');
  await matchPolls(db, at(0), 0);
  const held = await claimDuePoll(db, { now: at(1), leaseMs: LEASE_MS, holder: await worker.claimAs() });
  const { takeOver } = polls.startReplica().claims;
  const claimAt = (ms: number) => claimDuePoll(db, { now: at(ms), leaseMs: LEASE_MS, holder: null });
  await takeOver();
  await takeOver();
  expect(await claimAt(2)).toBeNull();
  await worker.die();
  await takeOver();
  await takeOver();
  const taken = await claimAt(3);
  expect(taken?.account.id).toBe(held?.account.id);
  if (held) expect(await finishPoll(db, held, { dueAt: at(1), failures: 0 }, {})).toBe(false);
});

test('a failing account does not delay the others', async () => {
  const tenant = await polls.makeTenant();
  const given = { connectedAt: new Date(polls.nowMs()) };
  const [broken, fine] = [await polls.connect(tenant, 'tt', given), await polls.connect(tenant, 'tt', given)];
  const client = realClient();
  const replica = polls.startReplica({
    tiktok: {
      listVideos: (token, openId, cursor) => {
        if (openId === broken.externalId) throw new Error('Out of order.');
        return client.listVideos(token, openId, cursor);
      },
    },
  });
  await polls.write(fine, '700001', { text: 'fine' });
  for (let round = 0; round < 6; round++) {
    polls.advance(11_000);
    await polls.drain(replica).catch(() => {});
  }
  expect(await polls.reported(tenant)).toEqual(['fine']);
  const state = await polls.stateOf(broken);
  expect([state?.failures, state?.claim_id]).toEqual([1, null]);
});

test('all replicas share one rate limit: no two calls get the same slot', async () => {
  const replicas = [polls.startReplica(), polls.startReplica()];
  // The slots are so far apart that the test's own duration does not matter.
  const gapMs = 3_600_000;
  await polls.rows(`UPDATE comment_pace SET free_at = 'epoch'`);
  const waits = await Promise.all(Array.from({ length: 30 }, (_, n) => replicas[n % 2]?.takeTurn(gapMs)));
  const turns = waits.map((waitMs) => Math.round((waitMs ?? Number.NaN) / gapMs));
  expect(turns.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n));
});
