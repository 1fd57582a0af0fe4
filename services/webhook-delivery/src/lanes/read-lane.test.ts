import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDelivery, openDelivery } from '../../test/open-delivery.ts';
import { readLane } from './read-lane.steps.ts';

const CLAIM = 'clm_a';

let fixture: OpenDelivery;
let nextKey = 0;

beforeAll(async () => {
  fixture = await openDelivery();
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

/** A claimed lane with due deliveries of as many conversations; every second one must wait for a failed older one. */
async function addLane(count: number): Promise<{ instanceId: string; ids: string[] }> {
  const instanceId = `ins_read${++nextKey}`;
  await fixture.addKey(instanceId, 'http://127.0.0.1/never');
  await fixture.rows('UPDATE lanes SET claim_id = $1 WHERE instance_id = $2', CLAIM, instanceId);
  const [eventId = ''] = await fixture.commit({});
  const { seq } = await fixture.one<{ seq: string }>('SELECT seq FROM events WHERE id = $1', eventId);
  await fixture.rows('DELETE FROM deliveries');
  await fixture.rows(
    `INSERT INTO deliveries (instance_id, event_seq, order_key, first_failed_at, due_at)
     SELECT $1, $2, n, now(), now() + interval '1 hour' FROM generate_series(0, $3::int - 1) n WHERE n % 2 = 1`,
    instanceId,
    seq,
    count,
  );
  const due = await fixture.rows<{ id: string }>(
    `INSERT INTO deliveries (instance_id, event_seq, order_key)
     SELECT $1, $2, n FROM generate_series(0, $3::int - 1) n ORDER BY n RETURNING id`,
    instanceId,
    seq,
    count,
  );
  return { instanceId, ids: due.map(({ id }) => id) };
}

test.each<[string, number, number[], number, number[], boolean]>([
  ['an empty lane', 0, [], 2, [], false],
  ['fewer than asked for', 3, [], 9, [0, 2], false],
  ['past those that have to wait, until the page is full', 20, [], 4, [0, 2, 4, 6], true],
  ['past those that have to wait, until the end', 5, [], 4, [0, 2, 4], false],
  ['none that are already in hand', 9, [0, 2], 2, [4, 6], true],
])('reads %s', async (_, count, inHand, limit, expected, hasMore) => {
  const { instanceId, ids } = await addLane(count);
  const service = fixture.openService();
  const page = await readLane(
    service,
    { instanceId, claimId: CLAIM },
    inHand.map((n) => ids[n] ?? ''),
    limit,
  );
  expect(page.due.map(({ id }) => ids.indexOf(id))).toEqual(expected);
  expect(page.hasMore).toBe(hasMore);
});
