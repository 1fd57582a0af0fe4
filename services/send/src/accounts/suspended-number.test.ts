import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { cancelMessage, inHours } from '../../test/scheduled.ts';
import type { TestTenant } from '../../test/test-tenant.ts';

// docs/reference/sends.md#a-suspended-number
let system: OpenSend;
let tenant: TestTenant;
beforeAll(async () => {
  system = await openSend();
  tenant = await system.addTenant();
});
afterAll(() => system[Symbol.asyncDispose]());

const suspend = (since: Date | null) =>
  system.rows('UPDATE channel_accounts SET offline_since = $2 WHERE id = $1', tenant.wa, since);
const written = async (to: string) => {
  await tenant.customerWrote('wa', to, { at: new Date() });
  return { channel: 'wa', to, message: 'hi' } as const;
};

/** Waits until the message has this status, with the clock in a minute: a wait for the platform is over. */
async function becomes(messageId: string, status: string) {
  system.setNow(new Date(Date.now() + 60_000));
  try {
    return await pollUntil(
      async () => {
        const message = await tenant.lookUp(messageId);
        return message.status === status ? message : null;
      },
      { what: () => `${messageId} to be ${status}` },
    );
  } finally {
    system.setNow(null);
  }
}

test('a send of a suspended number is held, is charged once, and is sent when the number is online again', async () => {
  const send = await written('+4917000000001');
  const { balance } = await tenant.balance();
  await suspend(new Date());
  const held = await tenant.send(send);
  expect(held).toMatchObject({ ok: true, to: send.to, status: 'scheduled', sendAt: expect.any(String) });
  // The worker looked at one message, and postponed it without an attempt.
  await pollUntil(
    async () => {
      const [row] = await system.rows<{ due_at: Date; attempts: number }>(
        'SELECT due_at, attempts FROM scheduled_sends WHERE message_id = $1',
        held.messageId,
      );
      return row && row.due_at > new Date(held.sendAt ?? 0) ? row : null;
    },
    { what: () => 'the message to be postponed' },
  ).then(({ attempts }) => expect(attempts).toBe(0));
  expect(await system.accepted(send.to)).toEqual([]);
  await suspend(null);
  await becomes(held.messageId, 'sent');
  expect(await system.accepted(send.to)).toHaveLength(1);
  expect((await tenant.balance()).balance).toBe(balance - 1);
});

test('a held send can be cancelled, and a template is held as well', async () => {
  await suspend(new Date());
  const template = { name: 'hello_world', language: 'en_US' };
  const held = await tenant.send({ channel: 'wa', to: '+4917000000002', template });
  expect(held).toMatchObject({ status: 'scheduled' });
  await cancelMessage(system, tenant, held.messageId, 'wa');
  await suspend(null);
  expect((await tenant.lookUp(held.messageId)).status).toBe('failed');
});

test('a send outside of the window is refused at once, although the number is suspended', async () => {
  await suspend(new Date());
  await expect(tenant.send({ channel: 'wa', to: '+4917000000003', message: 'x' })).rejects.toMatchObject({
    code: 'no_existing_conversation',
  });
  await suspend(null);
});

test('a scheduled message waits for its number, and fails when the number is disconnected first', async () => {
  const send = await written('+4917000000004');
  const scheduled = await tenant.send({ ...send, sendAt: inHours(1 / 120).toISOString() });
  await suspend(new Date());
  system.setNow(new Date(Date.now() + 45_000));
  await system.rows(`UPDATE channel_accounts SET status = 'disconnected' WHERE id = $1`, tenant.wa);
  const failed = await becomes(scheduled.messageId, 'failed');
  expect(failed.error).toMatchObject({ code: 'not_connected' });
});
