import { channels } from '@parley/common/contracts/channels/channels';
import { connectTelegram } from '@parley/common/contracts/channels/connect-telegram';
import { templates } from '@parley/common/contracts/channels/templates';
import {
  connectWaNumber,
  listTenantChannels,
  removeTenantChannel,
} from '@parley/common/contracts/operator/tenant-channels';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type OpenChannelConnect, openChannelConnect, type TestTenant } from './open-channel-connect.ts';

const PURPOSE = 'channel_accounts.credentials';

let service: OpenChannelConnect;
beforeAll(async () => {
  service = await openChannelConnect();
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(() => {
  service.sandbox.state.faults.clear();
  service.setNow(new Date());
});

let next = 10_000_001;
/** A number that the sandbox knows, on a business account of its own. */
async function makeNumber(list: object[] = []) {
  const number = `1555${next}`;
  const given = { phone_number_id: `106${next}`, waba_id: `102${next}`, access_token: `token-${next}`, number };
  next++;
  await service.control('/accounts/wa', {
    waba_id: given.waba_id,
    token: given.access_token,
    phone_number_id: given.phone_number_id,
    number,
    subscribed: false,
    templates: list,
  });
  return given;
}
type Given = Awaited<ReturnType<typeof makeNumber>>;

const connect = (tenant: TestTenant, given: Given, label = 'Shop') =>
  service.operate(connectWaNumber, { slug: tenant.slug, ...given, label });
const rowsOf = (given: Given) =>
  service.database.db.prisma.channelAccount.findMany({ where: { channel: 'wa', externalId: given.phone_number_id } });
const fault = (mode: object) => service.control('/faults', { provider: 'wa', ...mode });

describe('connecting a wa number', () => {
  test('checks the token, subscribes the app, stores the token encrypted and tells channel.connected', async () => {
    const tenant = await service.makeTenant();
    const given = await makeNumber();
    const entry = await connect(tenant, { ...given, number: '+1 (555) 001-0000' });
    expect(entry).toEqual({
      channel: 'wa',
      id: given.phone_number_id,
      name: 'Shop',
      identifier: '+15550010000',
      status: 'connected',
      connected_at: entry.connected_at,
    });
    expect(service.sandbox.state.businessAccounts.get(given.waba_id)?.subscribed).toBe(true);
    const [row] = await rowsOf(given);
    expect(JSON.parse(service.cipher.decrypt(row?.credentials ?? '', PURPOSE))).toEqual({
      access_token: given.access_token,
    });
    expect(await service.eventsOf(tenant)).toEqual([
      {
        type: 'channel.connected',
        data: {
          channel: 'wa',
          id: given.phone_number_id,
          name: 'Shop',
          identifier: '+15550010000',
          connected_at: entry.connected_at,
        },
      },
    ]);
  });

  test('with a token that the provider refuses is graph_error with its own message, and leaves nothing', async () => {
    const tenant = await service.makeTenant();
    const given = await makeNumber();
    await expect(connect(tenant, { ...given, access_token: 'wrong' })).rejects.toMatchObject({
      code: 'graph_error',
      extras: { provider: { name: 'graph', code: 190 } },
    });
    expect(await rowsOf(given)).toEqual([]);
    expect(await service.eventsOf(tenant)).toEqual([]);
  });

  test('again renews token, label and number without a second event', async () => {
    const tenant = await service.makeTenant();
    const given = await makeNumber();
    const first = await connect(tenant, given);
    await service.control('/accounts/wa', { waba_id: given.waba_id, token: 'renewed' });
    const again = await connect(tenant, { ...given, access_token: 'renewed', number: '4915112345678' }, 'New label');
    expect(again).toEqual({ ...first, name: 'New label', identifier: '+4915112345678' });
    const [row, ...others] = await rowsOf(given);
    expect(others).toEqual([]);
    expect(service.cipher.decrypt(row?.credentials ?? '', PURPOSE)).toContain('renewed');
    expect(await service.eventsOf(tenant)).toHaveLength(1);
  });

  test('of another tenant is already_connected, also when both ask at once', async () => {
    const tenants = await Promise.all([1, 2, 3].map(() => service.makeTenant()));
    const given = await makeNumber();
    const outcomes = await Promise.allSettled(tenants.map((tenant) => connect(tenant, given)));
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(refusals).toEqual(['already_connected', 'already_connected']);
    expect((await rowsOf(given)).filter(({ status }) => status === 'connected')).toHaveLength(1);
  });

  test('of one tenant several times at once makes one row and one event', async () => {
    const tenant = await service.makeTenant();
    const given = await makeNumber();
    await Promise.all([1, 2, 3, 4].map(() => connect(tenant, given)));
    expect(await rowsOf(given)).toHaveLength(1);
    expect(await service.eventsOf(tenant)).toHaveLength(1);
  });

  test('with a number that is none is invalid_number; of an unknown tenant unknown_tenant', async () => {
    const tenant = await service.makeTenant();
    const given = await makeNumber();
    await expect(connect(tenant, { ...given, number: 'call me' })).rejects.toMatchObject({ code: 'invalid_number' });
    await expect(connect({ ...tenant, slug: 'nobody' }, given)).rejects.toMatchObject({ code: 'unknown_tenant' });
  });

  test('that the provider does not answer is provider_timeout', async () => {
    const tenant = await service.makeTenant();
    const given = await makeNumber();
    await fault({ match: { path: 'subscribed_apps' }, mode: 'hang' });
    await expect(connect(tenant, given)).rejects.toMatchObject({ code: 'provider_timeout' });
    expect((await connect(tenant, given)).status).toBe('connected');
  });
});

describe('removing a channel from the operator’s side', () => {
  test('tells channel.disconnected with reason dashboard, and the number goes on in the same row when it comes back', async () => {
    const tenant = await service.makeTenant();
    const given = await makeNumber();
    await connect(tenant, given);
    const [before] = await rowsOf(given);
    const key = { slug: tenant.slug, channel: 'wa' as const, id: given.phone_number_id };
    expect(await service.operate(removeTenantChannel, key)).toEqual({
      channel: 'wa',
      id: given.phone_number_id,
      status: 'disconnected',
      also_disconnected: [],
    });
    expect((await service.eventsOf(tenant)).at(-1)).toMatchObject({
      type: 'channel.disconnected',
      data: { id: given.phone_number_id, name: 'Shop', reason: 'dashboard' },
    });
    await expect(service.operate(removeTenantChannel, key)).rejects.toMatchObject({ code: 'not_connected' });
    await connect(tenant, given);
    expect((await rowsOf(given)).map(({ id }) => id)).toEqual([before?.id]);
    expect(await service.eventsOf(tenant)).toHaveLength(3);
  });

  test('is unknown_tenant or not_connected for what is not there', async () => {
    const tenant = await service.makeTenant();
    const other = await service.makeTenant();
    const given = await makeNumber();
    await connect(tenant, given);
    const key = { channel: 'wa' as const, id: given.phone_number_id };
    await expect(service.operate(removeTenantChannel, { slug: 'nobody', ...key })).rejects.toMatchObject({
      code: 'unknown_tenant',
    });
    await expect(service.operate(removeTenantChannel, { slug: other.slug, ...key })).rejects.toMatchObject({
      code: 'not_connected',
    });
  });
});

describe('lists of channels', () => {
  test('show what the key may use, and count each of its channels, zero included', async () => {
    const tenant = await service.makeTenant();
    const given = await makeNumber();
    const bot = await service.makeBot('listed_bot');
    await connect(tenant, given);
    await service.act(tenant, connectTelegram, { bot_token: bot.token });
    expect((await service.act(tenant, channels, {})).output).toEqual({
      ok: true,
      channels: [
        { channel: 'wa', id: given.phone_number_id, name: 'Shop', identifier: `+${given.number}`, status: 'connected' },
        { channel: 'tg', id: bot.id, name: 'listed_bot', status: 'connected' },
      ],
      counts: { wd: 0, wa: 1, tg: 1, fb: 0, ig: 0, tt: 0 },
    });
    const narrow = { ...tenant, caller: { ...tenant.caller, channels: ['tg' as const, 'fb' as const] } };
    expect((await service.act(narrow, channels, {})).output).toMatchObject({
      channels: [{ channel: 'tg' }],
      counts: { tg: 1, fb: 0 },
    });
    expect((await service.act(await service.makeTenant(), channels, {})).output.channels).toEqual([]);
  });

  test('of the operator are walked by cursor', async () => {
    const tenant = await service.makeTenant();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      const given = await makeNumber();
      await connect(tenant, given);
      ids.push(given.phone_number_id);
    }
    const first = await service.operate(listTenantChannels, { slug: tenant.slug, limit: 2 });
    const second = await service.operate(listTenantChannels, {
      slug: tenant.slug,
      limit: 2,
      cursor: first.next_cursor ?? '',
    });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(second.next_cursor).toBeNull();
    expect(first.items[0]).toHaveProperty('connected_at');
    await expect(service.operate(listTenantChannels, { slug: 'nobody', limit: 2 })).rejects.toMatchObject({
      code: 'unknown_tenant',
    });
  });
});

describe('templates', () => {
  test('follow the provider’s paging, with every field, and the approved names are kept for refusals', async () => {
    const tenant = await service.makeTenant();
    const many = Array.from({ length: 130 }, (_, n) => ({ name: `bulk_${n}`, body: 'Hi {{1}}, {{2}} and {{1}}' }));
    const given = await makeNumber([
      ...many,
      { name: 'waiting', status: 'PENDING', body: 'x' },
      { name: 'named', category: 'MARKETING', language: 'ar', body: 'مرحبا {{first_name}}' },
    ]);
    await connect(tenant, given);
    const { output } = await service.act(tenant, templates, {});
    expect(output.count).toBe(132);
    expect(output.templates).toContainEqual({
      name: 'bulk_129',
      language: 'en',
      status: 'APPROVED',
      category: 'UTILITY',
      body: 'Hi {{1}}, {{2}} and {{1}}',
      variables: 2,
    });
    expect(output.templates).toContainEqual({
      name: 'named',
      language: 'ar',
      status: 'APPROVED',
      category: 'MARKETING',
      body: 'مرحبا {{first_name}}',
      variables: 1,
    });
    const [row] = await rowsOf(given);
    const kept = await service.database.db.prisma.listedTemplates.findUniqueOrThrow({
      where: { channelAccountId: row?.id ?? 0 },
    });
    expect(new Set(kept.approvedNames)).toEqual(new Set([...many.map(({ name }) => name), 'named']));
  });

  test('are at most 60 s old, and asked for anew with a renewed token', async () => {
    const tenant = await service.makeTenant();
    const given = await makeNumber([{ name: 'one', body: 'x' }]);
    await connect(tenant, given);
    const countNow = async () => (await service.act(tenant, templates, {})).output.count;
    service.setNow(new Date('2030-01-01T00:00:00Z'));
    expect(await countNow()).toBe(1);
    await service.control('/accounts/wa', { waba_id: given.waba_id, templates: [{ name: 'two', body: 'x' }] });
    service.setNow(new Date('2030-01-01T00:00:59Z'));
    expect(await countNow()).toBe(1);
    service.setNow(new Date('2030-01-01T00:01:00Z'));
    expect(await countNow()).toBe(2);
    await service.control('/accounts/wa', {
      waba_id: given.waba_id,
      token: 'renewed',
      templates: [{ name: 'three', body: 'x' }],
    });
    await connect(tenant, { ...given, access_token: 'renewed' });
    expect(await countNow()).toBe(3);
  });

  test('come from the number that `from` names by id, number or label; from the first without it', async () => {
    const tenant = await service.makeTenant();
    const first = await makeNumber([{ name: 'of_first', body: 'x' }]);
    const second = await makeNumber([{ name: 'of_second', body: 'x' }]);
    await connect(tenant, first, 'First');
    await connect(tenant, second, 'Second');
    const namesFrom = async (from?: string) =>
      (await service.act(tenant, templates, from === undefined ? {} : { from })).output.templates.map((t) => t.name);
    expect(await namesFrom()).toEqual(['of_first']);
    for (const from of [second.phone_number_id, second.number, `+${second.number}`, 'Second'])
      expect(await namesFrom(from)).toEqual(['of_second']);
    await expect(namesFrom('Third')).rejects.toMatchObject({ code: 'invalid_from' });
  });

  test('without a connected number are not_connected', async () => {
    const tenant = await service.makeTenant();
    await expect(service.act(tenant, templates, {})).rejects.toMatchObject({ code: 'not_connected' });
    await expect(service.act(tenant, templates, { from: 'x' })).rejects.toMatchObject({ code: 'not_connected' });
  });

  test('pass the provider’s refusal on, and a failure is not kept', async () => {
    const tenant = await service.makeTenant();
    const given = await makeNumber([{ name: 'one', body: 'x' }]);
    await connect(tenant, given);
    await fault({ match: { path: 'message_templates' }, mode: 'error', code: 190 });
    await expect(service.act(tenant, templates, {})).rejects.toMatchObject({ code: 'graph_error' });
    await fault({ match: { path: 'message_templates' }, mode: 'hang' });
    await expect(service.act(tenant, templates, {})).rejects.toMatchObject({ code: 'provider_timeout' });
    expect((await service.act(tenant, templates, {})).output.count).toBe(1);
  });
});
