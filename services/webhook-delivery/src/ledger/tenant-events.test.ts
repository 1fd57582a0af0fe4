import { liveEvents } from '@parley/common/contracts/console/live-events';
import { makeId } from '@parley/common/ids';
import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OpenDelivery, openDelivery, type Worker } from '../../test/open-delivery.ts';

const KEY = 'ins_ledger000001';
let fixture: OpenDelivery;
let worker: Worker;

beforeEach(async () => {
  fixture = await openDelivery();
  worker = await fixture.startWorker();
  // No receiver listens there: the outcome of deliveries does not matter here.
  await fixture.addKey(KEY, 'http://127.0.0.1:9/a');
});
afterEach(() => fixture[Symbol.asyncDispose]());

describe('the live events of a member’s tenant', () => {
  const follow = (after?: string | null, limit = 200) =>
    worker.callAsMember(fixture.tenantId, liveEvents, { after, limit });
  /** Any open transaction on the server holds the ledger back. */
  const followed = (ids: string[], after: string | null, limit?: number) =>
    pollUntil(
      async () => {
        const page = await follow(after, limit);
        return page.events.map(({ id }) => id).join() === ids.join() ? page : null;
      },
      { what: () => `the events ${ids.join()}` },
    );

  test('begin at the newest event, and continue with each new one, whatever keys are subscribed to', async () => {
    expect(await follow()).toEqual({ isStart: true, events: [], nextAfter: null, hasMore: false });
    await fixture.rows(`UPDATE api_keys SET events = '{}' WHERE instance_id = $1`, KEY);
    const [first = '', second = '', third = ''] = await fixture.commit({}, {}, {});
    const page = await followed([first, second], null, 2);
    expect(page).toMatchObject({ isStart: false, hasMore: true, nextAfter: second });
    expect(Object.keys(page.events[0] ?? {})).toEqual(['id', 'event', 'channel', 'conversationId', 'createdAt']);
    await followed([third], second);
    expect(await follow()).toMatchObject({ isStart: true, events: [], nextAfter: third });
  });

  test('start again where the event is unknown, or of another tenant', async () => {
    const [newest = ''] = await fixture.commit({});
    await followed([newest], null);
    expect(await follow(makeId('evt'))).toMatchObject({ isStart: true, nextAfter: newest });
    const { id: stranger } = await fixture.one<{ id: number }>(
      `INSERT INTO tenants (slug, name) VALUES ('b', 'B') RETURNING id`,
    );
    const others = { after: newest, limit: 10 };
    expect(await worker.callAsMember(stranger, liveEvents, others)).toMatchObject({ isStart: true, nextAfter: null });
  });
});
