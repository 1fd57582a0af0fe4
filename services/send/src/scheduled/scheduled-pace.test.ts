import { erasePerson, eraseTenantData } from '@parley/common/contracts/internal/erase-data';
import { cancelScheduledMessage, sendFromDashboard } from '@parley/common/contracts/operator/conversations';
import { makeTestBot } from '@parley/testing/factories/test-bot';
import { pollUntil } from '@parley/testing/poll-until';
import { makeSeededRandom } from '@parley/testing/seeded-random';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { inHours, later } from '../../test/scheduled.ts';
import type { TestTenant } from '../../test/test-tenant.ts';
import { sendDue } from './send-due.ts';
import { PROCESS_SLOTS } from './share-slots.rules.ts';

let system: OpenSend;
beforeAll(async () => {
  system = await openSend({ PARLEY_PLAN_LIMITS: 'scheduled=2500,small.scheduled=3' });
});
afterAll(() => system[Symbol.asyncDispose]());

const SEND_AT = inHours(1).toISOString();
const scheduled = (to: string) => later(to, { sendAt: SEND_AT });

/** Runs the duties with the clock at this moment until the condition holds; while `progress` changes, they are slow only. */
async function runUntil(
  at: Date,
  what: string,
  isReached: () => Promise<boolean>,
  progress: () => unknown = () => null,
): Promise<void> {
  system.setNow(at);
  try {
    await pollUntil(async () => ((await isReached()) ? true : null), { what: () => what, everyMs: 200, progress });
  } finally {
    system.setNow(null);
  }
}

/** Runs the duties with the clock at this moment until no message is scheduled or being sent. */
async function runUntilLeft(at: Date): Promise<void> {
  let left = 0;
  const haveLeft = async (): Promise<boolean> => {
    const open = await system.rows(`SELECT 1 FROM messages WHERE status IN ('scheduled', 'sending')`);
    left = open.length;
    return left === 0;
  };
  await runUntil(at, 'every message to leave', haveLeft, () => left);
}

describe('many messages that are due at once', () => {
  test('are sent once each, by several workers, and a tenant with one message waits for none of the others', {
    timeout: 120_000,
  }, async () => {
    const random = makeSeededRandom();
    console.log(`PARLEY_TEST_SEED=${random.seed}`);
    const shuffled = <T>(all: readonly T[]): T[] =>
      all
        .map((one) => ({ one, key: random.next() }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ one }) => one);
    const tenants = await Promise.all([1, 2, 3].map(() => system.addTenant({ balance: 5000 })));
    const small = await system.addTenant();
    const counts = [1500, 400, 99];
    const template = { name: 'order_update', language: 'en', variables: ['Ann', '7'] };
    // Sends of two accounts of each tenant.
    const sends = tenants.flatMap((tenant, index) =>
      Array.from({ length: counts[index] ?? 0 }, (_, nth) => {
        const to = `4917${index + 1}${String(nth).padStart(6, '0')}`;
        const input =
          nth % 3 === 0 ? scheduled(to) : { channel: 'wa' as const, to: `+${to}`, template, sendAt: SEND_AT };
        return { tenant, input };
      }),
    );
    const inAnyOrder = shuffled(sends);
    for (let from = 0; from < inAnyOrder.length; from += 100)
      await Promise.all(inAnyOrder.slice(from, from + 100).map(({ tenant, input }) => tenant.send(input)));
    await small.send(scheduled('999999'));

    // Two workers more, whose duties run here.
    const at = inHours(2);
    const others = [system.otherWorker(at), system.otherWorker(at)];
    let isOver = false;
    const loops = others.map(async (other) => {
      while (!isOver) {
        await sendDue(other);
        await other.runningSends.idle();
      }
    });
    await runUntilLeft(at).finally(() => {
      isOver = true;
    });
    await Promise.all(loops);

    expect(await system.rows('SELECT status, count(*)::int4 AS count FROM messages GROUP BY status')).toEqual([
      { status: 'sent', count: 2000 },
    ]);
    const events = await system.rows<{ tenant_id: number; id: string }>(
      `SELECT tenant_id, data::jsonb ->> 'message_id' AS id FROM events WHERE type = 'message.sent' ORDER BY seq`,
    );
    expect(events).toHaveLength(2000);
    expect(new Set(events.map(({ id }) => id)).size).toBe(2000);
    // Before more messages of others than all workers send at a time, twice.
    const place = events.findIndex(({ tenant_id }) => tenant_id === small.id);
    expect(place).toBeLessThan(6 * PROCESS_SLOTS);
    for (const { input } of inAnyOrder.slice(0, 50)) expect(await system.accepted(input.to)).toHaveLength(1);
    for (const [index, tenant] of tenants.entries()) {
      const left = 5000 - (counts[index] ?? 0);
      expect(await tenant.balance()).toEqual({ balance: left, ledger: left });
    }
    expect(await system.rows('SELECT * FROM scheduled_sends')).toEqual([]);
  });

  test('a rate limit pauses the account, and the message is sent after the delay', async () => {
    const tenant = await system.addTenant();
    const { messageId } = await tenant.send(scheduled('500'));
    await system.fault({ provider: 'tg', match: { to: '500' }, mode: 'rate_limit', retry_after: 30 });
    const tries = async () =>
      (
        await system.rows<{ attempts: number; due_at: Date }>(
          'SELECT attempts, due_at FROM scheduled_sends WHERE message_id = $1',
          messageId,
        )
      )[0];
    const at = inHours(2);
    await runUntil(at, 'the first try', async () => (await tries())?.attempts === 1);
    expect((await tries())?.due_at.getTime()).toBeGreaterThanOrEqual(at.getTime() + 30_000);
    expect(await tenant.lookUp(messageId)).toMatchObject({ status: 'scheduled', sendAt: SEND_AT });
    expect(await tenant.events()).toEqual([]);
    await tenant.send(scheduled('501'));
    // The other message is due, but the account is paused until this clock is 30 s further.
    const isPaused = system.otherWorker(at);
    isPaused.runningSends.pause(tenant.tg, new Date(at.getTime() + 30_000));
    await sendDue(isPaused);
    await isPaused.runningSends.idle();
    expect(await system.accepted('501')).toEqual([]);
    await runUntilLeft(new Date(at.getTime() + 60_000));
    expect(await system.accepted('500')).toHaveLength(1);
    expect(await system.accepted('501')).toHaveLength(1);
  });
});

