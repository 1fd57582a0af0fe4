import { channels } from '@parley/common/contracts/channels/channels';
import { connectTelegram } from '@parley/common/contracts/channels/connect-telegram';
import { disconnectChannel } from '@parley/common/contracts/channels/disconnect-channel';
import { removeTenantChannel } from '@parley/common/contracts/operator/tenant-channels';
import { makeTelegramClient } from '@parley/providers/telegram/telegram-client';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PUBLIC_URL } from '../../test/open-channel-connect.ts';
import { openWaNumbers, type WaNumbers } from '../../test/wa-numbers.ts';
import { holdAccounts } from '../connecting/hold.steps.ts';

// Webhooks and subscriptions of bots and numbers that were never committed are removed.
let service: WaNumbers;
beforeAll(async () => {
  service = await openWaNumbers();
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(async () => {
  await service.driver.clearFaults();
  service.setNow(null);
});

const HOLD_MS = 60_000;
const noJobs = () =>
  pollUntil(
    async () => {
      const { rowCount } = await service.database.db.query({ text: 'SELECT 1 FROM removal_jobs' });
      return rowCount === 0 ? true : null;
    },
    { what: () => 'no removal jobs' },
  );
const telegram = () => makeTelegramClient({ baseUrl: service.sandbox.url, timeoutMs: 5000 });
const urlOf = (botId: string) => `${PUBLIC_URL}/hooks/telegram/${botId}`;
/** The provider completes the call, and its answer is lost. */
const unheard = { mode: 'reset', after_accept: true } as const;

describe('a bot', () => {
  test('whose process died after setting the webhook loses the webhook, and is free for every tenant', async () => {
    const [tenant, other] = [await service.makeTenant(), await service.makeTenant()];
    const bot = await service.makeBot();
    const now = new Date();
    service.setNow(now);
    const credentials = service.sealCredentials({ bot_token: bot.token, callback_secret: 'of-the-dead' });
    const given = { channel: 'tg' as const, externalId: bot.id, name: 'shop_bot', credentials };
    await holdAccounts(service.otherProcess, tenant.id, [given], HOLD_MS);
    await telegram().setWebhook(bot.token, urlOf(bot.id), 'of-the-dead');
    service.setNow(new Date(now.getTime() + HOLD_MS + 1000));
    await noJobs();
    expect((await bot.look()).webhook).toBeNull();
    await service.act(other, connectTelegram, { botToken: bot.token });
    await noJobs();
    expect((await bot.look()).webhook).toMatchObject({ url: urlOf(bot.id) });
  });

  test('whose setWebhook got no answer is not connected, and its webhook is removed', async () => {
    const tenant = await service.makeTenant();
    const bot = await service.makeBot();
    await service.driver.telegram.failNext({ match: { method: 'setWebhook' }, ...unheard });
    await expect(service.act(tenant, connectTelegram, { botToken: bot.token })).rejects.toMatchObject({
      code: 'provider_timeout',
    });
    await noJobs();
    expect((await bot.look()).webhook).toBeNull();
    expect((await service.act(tenant, channels, {})).output.channels).toEqual([]);
  });

  test('that is already connected keeps its webhook when a renewal fails', async () => {
    const tenant = await service.makeTenant();
    const bot = await service.makeBot();
    await service.act(tenant, connectTelegram, { botToken: bot.token });
    await service.driver.telegram.failNext({ match: { method: 'setWebhook' }, ...unheard });
    await expect(service.act(tenant, connectTelegram, { botToken: bot.token })).rejects.toThrow();
    await noJobs();
    expect((await bot.look()).webhook).toMatchObject({ url: urlOf(bot.id) });
  });

  test('that is disconnected during its renewal keeps no webhook', async () => {
    const tenant = await service.makeTenant();
    const bot = await service.makeBot();
    await service.act(tenant, connectTelegram, { botToken: bot.token });
    await service.driver.telegram.failNext({ match: { method: 'setWebhook' }, mode: 'delay', delay_ms: 300 });
    const renewing = service.act(tenant, connectTelegram, { botToken: bot.token });
    const outcome = expect(renewing).rejects.toMatchObject({ code: 'service_unavailable' });
    await pollUntil(async () => ((await service.driver.armedFaults()).length === 0 ? true : null), {
      what: () => 'the renewal to reach Telegram',
    });
    await service.act(tenant, disconnectChannel, { channel: 'tg', id: bot.id });
    await outcome;
    await noJobs();
    expect((await bot.look()).webhook).toBeNull();
  });

  test('whose webhook belongs to another system now keeps it on disconnect', async () => {
    const tenant = await service.makeTenant();
    const bot = await service.makeBot();
    await service.act(tenant, connectTelegram, { botToken: bot.token });
    await telegram().setWebhook(bot.token, 'https://elsewhere.example/hook', 'of-another-system');
    await service.act(tenant, disconnectChannel, { channel: 'tg', id: bot.id });
    await noJobs();
    expect((await bot.look()).webhook).toMatchObject({ url: 'https://elsewhere.example/hook' });
  });
});

describe('a wa number', () => {
  const subscribed = async (wabaId: string) => (await service.driver.graph.whatsapp.account(wabaId)).subscribed;

  test('whose process died after subscribing leaves no subscription', async () => {
    const tenant = await service.makeTenant();
    const given = await service.makeNumber();
    const now = new Date();
    service.setNow(now);
    const number = {
      channel: 'wa' as const,
      externalId: given.phoneNumberId,
      name: 'Shop',
      number: `+${given.number}`,
      wabaId: given.wabaId,
      credentials: service.sealCredentials({ access_token: given.accessToken }),
    };
    await holdAccounts(service.otherProcess, tenant.id, [number], HOLD_MS);
    await service.driver.graph.whatsapp.putAccount({ waba_id: given.wabaId, subscribed: true });
    service.setNow(new Date(now.getTime() + HOLD_MS + 1000));
    await noJobs();
    expect(await subscribed(given.wabaId)).toBe(false);
  });

  test('whose subscription got no answer has none, unless another number of the account is connected', async () => {
    const tenant = await service.makeTenant();
    const given = await service.makeNumber();
    await service.driver.graph.whatsapp.failNext({ match: { path: 'subscribed_apps' }, ...unheard });
    await expect(service.connect(tenant, given)).rejects.toMatchObject({ code: 'provider_timeout' });
    await noJobs();
    expect(await subscribed(given.wabaId)).toBe(false);

    await service.connect(tenant, given);
    const second = { ...given, phone_number_id: `${given.phoneNumberId}9`, number: `${given.number}9` };
    await service.driver.graph.whatsapp.putAccount({ ...second, token: given.accessToken });
    await service.driver.graph.whatsapp.failNext({ match: { path: 'subscribed_apps' }, ...unheard });
    await expect(service.connect(tenant, second)).rejects.toMatchObject({ code: 'provider_timeout' });
    await noJobs();
    expect(await subscribed(given.wabaId)).toBe(true);
    await service.operate(removeTenantChannel, { slug: tenant.slug, channel: 'wa', id: given.phoneNumberId });
    await noJobs();
    expect(await subscribed(given.wabaId)).toBe(false);
  });
});
