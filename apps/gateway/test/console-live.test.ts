import { liveEvents } from '@parley/common/contracts/console/live-events';
import { authenticateSession } from '@parley/common/contracts/internal/console-session';
import { sessionChanged } from '@parley/common/hints';
import { pollUntil } from '@parley/testing/poll-until';
import { describe, expect, test } from 'vitest';
import { openEventStream } from './event-stream.ts';
import { type Asking, headersOf, memberOf, openConsole, pathOf, TOKEN } from './open-console.ts';
import { answerContract, openGateway } from './open-gateway.ts';

const desk = openConsole();
const { sessions } = desk;

describe('live events', () => {
  const START = { event: 'message', data: { is_start: true, next_after: 'evt_of1000000000' } };
  const open = (asking: Asking = {}, input: object = {}) =>
    openEventStream(desk.gateway.url, pathOf(liveEvents.name, input), headersOf(asking, null));

  /** The first message that is no page: a stream may read one more page before it ends. */
  async function endOf(stream: Awaited<ReturnType<typeof open>>) {
    let message = await stream.next();
    while (message.event === 'message') message = await stream.next();
    return message;
  }

  test('continue after the last event that the browser saw, from its header or its input', async () => {
    sessions.set(TOKEN, memberOf('agent'));
    const fresh = await open();
    expect(await fresh.next()).toMatchObject(START);
    for (const stream of [
      await open({ headers: { 'last-event-id': 'evt_seen0000000000' } }),
      await open({}, { lastEventId: 'evt_seen0000000000' }),
    ]) {
      expect(await stream.next()).toMatchObject({
        id: desk.happened,
        data: { is_start: false, events: [{ id: desk.happened }] },
      });
      stream.close();
    }
    desk.happened = 'evt_happened000001';
    // It may have read the earlier event before this one happened.
    let message = await fresh.next();
    while (message.id === 'evt_happened000000') message = await fresh.next();
    expect(message).toMatchObject({ id: desk.happened });
    fresh.close();
  });

  test('end when the session ends or acts as another tenant', async () => {
    sessions.set(TOKEN, memberOf('operator'));
    const other = 'O'.repeat(43);
    sessions.set(other, memberOf('developer'));
    const [first, second] = [await open(), await open({ token: other })];
    await Promise.all([first.next(), second.next()]);
    sessions.set(TOKEN, memberOf('operator', { tenantId: 2, tenantSlug: 'other' }));
    sessions.delete(other);
    desk.gateway.carrier.publish(sessionChanged.topic, JSON.stringify({ sessionId: null }));
    const ended = [await endOf(first), await endOf(second)];
    expect(ended.map(({ data }) => data.data.error)).toEqual(['no_tenant_chosen', 'not_signed_in']);
  });

  test('are refused to a member with eight streams, and allowed again when a stream ends', async () => {
    sessions.set(TOKEN, memberOf('owner'));
    const streams = await Promise.all(Array.from({ length: 8 }, () => open()));
    for (const stream of streams) await stream.next();
    const refused = await open();
    expect((await refused.next()).data.data.error).toBe('rate_limited');
    streams.pop()?.close();
    await pollUntil(
      async () => {
        const stream = await open();
        const { event } = await stream.next();
        stream.close();
        return event === 'message' || null;
      },
      { what: () => 'a place' },
    );
    for (const stream of streams) stream.close();
  });

  test('end at once when the gateway closes, without ending the subscription: the browser reconnects', async () => {
    sessions.set(TOKEN, memberOf('owner'));
    const draining = await openGateway();
    answerContract(draining.carrier, authenticateSession, async () => ({
      member: memberOf('owner'),
      isTenantActive: true,
    }));
    answerContract(draining.carrier, liveEvents, async () => ({
      isStart: true,
      nextAfter: 'evt_of1000000000',
      events: [],
      hasMore: false,
    }));
    const stream = await openEventStream(draining.url, pathOf(liveEvents.name, {}), headersOf({}, null));
    await stream.next();
    await draining.stop();
    expect(await stream.next()).toEqual({ event: 'closed', data: null });
  });
});
