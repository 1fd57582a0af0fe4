import { describe, expect, test } from 'vitest';
import type { System } from '../../../support/system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { expectSigned, webhookOf, webhooksOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

/** Adds a new bot to the sandbox. */
export async function makeBot(system: System): Promise<{ id: string; token: string; username: string }> {
  const id = uniqueDigits('7');
  const bot = { id, token: `${id}:${'A'.repeat(35)}`, username: `bot_${id}` };
  await system.sandbox.telegram.putBot({ token: bot.token, username: bot.username });
  return bot;
}

/** Connects a new Telegram bot to a tenant. */
export async function makeTelegramBot(system: System, tenant: TestTenant) {
  const bot = await makeBot(system);
  expect(await tenant.post('connect-telegram', { bot_token: bot.token })).toMatchObject({
    status: 200,
    body: { ok: true, channel: 'tg', status: 'connected', bot_username: bot.username },
  });
  return bot;
}

/** A tenant with a connected bot. */
export async function makeTelegramTenant(
  system: System,
): Promise<{ tenant: TestTenant; bot: Awaited<ReturnType<typeof makeBot>> }> {
  const tenant = await makeTenant(system, { connectWa: false });
  const bot = await makeTelegramBot(system, tenant);
  return { tenant, bot };
}

/** Telegram bots: connect, receive, send, disconnect (docs/reference/tg.md). */
export function telegramSuite(getSystem: GetSystem): void {
  describe('Telegram', () => {
    test('a connected bot receives and replies, and channel.connected comes once', async () => {
      const system = getSystem();
      const { tenant, bot } = await makeTelegramTenant(system);
      const connected = await webhookOf(tenant, 'channel.connected');
      expect(connected.body.data).toMatchObject({ channel: 'tg', id: bot.id, name: bot.username });
      expectSigned(connected, tenant.webhookSecret);

      const chat = uniqueDigits('5');
      await system.sandbox.channel('tg').customerWrites(chat, {
        account: bot.id,
        text: 'hi bot',
        name: 'Ada',
        username: 'ada',
      });
      const received = await webhookOf(tenant, 'message.received');
      expect(received.body.data).toMatchObject({
        channel: 'tg',
        from: chat,
        text: 'hi bot',
        account: { id: bot.id, number: null, label: bot.username },
        reply_until: null,
      });
      const sent = await tenant.post('send', { channel: 'tg', to: chat, message: 'hi Ada' });
      expect(sent).toMatchObject({ status: 200, body: { ok: true, channel: 'tg', to: chat } });
      const reported = await webhookOf(tenant, 'message.sent');
      expect(reported.body.data).toMatchObject({
        message_id: sent.body.message_id,
        conversation_id: received.body.data.conversation_id,
      });
      expect(await webhooksOf(tenant, 'channel.connected', 1)).toHaveLength(1);
    });

    test('tg has no receipts, so none is reported', async () => {
      const system = getSystem();
      const { tenant, bot } = await makeTelegramTenant(system);
      const chat = uniqueDigits('5');
      await system.sandbox.channel('tg').customerWrites(chat, { account: bot.id, text: 'hi' });
      await webhookOf(tenant, 'message.received');
      await tenant.post('send', { channel: 'tg', to: chat, message: 'one' });
      await webhookOf(tenant, 'message.sent');
      expect((await tenant.webhooks()).filter(({ body }) => body.event === 'message.status')).toEqual([]);
    });

    test('a bot of another tenant is 409 already_connected; the same tenant renews it without a second event', async () => {
      const system = getSystem();
      const { tenant, bot } = await makeTelegramTenant(system);
      const other = await makeTenant(system, { connectWa: false });
      expect(await other.post('connect-telegram', { bot_token: bot.token })).toMatchObject({
        status: 409,
        body: { error: 'already_connected' },
      });
      expect((await tenant.post('connect-telegram', { bot_token: bot.token })).status).toBe(200);
      const chat = uniqueDigits('5');
      await system.sandbox.channel('tg').customerWrites(chat, { account: bot.id, text: 'still here' });
      await webhookOf(tenant, 'message.received');
      expect(await webhooksOf(tenant, 'channel.connected', 1)).toHaveLength(1);
    });

    test('a disconnected bot fires channel.disconnected with reason api, and is not_connected afterwards', async () => {
      const system = getSystem();
      const { tenant, bot } = await makeTelegramTenant(system);
      expect(await tenant.post('disconnect-channel', { channel: 'tg', id: bot.id })).toMatchObject({
        status: 200,
        body: { ok: true, channel: 'tg', status: 'disconnected', also_disconnected: [] },
      });
      expect((await webhookOf(tenant, 'channel.disconnected')).body.data).toMatchObject({
        channel: 'tg',
        id: bot.id,
        reason: 'api',
      });
      expect(await tenant.post('disconnect-channel', { channel: 'tg', id: bot.id })).toMatchObject({
        status: 404,
        body: { error: 'not_connected' },
      });
      expect(await tenant.post('send', { channel: 'tg', to: '12345', message: 'x' })).toMatchObject({
        status: 404,
        body: { error: 'not_connected' },
      });
    });

    test('Telegram’s refusal is returned unchanged, and the credit is refunded', async () => {
      const system = getSystem();
      const { tenant } = await makeTelegramTenant(system);
      const refused = await tenant.post('send', { channel: 'tg', to: uniqueDigits('5'), message: 'cold' });
      expect(refused).toMatchObject({
        status: 502,
        body: { error: 'telegram_error', provider: { name: 'telegram', status: 403, code: 403 } },
      });
      expect(refused.body.message).toBe("Forbidden: bot can't initiate conversation with a user");
      expect((await tenant.get('status')).body.balance).toBe(10000);
    });
  });
}
