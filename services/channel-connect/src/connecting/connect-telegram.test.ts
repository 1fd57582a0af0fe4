import { createHash } from 'node:crypto';
import { channels } from '@parley/common/contracts/channels/channels';
import { connectTelegram } from '@parley/common/contracts/channels/connect-telegram';
import { deliveriesDue } from '@parley/common/hints';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type OpenChannelConnect, openChannelConnect, PUBLIC_URL } from '../../test/open-channel-connect.ts';

let service: OpenChannelConnect;
beforeAll(async () => {
  service = await openChannelConnect();
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(async () => {
  await service.driver.clearFaults();
});
const sha256 = (text: string) => createHash('sha256').update(text).digest();

describe('connecting a bot', () => {
  test('sets its webhook with a new secret and fires channel.connected', async () => {
    const tenant = await service.makeTenant();
    const bot = await service.makeBot('first_bot');
    const woken: string[] = [];
    const subscription = service.bus.onHint(deliveriesDue, ({ instanceIds }) => woken.push(...instanceIds));
    expect((await service.act(tenant, connectTelegram, { botToken: bot.token })).output).toEqual({
      ok: true,
      channel: 'tg',
      status: 'connected',
      botUsername: 'first_bot',
    });
    expect((await bot.look()).webhook?.url).toBe(`${PUBLIC_URL}/hooks/telegram/${bot.id}`);
    expect((await bot.look()).allowed_updates).toEqual([
      'message',
      'edited_message',
      'channel_post',
      'edited_channel_post',
      'callback_query',
      'message_reaction',
      'my_chat_member',
      'poll_answer',
      'business_connection',
      'business_message',
      'edited_business_message',
      'deleted_business_messages',
    ]);
    const [row] = await service.accountsAt('tg', bot.id);
    const secret = (await bot.look()).webhook?.secret_token ?? '';
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(row?.callbackSecretHash ?? [])).toEqual(sha256(secret));
    expect(service.openCredentials(row?.credentials)).toMatchObject({ bot_token: bot.token });
    expect(JSON.stringify(row)).not.toContain(bot.token);
    expect(await service.eventsOf(tenant)).toEqual([
      {
        type: 'channel.connected',
        data: {
          channel: 'tg',
          id: bot.id,
          name: 'first_bot',
          identifier: 'first_bot',
          connected_at: row?.connectedAt.toISOString(),
        },
      },
    ]);
    await pollUntil(() => (woken.includes(tenant.caller.instanceId) ? true : null), {
      what: () => 'the hint',
    });
    await subscription.drain();
  });

  test('again for the same tenant renews the token and keeps the secret without an event', async () => {
    const tenant = await service.makeTenant();
    const bot = await service.makeBot();
    await service.act(tenant, connectTelegram, { botToken: bot.token });
    const secret = (await bot.look()).webhook?.secret_token;
    const renewed = `${bot.id}:${'B'.repeat(35)}`;
    await service.driver.telegram.putBot({ token: renewed, username: 'renamed_bot' });
    await service.act(tenant, connectTelegram, { botToken: renewed });
    expect((await bot.look()).webhook?.secret_token).toBe(secret);
    const [row, ...others] = await service.accountsAt('tg', bot.id);
    expect(others).toEqual([]);
    expect(row?.name).toBe('renamed_bot');
    expect(service.openCredentials(row?.credentials)).toMatchObject({ bot_token: renewed });
    expect(await service.eventsOf(tenant)).toHaveLength(1);
  });

  test('of another tenant is already_connected, and its webhook stays unchanged', async () => {
    const owner = await service.makeTenant();
    const other = await service.makeTenant();
    const bot = await service.makeBot();
    await service.act(owner, connectTelegram, { botToken: bot.token });
    const before = (await bot.look()).webhook;
    await expect(service.act(other, connectTelegram, { botToken: bot.token })).rejects.toMatchObject({
      code: 'already_connected',
    });
    expect((await bot.look()).webhook).toEqual(before);
    expect(await service.accountsAt('tg', bot.id)).toHaveLength(1);
  });

  test('by several tenants concurrently: one gets it, and the webhook is its own', async () => {
    const tenants = await Promise.all([1, 2, 3, 4].map(() => service.makeTenant()));
    const bot = await service.makeBot();
    const outcomes = await Promise.allSettled(
      tenants.map((tenant) => service.act(tenant, connectTelegram, { botToken: bot.token })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const connected = (await service.accountsAt('tg', bot.id)).filter(({ status }) => status === 'connected');
    expect(connected).toHaveLength(1);
    expect(Buffer.from(connected[0]?.callbackSecretHash ?? [])).toEqual(
      sha256((await bot.look()).webhook?.secret_token ?? ''),
    );
  });

  test('by one tenant several times concurrently: one row, one event, and the secret that Telegram has', async () => {
    const tenant = await service.makeTenant();
    const bot = await service.makeBot();
    await Promise.all([1, 2, 3, 4].map(() => service.act(tenant, connectTelegram, { botToken: bot.token })));
    const [row, ...others] = await service.accountsAt('tg', bot.id);
    expect(others).toEqual([]);
    expect(Buffer.from(row?.callbackSecretHash ?? [])).toEqual(sha256((await bot.look()).webhook?.secret_token ?? ''));
    expect(await service.eventsOf(tenant)).toHaveLength(1);
  });

  test.each(['not a token', '1:short', `1:${'A'.repeat(34)}/../x`, `99:${'C'.repeat(35)}`])(
    'with the token %s is invalid_bot_token and leaves nothing',
    async (bot_token) => {
      const tenant = await service.makeTenant();
      await expect(service.act(tenant, connectTelegram, { botToken: bot_token })).rejects.toMatchObject({
        code: 'invalid_bot_token',
      });
      expect(await service.database.db.prisma.channelAccount.count({ where: { tenantId: tenant.id } })).toBe(0);
    },
  );

  test('returns Telegram’s refusal unchanged, and a repeat connects it', async () => {
    const tenant = await service.makeTenant();
    const bot = await service.makeBot();
    await service.driver.telegram.failNext({
      match: { method: 'setWebhook' },
      mode: 'error',
      code: 400,
      description: 'Bad Request: bad webhook',
    });
    await expect(service.act(tenant, connectTelegram, { botToken: bot.token })).rejects.toMatchObject({
      code: 'telegram_error',
      message: 'Bad Request: bad webhook',
      extras: { provider: { name: 'telegram', status: 400, code: 400 } },
    });
    expect(await service.eventsOf(tenant)).toEqual([]);
    expect((await service.act(tenant, channels, {})).output.channels).toEqual([]);
    await service.act(tenant, connectTelegram, { botToken: bot.token });
    expect(await service.eventsOf(tenant)).toHaveLength(1);
  });

  test('that Telegram does not answer is provider_timeout, and a refused renewal keeps the old connection', async () => {
    const tenant = await service.makeTenant();
    const bot = await service.makeBot();
    await service.driver.telegram.failNext({ match: { method: 'getMe' }, mode: 'hang' });
    await expect(service.act(tenant, connectTelegram, { botToken: bot.token })).rejects.toMatchObject({
      code: 'provider_timeout',
    });
    await service.act(tenant, connectTelegram, { botToken: bot.token });
    await service.driver.telegram.failNext({ match: { method: 'setWebhook' }, mode: 'hang' });
    await expect(service.act(tenant, connectTelegram, { botToken: bot.token })).rejects.toMatchObject({
      code: 'provider_timeout',
    });
    expect((await service.act(tenant, channels, {})).output.channels).toHaveLength(1);
  });

  test('waits out a short 429 of Telegram', async () => {
    const tenant = await service.makeTenant();
    const bot = await service.makeBot();
    await service.driver.telegram.failNext({ match: { method: 'setWebhook' }, mode: 'rate_limit', retry_after: 1 });
    expect((await service.act(tenant, connectTelegram, { botToken: bot.token })).output.status).toBe('connected');
  });

  test('can be repeated after a crash between hold and finish, also by another tenant once the hold has ended', async () => {
    const tenant = await service.makeTenant();
    const other = await service.makeTenant();
    const bot = await service.makeBot();
    // The state after a process died when Telegram had the webhook.
    const left = await service.database.db.prisma.channelAccount.create({
      data: {
        tenantId: tenant.id,
        channel: 'tg',
        externalId: bot.id,
        name: 'shop_bot',
        status: 'connecting',
        claimedUntil: new Date(Date.now() + 60_000),
        credentials: service.sealCredentials({ bot_token: bot.token, callback_secret: 'left-behind' }),
      },
    });
    await expect(service.act(other, connectTelegram, { botToken: bot.token })).rejects.toMatchObject({
      code: 'already_connected',
    });
    await service.act(tenant, connectTelegram, { botToken: bot.token });
    const [row, ...others] = await service.accountsAt('tg', bot.id);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ id: left.id, status: 'connected' });
    expect((await bot.look()).webhook?.secret_token).toBe('left-behind');
    expect(await service.eventsOf(tenant)).toHaveLength(1);

    const abandoned = await service.makeBot();
    await service.database.db.prisma.channelAccount.create({
      data: {
        tenantId: tenant.id,
        channel: 'tg',
        externalId: abandoned.id,
        name: 'shop_bot',
        status: 'connecting',
        claimedUntil: new Date(Date.now() - 1000),
        credentials: service.sealCredentials({ bot_token: abandoned.token, callback_secret: 'left-behind' }),
      },
    });
    expect((await service.act(other, connectTelegram, { botToken: abandoned.token })).output.status).toBe('connected');
    const ended = (await service.accountsAt('tg', abandoned.id)).find(({ tenantId }) => tenantId === tenant.id);
    expect(ended).toMatchObject({ status: 'disconnected', claimedUntil: null });
    // The token of an expired hold is deleted.
    expect(service.openCredentials(ended?.credentials)).toEqual({});
  });
});