describe('the plan', () => {
  test('limits the scheduled messages of a tenant', async () => {
    const tenant = await system.addTenant();
    await system.rows(`UPDATE tenants SET plan = 'small' WHERE id = $1`, tenant.id);
    await system.rows(
      `WITH m AS (
         INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text, happened_at)
         SELECT $1, 1, $2, 'tg', 'out', 'api', 'scheduled', '1', 'x', now() FROM generate_series(1, 3) RETURNING id)
       INSERT INTO scheduled_sends (message_id, tenant_id, channel_account_id, due_at) SELECT id, $1, $2, now() + interval '9 days' FROM m`,
      tenant.id,
      tenant.tg,
    );
    const before = await tenant.balance();
    await expect(tenant.send(scheduled('510'))).rejects.toMatchObject({
      code: 'plan_limit_reached',
      message: 'The plan small allows 3 scheduled messages.',
    });
    expect(await tenant.balance()).toEqual(before);
    await expect(tenant.send({ channel: 'tg', to: '510', message: 'now' })).resolves.toMatchObject({ ok: true });
    await system.rows('DELETE FROM messages WHERE tenant_id = $1', tenant.id);
  });
});

describe('an answer of the workspace', () => {
  const CONTEXT = { requestId: 'req_test' };

  async function scheduled(): Promise<{ tenant: TestTenant; id: number; messageId: string }> {
    const tenant = await system.addTenant();
    await makeTestBot(system.database.db, { tenantId: tenant.id });
    const id = await tenant.customerWrote('tg', '520');
    const input = { slug: tenant.slug, id, message: 'later', sendAt: SEND_AT };
    const answer = await system.bus.call(sendFromDashboard, input, CONTEXT);
    expect(answer).toMatchObject({ status: 'scheduled', sendAt: SEND_AT, conversationId: id });
    return { tenant, id, messageId: answer.messageId };
  }
  const botOf = (id: number) => system.database.db.prisma.conversation.findUniqueOrThrow({ where: { id } });

  test('pauses the bot when it is sent, not when it is scheduled', async () => {
    const { tenant, id, messageId } = await scheduled();
    expect(await botOf(id)).toMatchObject({ bot: 'on', botEpoch: 0 });
    await runUntilLeft(inHours(2));
    expect(await botOf(id)).toMatchObject({ bot: 'paused', botEpoch: 1 });
    expect(await tenant.lookUp(messageId)).toMatchObject({ status: 'sent', origin: 'dashboard' });
  });

  test('is cancelled in its conversation only', async () => {
    const { tenant, id, messageId } = await scheduled();
    const other = await tenant.customerWrote('tg', '521');
    const cancelIn = (conversation: number) =>
      system.bus.call(cancelScheduledMessage, { slug: tenant.slug, id: conversation, messageId }, CONTEXT);
    await expect(cancelIn(other)).rejects.toMatchObject({ code: 'unknown_message' });
    expect(await cancelIn(id)).toEqual({ messageId, status: 'cancelled' });
    expect(await tenant.balance()).toEqual({ balance: 1000, ledger: 1000 });
    expect(await botOf(id)).toMatchObject({ bot: 'on', botEpoch: 0 });
  });
});

describe('an erasure', () => {
  test.each(['person', 'tenant'] as const)(
    'of a %s cancels the scheduled messages first, with a refund',
    async (what) => {
      const tenant = await system.addTenant();
      const id = await tenant.customerWrote('tg', '530');
      await Promise.all(Array.from({ length: 60 }, () => tenant.send(scheduled('530'))));
      const elsewhere = await tenant.send(scheduled('531'));
      const person = {
        tenantId: tenant.id,
        channel: 'tg' as const,
        contactIds: [],
        addresses: ['530'],
        names: [],
        conversationIds: [id],
        messagesBefore: '1',
        eventsBefore: '1',
        foundAt: new Date().toISOString(),
        detachedAt: null,
      };
      const step = () =>
        what === 'person'
          ? system.bus.call(erasePerson.send, { person, cursor: null }, { requestId: 'req_test' })
          : system.bus.call(
              eraseTenantData.send,
              { tenantId: tenant.id, requestedAt: new Date().toISOString(), cursor: null },
              { requestId: 'req_test' },
            );
      while ((await step()).cursor !== null);
      const left = what === 'person' ? 1 : 0;
      expect((await system.rows('SELECT 1 FROM scheduled_sends WHERE tenant_id = $1', tenant.id)).length).toBe(left);
      expect(await tenant.balance()).toEqual({ balance: 1000 - left, ledger: 1000 - left });
      expect((await tenant.lookUp(elsewhere.messageId)).status).toBe(what === 'person' ? 'scheduled' : 'failed');
      await system.rows('DELETE FROM messages WHERE tenant_id = $1', tenant.id);
    },
  );
});
