import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { cancelMessage, inHours, later } from '../../test/scheduled.ts';
import { makeStranger, type TestTenant } from '../../test/test-tenant.ts';

let system: OpenSend;
let tenant: TestTenant;
beforeAll(async () => {
  system = await openSend();
  tenant = await system.addTenant();
});
afterAll(() => system[Symbol.asyncDispose]());

const HOUR_MS = 3_600_000;

const cancel = (messageId: string, { channel, of = tenant }: { channel?: 'tg' | 'wa'; of?: TestTenant } = {}) =>
  cancelMessage(system, of, messageId, channel);

/** Waits until the message has left, or has failed, with the clock at this moment. */
async function leaveAt(at: Date, messageId: string, of: TestTenant = tenant) {
  system.setNow(at);
  try {
    return await pollUntil(
      async () => {
        const message = await of.lookUp(messageId);
        return ['scheduled', 'sending'].includes(message.status) ? null : message;
      },
      { what: () => 'the scheduled message to leave' },
    );
  } finally {
    system.setNow(null);
  }
}

describe('a scheduled message', () => {
  test('is answered with its id and time, is charged at once, and nothing is sent or reported before its time', async () => {
    const before = await tenant.balance();
    const sendAt = inHours(1).toISOString();
    const answer = await tenant.send(later('800', { sendAt }));
    expect(answer).toEqual({
      ok: true,
      messageId: expect.any(String),
      channel: 'tg',
      to: '800',
      status: 'scheduled',
      sendAt,
    });
    expect((await tenant.balance()).balance).toBe(before.balance - 1);
    expect(await tenant.lookUp(answer.messageId)).toMatchObject({
      status: 'scheduled',
      sendAt,
      sentAt: null,
      history: [],
    });
    expect(await system.accepted('800')).toEqual([]);
    expect(await tenant.events()).toEqual([]);
    await cancel(answer.messageId);
  });

  test('is sent once at its time, with message.sent', async () => {
    const { messageId } = await tenant.send(later('801'));
    const sent = await leaveAt(inHours(2), messageId);
    expect(sent).toMatchObject({ status: 'sent', origin: 'api' });
    expect(sent).not.toHaveProperty('sendAt');
    expect((await system.accepted('801')).map(({ text }) => text)).toEqual(['later']);
    const events = (await tenant.events('message.sent')).filter(({ data }) => data.message_id === messageId);
    expect(events).toHaveLength(1);
    expect(await system.rows('SELECT * FROM scheduled_sends')).toEqual([]);
  });

  test('is the same request as an immediate one: content, quoted message, file, template', async () => {
    const to = makeStranger();
    await tenant.customerWrote('wa', to);
    const quoted = await tenant.send({ channel: 'wa', to, message: 'first' });
    const mediaUrl = `${system.sandbox.url}/files/pixel.png`;
    const requests: Partial<Parameters<TestTenant['send']>[0]>[] = [
      { message: 'answer', replyTo: quoted.messageId },
      { message: 'see', mediaUrl, mediaType: 'document', filename: 'a.png' },
      { message: 'https://example.com', preview: false },
      { location: { latitude: 1.5, longitude: 2.5, name: 'Here' } as never },
      { message: 'choose', buttons: [{ id: 'a', title: 'A' }] as never },
      { template: { name: 'order_update', language: 'en', variables: ['Ann', '7'] } },
    ];
    /** The newest request to the platform, without what names the message. */
    const newest = async () => {
      const body = (await system.accepted(to)).at(-1)?.body;
      return { ...(body as object), biz_opaque_callback_data: null };
    };
    for (const request of requests) {
      await tenant.send({ channel: 'wa', to, ...request });
      const now = await newest();
      const { messageId } = await tenant.send({ channel: 'wa', to, ...request, sendAt: inHours(1).toISOString() });
      expect(await leaveAt(inHours(2), messageId)).toMatchObject({ status: 'sent' });
      expect(await newest()).toEqual(now);
      const { data } = (await tenant.events('message.sent')).at(-1) ?? {};
      expect(data).toMatchObject({ message_id: messageId });
    }
    expect(await system.accepted(to)).toHaveLength(1 + 2 * requests.length);
  });

  test('a template needs no window and returns its conversation', async () => {
    const to = makeStranger();
    const answer = await tenant.send({
      channel: 'wa',
      to,
      template: { name: 'order_update', language: 'en', variables: ['Ann', '7'] },
      sendAt: inHours(1).toISOString(),
    });
    expect(answer).toMatchObject({ status: 'scheduled', conversationId: expect.any(Number), template: 'order_update' });
    expect(answer).not.toHaveProperty('delivery');
    expect(await leaveAt(inHours(2), answer.messageId)).toMatchObject({ status: 'sent' });
  });

  test.each(['2020-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
    'send_at %s is refused, and nothing is charged',
    async (sendAt) => {
      const before = await tenant.balance();
      await expect(tenant.send(later('803', { sendAt }))).rejects.toMatchObject({ code: 'invalid_send_at' });
      expect(await tenant.balance()).toEqual(before);
    },
  );

  test('without credit it is refused at once', async () => {
    const poor = await system.addTenant({ balance: 0 });
    await expect(poor.send(later('804'))).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect(await poor.messages()).toEqual([]);
  });

  test('a repeat under its Idempotency-Key gets the same answer, before and after the message is sent', async () => {
    const input = later('805');
    const first = await tenant.sendWithMeta(input, { key: 's-1' });
    const again = await tenant.sendWithMeta(input, { key: 's-1' });
    expect(again).toEqual({ output: first.output, meta: { replayed: true } });
    await leaveAt(inHours(2), first.output.messageId);
    // Its time has passed by then.
    system.setNow(inHours(3));
    expect(await tenant.sendWithMeta(input, { key: 's-1' }).finally(() => system.setNow(null))).toEqual(again);
    expect(await system.accepted('805')).toHaveLength(1);
  });
});

describe('at its time', () => {
  const failedOf = async (messageId: string, of: TestTenant = tenant) =>
    (await of.events('message.status')).filter(({ data }) => data.message_id === messageId).map(({ data }) => data);

  async function expectFailure(messageId: string, code: string, before: { balance: number }, of: TestTenant = tenant) {
    expect(await leaveAt(inHours(2), messageId, of)).toMatchObject({ status: 'failed', error: { code } });
    expect(await failedOf(messageId, of)).toMatchObject([{ status: 'failed', error: { code } }]);
    const after = await of.balance();
    expect(after.balance).toBe(before.balance);
    expect(after.ledger).toBe(after.balance);
  }

  test('a closed window fails the message, with a refund', async () => {
    const to = makeStranger();
    await tenant.customerWrote('wa', to, { at: new Date(Date.now() - 23 * HOUR_MS) });
    const before = await tenant.balance();
    const { messageId } = await tenant.send({ channel: 'wa', to, message: 'hi', sendAt: inHours(1).toISOString() });
    await expectFailure(messageId, 'no_existing_conversation', before);
    expect(await system.accepted(to)).toEqual([]);
  });

  test('a window that was closed when it was scheduled may be open', async () => {
    const to = makeStranger();
    const { messageId } = await tenant.send({ channel: 'wa', to, message: 'hi', sendAt: inHours(1).toISOString() });
    await system.rows(
      'UPDATE conversations SET last_inbound_at = now() WHERE tenant_id = $1 AND peer = $2',
      tenant.id,
      to,
    );
    expect(await leaveAt(inHours(2), messageId)).toMatchObject({ status: 'sent' });
  });

  test('an account that is disconnected fails the message, and one that is connected again sends it', async () => {
    const other = await system.addTenant();
    const before = await other.balance();
    const { messageId } = await other.send(later('820'));
    await system.rows(`UPDATE channel_accounts SET status = 'disconnected' WHERE id = $1`, other.tg);
    await expectFailure(messageId, 'not_connected', before, other);
    await system.rows(`UPDATE channel_accounts SET status = 'connected' WHERE id = $1`, other.tg);
    const again = await other.send(later('821'));
    expect(await leaveAt(inHours(2), again.messageId, other)).toMatchObject({ status: 'sent' });
  });

  test('a suspended tenant fails the message', async () => {
    const other = await system.addTenant();
    const before = await other.balance();
    const { messageId } = await other.send(later('822'));
    await system.rows(`UPDATE tenants SET status = 'inactive' WHERE id = $1`, other.id);
    await expectFailure(messageId, 'insufficient_balance', before, other);
  });

  test('a quoted message that was taken back fails the message', async () => {
    await tenant.customerWrote('tg', '823');
    const quoted = await tenant.send({ channel: 'tg', to: '823', message: 'first' });
    const before = await tenant.balance();
    const { messageId } = await tenant.send(later('823', { replyTo: quoted.messageId }));
    await system.rows('UPDATE messages SET revoked_at = now() WHERE id = $1', quoted.messageId);
    await expectFailure(messageId, 'invalid_reply_to', before);
  });

  test('a refusal of the platform fails the message with its code', async () => {
    const before = await tenant.balance();
    const { messageId } = await tenant.send(later('824'));
    await system.fault({ provider: 'tg', match: { to: '824' }, mode: 'error', code: 403 });
    await expectFailure(messageId, 'telegram_error', before);
  });
});

describe('cancel-send', () => {
  test('ends the message, refunds it, and reports it; a repeat gets the same response', async () => {
    const before = await tenant.balance();
    const { messageId } = await tenant.send(later('830'));
    const cancelled = { ok: true, channel: 'tg', messageId, status: 'cancelled' };
    expect(await cancel(messageId)).toEqual(cancelled);
    expect(await cancel(messageId)).toEqual(cancelled);
    expect(await tenant.lookUp(messageId)).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
    expect(await tenant.balance()).toEqual(before);
    const events = (await tenant.events('message.status')).filter(({ data }) => data.message_id === messageId);
    expect(events.map(({ data }) => data)).toMatchObject([{ status: 'failed', error: { code: 'cancelled' } }]);
    system.setNow(inHours(2));
    await system.sweepAt(inHours(2));
    system.setNow(null);
    expect(await system.accepted('830')).toEqual([]);
  });

  test('is not_scheduled once the message is sent, and for an immediate one', async () => {
    const { messageId } = await tenant.send(later('831'));
    await leaveAt(inHours(2), messageId);
    await expect(cancel(messageId)).rejects.toMatchObject({ code: 'not_scheduled' });
    const sent = await tenant.send({ channel: 'tg', to: '831', message: 'now' });
    await expect(cancel(sent.messageId)).rejects.toMatchObject({ code: 'not_scheduled' });
  });

  test('is unknown_message for another tenant, another channel and no message', async () => {
    const other = await system.addTenant();
    const { messageId } = await tenant.send(later('832'));
    await expect(cancel(messageId, { of: other })).rejects.toMatchObject({ code: 'unknown_message' });
    await expect(cancel(messageId, { channel: 'wa' })).rejects.toMatchObject({ code: 'unknown_message' });
    await expect(cancel('999999999')).rejects.toMatchObject({ code: 'unknown_message' });
    expect(await tenant.lookUp(messageId)).toMatchObject({ status: 'scheduled' });
    await cancel(messageId);
  });

  test('20 cancellations at once refund once', async () => {
    const before = await tenant.balance();
    const { messageId } = await tenant.send(later('833'));
    const ended = await Promise.allSettled(Array.from({ length: 20 }, () => cancel(messageId)));
    expect(ended.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'fulfilled'));
    expect(await tenant.balance()).toEqual(before);
  });
});
