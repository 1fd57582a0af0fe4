import { type HostileReceiver, MISCHIEF, openHostileReceiver } from '@parley/testing/hostile/hostile-receiver';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDelivery, openDelivery } from '../../test/open-delivery.ts';
import { openReceiver, type Receiver } from '../../test/receiver.ts';

const EVENTS = 60;
const IN_FLIGHT_A_LANE = 16;
/** Maximum bytes in socket buffers of one machine plus bytes read. */
const MAX_TAKEN_BYTES = 16 * 1024 * 1024;
/** Receivers whose attempts last until the deadline. */
const SLOW = ['headers that drip', 'a body that drips'];

interface Hostile {
  kind: string;
  instanceId: string;
  receiver: HostileReceiver;
  statusCode: number | null;
}

let fixture: OpenDelivery;
let healthy: Receiver;
const hostiles: Hostile[] = [];
beforeAll(async () => {
  fixture = await openDelivery();
  healthy = await openReceiver();
  await fixture.addKey('ins_healthy', healthy.url('/healthy'));
  const kinds = [
    ...Object.entries(MISCHIEF).map(([kind, how]) => ({ kind, ...how, scheme: 'http' as const })),
    {
      kind: 'a plain port by https',
      answer: MISCHIEF['no HTTP']?.answer ?? (() => {}),
      statusCode: null,
      scheme: 'https' as const,
    },
  ];
  for (const [n, { kind, answer, statusCode, scheme }] of kinds.entries()) {
    const receiver = await openHostileReceiver(answer);
    const instanceId = `ins_hostile${n}`;
    await fixture.addKey(instanceId, receiver.url('/', scheme));
    hostiles.push({ kind, instanceId, receiver, statusCode });
  }
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await healthy[Symbol.asyncDispose]();
  for (const { receiver } of hostiles) await receiver[Symbol.asyncDispose]();
});

const attemptsOf = (instanceId: string) =>
  fixture.rows<{ status_code: number | null; error: string | null }>(
    'SELECT status_code, error FROM attempts WHERE instance_id = $1 ORDER BY at',
    instanceId,
  );

test('keeps delivering to a healthy receiver while hostile receivers hold connections open, and reads little of each', {
  timeout: 180_000,
}, async () => {
  const worker = await fixture.startWorker({
    // More than a busy machine needs for the healthy receiver's first ten.
    attemptTimeoutMs: 20_000,
    variables: { PARLEY_WEBHOOK_RETRY_SCHEDULE: '1,1,1,1,1,1' },
  });
  const slow = hostiles.filter(({ kind }) => SLOW.includes(kind));
  const ids: string[] = [];
  const deliverTen = async (): Promise<void> => {
    ids.push(...(await fixture.commit(...Array.from({ length: 10 }, () => ({})))));
    worker.hint('ins_healthy', ...hostiles.map(({ instanceId }) => instanceId));
    await pollUntil(() => (healthy.at('/healthy').length >= ids.length ? true : null), {
      what: () => `${healthy.at('/healthy').length} of ${ids.length} at the healthy receiver`,
    });
  };
  await deliverTen();
  // The attempts that began together with the healthy receiver's are still open. Later ones end at their deadline.
  for (const { kind, instanceId } of slow) expect(await attemptsOf(instanceId), kind).toEqual([]);
  while (ids.length < EVENTS) await deliverTen();
  expect(
    healthy
      .at('/healthy')
      .map(({ body }) => body.id)
      .toSorted(),
  ).toEqual(ids.toSorted());

  for (const { kind, instanceId, receiver, statusCode } of hostiles) {
    const [first] = await pollUntil(
      async () => {
        const attempts = await attemptsOf(instanceId);
        return attempts.length > 0 ? attempts : null;
      },
      { what: () => `an attempt at ${kind}` },
    );
    expect(first?.status_code, kind).toBe(statusCode);
    expect(first?.error === null, kind).toBe(statusCode !== null);
    // Twice one lane's share: the receiver has not seen the end of earlier connections yet.
    expect(receiver.sockets().most, kind).toBeLessThanOrEqual(2 * IN_FLIGHT_A_LANE);
    expect(receiver.mostTaken(), kind).toBeLessThan(MAX_TAKEN_BYTES);
  }
  await worker.close();
});
