import { createHash } from 'node:crypto';
import { channels } from '@parley/common/contracts/channels/channels';
import { connectTelegram } from '@parley/common/contracts/channels/connect-telegram';
import { disconnectChannel } from '@parley/common/contracts/channels/disconnect-channel';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type OpenChannelConnect, openChannelConnect } from '../../test/open-channel-connect.ts';

let service: OpenChannelConnect;
beforeAll(async () => {
  service = await openChannelConnect();
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(async () => {
  await service.driver.clearFaults();
});
const sha256 = (text: string) => createHash('sha256').update(text).digest();

describe('disconnecting a bot', () => {
  test('deletes its credentials, fires channel.disconnected, and then removes the webhook at Telegram', async () => {
    const tenant = await service.makeTenant();
    const bot = await service.makeBot('leaving_bot');
    await service.act(tenant, connectTelegram, { botToken: bot.token });
    expect((await service.act(tenant, disconnectChannel, { channel: 'tg', id: bot.id })).output).toEqual({
      ok: true,
      channel: 'tg',
      status: 'disconnected',
      alsoDisconnected: [],
    });
    const [row] = await service.accountsAt('tg', bot.id);
    expect(row).toMatchObject({ status: 'disconnected', disconnectReason: 'api', callbackSecretHash: null });
    expect(service.openCredentials(row?.credentials)).toEqual({});
    expect((await service.eventsOf(tenant)).at(-1)).toEqual({
      type: 'channel.disconnected',
      data: {
        channel: 'tg',
        id: bot.id,
        name: 'leaving_bot',
        reason: 'api',
        disconnected_at: row?.disconnectedAt?.toISOString(),
      },
    });
    await pollUntil(async () => ((await bot.look()).webhook === null ? true : null), {
      what: () => 'no webhook',
    });
  });

  test('works while Telegram is down, and removes the webhook later', async () => {
    const tenant = await service.makeTenant();
    const bot = await service.makeBot();
    await service.act(tenant, connectTelegram, { botToken: bot.token });
    await service.driver.telegram.failNext({ match: { method: 'deleteWebhook' }, mode: 'html502', times: 2 });
    await service.act(tenant, disconnectChannel, { channel: 'tg', id: bot.id });
    expect((await service.act(tenant, channels, {})).output.counts).toMatchObject({ tg: 0 });
    await pollUntil(async () => ((await bot.look()).webhook === null ? true : null), {
      what: () => 'no webhook',
    });
  });

  test('that is connected again before the webhook was removed keeps the new webhook', async () => {
    const tenant = await service.makeTenant();
    const bot = await service.makeBot();
    await service.act(tenant, connectTelegram, { botToken: bot.token });
    const [before] = await service.accountsAt('tg', bot.id);
    await service.driver.telegram.failNext({ match: { method: 'deleteWebhook' }, mode: 'html502', times: 1 });
    await service.act(tenant, disconnectChannel, { channel: 'tg', id: bot.id });
    await service.act(tenant, connectTelegram, { botToken: bot.token });
    await pollUntil(async () => ((await service.driver.armedFaults()).length === 0 ? true : null), {
      what: () => 'the first attempt',
    });
    const [row, ...others] = await service.accountsAt('tg', bot.id);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ id: before?.id, status: 'connected', disconnectedAt: null });
    expect(Buffer.from(row?.callbackSecretHash ?? [])).toEqual(sha256((await bot.look()).webhook?.secret_token ?? ''));
    expect((await service.eventsOf(tenant)).map(({ type }) => type)).toEqual([
      'channel.connected',
      'channel.disconnected',
      'channel.connected',
    ]);
  });

  test('is not_connected for an unknown, a disconnected or another tenant’s bot', async () => {
    const tenant = await service.makeTenant();
    const other = await service.makeTenant();
    const bot = await service.makeBot();
    await service.act(tenant, connectTelegram, { botToken: bot.token });
    const refused = { code: 'not_connected' };
    await expect(service.act(other, disconnectChannel, { channel: 'tg', id: bot.id })).rejects.toMatchObject(refused);
    for (const channel of ['fb', 'ig', 'tt'] as const)
      await expect(service.act(tenant, disconnectChannel, { channel, id: bot.id })).rejects.toMatchObject(refused);
    await service.act(tenant, disconnectChannel, { channel: 'tg', id: bot.id });
    await expect(service.act(tenant, disconnectChannel, { channel: 'tg', id: bot.id })).rejects.toMatchObject(refused);
    expect(await service.eventsOf(tenant)).toHaveLength(2);
  });

  test('frees the bot for another tenant', async () => {
    const tenant = await service.makeTenant();
    const other = await service.makeTenant();
    const bot = await service.makeBot();
    await service.act(tenant, connectTelegram, { botToken: bot.token });
    await service.act(tenant, disconnectChannel, { channel: 'tg', id: bot.id });
    await service.act(other, connectTelegram, { botToken: bot.token });
    const connected = (await service.accountsAt('tg', bot.id)).filter(({ status }) => status === 'connected');
    expect(connected.map(({ tenantId }) => tenantId)).toEqual([other.id]);
  });
});
