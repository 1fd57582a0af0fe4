import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { pollUntil } from '@parley/testing/poll-until';
import { tier } from '@parley/testing/tier';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenDelivery, openDelivery } from './open-delivery.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { kill, makeWorkerProcesses, type WorkerProcesses } from './worker-processes.ts';

const KEYS = ['a', 'b'];
const EVENTS = 300;
/** Maximum deliveries of a lane that are sent but not stored. */
const MAX_UNSTORED = 64;

let fixture: OpenDelivery;
let receiver: Receiver;
let processes: WorkerProcesses;

beforeEach(async () => {
  fixture = await openDelivery();
  processes = makeWorkerProcesses(fixture);
  receiver = await openReceiver();
  for (const name of KEYS) await fixture.addKey(`ins_${name}`, receiver.url(`/${name}`));
});
afterEach(async () => {
  processes.endAll();
  await fixture[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const endLeases = () =>
  fixture.rows(`UPDATE lanes SET lease_until = now() - interval '1 second' WHERE claim_id IS NOT NULL`);
const commit = (n: number) => fixture.commit(...Array.from({ length: n }, () => ({})));
const untilArrived = (n: number): Promise<true> =>
  pollUntil(() => (receiver.arrived.length >= n ? true : null), {
    everyMs: 1,
    what: () => `${n} arrivals`,
  });
const untilStored = (n: number) =>
  fixture.until('all stored', `SELECT count(*) = $1 FROM delivery_log WHERE status = 'delivered'`, n);

// kill-steps.fault.test.ts kills at each of these steps separately, in every run.
test.runIf(tier === 'soak')(
  'killed after the commit, after the claim, after the POST and before the completion: every event arrives, duplicates bounded',
  async () => {
    await commit(EVENTS);
    // No worker runs at the commit; the first one dies as soon as it has a claim.
    const afterClaim = await processes.start();
    await fixture.until('a claim', 'SELECT bool_or(claim_id IS NOT NULL) FROM lanes');
    await kill(afterClaim);

    // The second one dies with unanswered POSTs in flight.
    const held: ServerResponse[] = [];
    for (const name of KEYS) receiver.answer(`/${name}`, (_arrived, response) => void held.push(response));
    await endLeases();
    const known = receiver.arrived.length;
    const afterPost = await processes.start();
    await untilArrived(known + 2 * 16);
    await kill(afterPost);

    // The next ones die when answers are sent.
    for (const name of KEYS) receiver.answer(`/${name}`, (_arrived, response) => response.end());
    for (let round = 1; round <= 2; round++) {
      await endLeases();
      const seen = receiver.arrived.length;
      const beforeCompletion = await processes.start();
      await untilArrived(Math.min(seen + 40 * round, seen + EVENTS));
      await kill(beforeCompletion);
    }

    await endLeases();
    await processes.start();
    await untilStored(EVENTS * KEYS.length);
    const sent = receiver.arrived.map(({ path, body }) => path + body.id);
    expect(new Set(sent).size).toBe(EVENTS * KEYS.length);
    const kills = 4;
    expect(sent.length - new Set(sent).size).toBeLessThanOrEqual(kills * KEYS.length * MAX_UNSTORED);
  },
  90_000,
);

test('a worker that is frozen past its lease and resumed changes nothing that its successor did', async () => {
  const held: ServerResponse[] = [];
  for (const name of KEYS) receiver.answer(`/${name}`, (_arrived, response) => void held.push(response));
  await commit(10);
  const frozen = await processes.start();
  await untilArrived(20);
  frozen.kill('SIGSTOP');
  for (const name of KEYS) receiver.answer(`/${name}`, (_arrived, response) => response.end());
  await endLeases();
  const successor = await processes.start();
  await untilStored(20);
  const [before] = await fixture.rows('SELECT count(*)::int AS attempts, max(at) AS last FROM attempts');
  for (const response of held) response.end();
  frozen.kill('SIGCONT');
  const gone = once(frozen, 'exit');
  frozen.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
  expect(await fixture.rows('SELECT count(*)::int AS attempts, max(at) AS last FROM attempts')).toEqual([before]);
  expect(before).toMatchObject({ attempts: 20 });
  expect(receiver.arrived).toHaveLength(40);
  await kill(successor);
}, 60_000);
