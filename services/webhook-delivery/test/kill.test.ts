import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenDelivery, openDelivery } from './open-delivery.ts';
import { openReceiver, type Receiver } from './receiver.ts';

const KEYS = ['a', 'b'];
const EVENTS = 300;
/** What a lane may have sent and not stored. */
const MOST_UNSTORED = 64;

let house: OpenDelivery;
let receiver: Receiver;
const children: ChildProcess[] = [];

beforeEach(async () => {
  house = await openDelivery();
  receiver = await openReceiver();
  for (const name of KEYS) await house.addKey(`ins_${name}`, receiver.url(`/${name}`));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await house[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

async function startProcess(): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('worker-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=source', script], {
    env: {
      ...process.env,
      DATABASE_URL: house.database.url,
      PARLEY_ENCRYPTION_KEYS: house.encryptionKeys,
      PARLEY_EGRESS_ALLOW: '127.0.0.0/8',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  await once(child, 'message');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const endLeases = () =>
  house.rows(`UPDATE lanes SET lease_until = now() - interval '1 second' WHERE claim_id IS NOT NULL`);
const commit = (n: number) => house.commit(...Array.from({ length: n }, () => ({})));
const untilArrived = (n: number): Promise<true> =>
  pollUntil(() => (receiver.arrived.length >= n ? true : null), {
    deadlineMs: 20_000,
    everyMs: 1,
    what: () => `${n} arrivals`,
  });
const untilStored = (n: number) =>
  house.until('all stored', `SELECT count(*) = $1 FROM delivery_log WHERE status = 'delivered'`, n);

test('killed after the commit, after the claim, after the POST and before the completion: every event arrives, duplicates bounded', async () => {
  await commit(EVENTS);
  // Nothing ran when it was committed; the first dies as soon as it has a claim.
  const afterClaim = await startProcess();
  await house.until('a claim', 'SELECT bool_or(claim_id IS NOT NULL) FROM lanes');
  await kill(afterClaim);

  // The second dies with POSTs in flight that nobody has answered.
  const held: ServerResponse[] = [];
  for (const name of KEYS) receiver.answer(`/${name}`, (_arrived, response) => void held.push(response));
  await endLeases();
  const known = receiver.arrived.length;
  const afterPost = await startProcess();
  await untilArrived(known + 2 * 16);
  await kill(afterPost);

  // The next ones die the moment that answers went out.
  for (const name of KEYS) receiver.answer(`/${name}`, (_arrived, response) => response.end());
  for (let round = 1; round <= 2; round++) {
    await endLeases();
    const seen = receiver.arrived.length;
    const beforeCompletion = await startProcess();
    await untilArrived(Math.min(seen + 40 * round, seen + EVENTS));
    await kill(beforeCompletion);
  }

  await endLeases();
  await startProcess();
  await untilStored(EVENTS * KEYS.length);
  const sent = receiver.arrived.map(({ path, body }) => path + body.id);
  expect(new Set(sent).size).toBe(EVENTS * KEYS.length);
  const kills = 4;
  expect(sent.length - new Set(sent).size).toBeLessThanOrEqual(kills * KEYS.length * MOST_UNSTORED);
}, 90_000);

test('frozen until its lease has ended, then awake: it changes nothing that its successor did', async () => {
  const held: ServerResponse[] = [];
  for (const name of KEYS) receiver.answer(`/${name}`, (_arrived, response) => void held.push(response));
  await commit(10);
  const frozen = await startProcess();
  await untilArrived(20);
  frozen.kill('SIGSTOP');
  for (const name of KEYS) receiver.answer(`/${name}`, (_arrived, response) => response.end());
  await endLeases();
  const successor = await startProcess();
  await untilStored(20);
  const [before] = await house.rows('SELECT count(*)::int AS attempts, max(at) AS last FROM attempts');
  for (const response of held) response.end();
  frozen.kill('SIGCONT');
  const gone = once(frozen, 'exit');
  frozen.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
  expect(await house.rows('SELECT count(*)::int AS attempts, max(at) AS last FROM attempts')).toEqual([before]);
  expect(before).toMatchObject({ attempts: 20 });
  expect(receiver.arrived).toHaveLength(40);
  await kill(successor);
}, 60_000);
