import { removeTenantChannel } from '@parley/common/contracts/operator/tenant-channels';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWaNumbers, type WaNumbers } from '../../test/wa-numbers.ts';

let service: WaNumbers;
beforeAll(async () => {
  service = await openWaNumbers();
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(async () => {
  await service.driver.clearFaults();
});

describe('connecting a wa number', () => {
  test('checks the token, subscribes the app, stores the token encrypted and fires channel.connected', async () => {
    const tenant = await service.makeTenant();
    const given = await service.makeNumber();
    const entry = await service.connect(tenant, { ...given, number: '+1 (555) 001-0000' });
    expect(entry).toEqual({
      accountId: expect.any(Number),
      channel: 'wa',
      id: given.phoneNumberId,
      name: 'Shop',
      identifier: '+15550010000',
      status: 'connected',
      connectedAt: entry.connectedAt,
    });
    expect((await service.driver.graph.whatsapp.account(given.wabaId)).subscribed).toBe(true);
    const [row] = await service.rowsOf(given);
    expect(service.openCredentials(row?.credentials)).toEqual({
      access_token: given.accessToken,
    });
    expect(await service.eventsOf(tenant)).toEqual([
      {
        type: 'channel.connected',
        data: {
          channel: 'wa',
          id: given.phoneNumberId,
          name: 'Shop',
          identifier: '+15550010000',
          connected_at: entry.connectedAt,
        },
      },
    ]);
  });

  test('with a token that the provider refuses is graph_error with the provider’s message, and stores nothing', async () => {
    const tenant = await service.makeTenant();
    const given = await service.makeNumber();
    await expect(service.connect(tenant, { ...given, accessToken: 'wrong' })).rejects.toMatchObject({
      code: 'graph_error',
      extras: { provider: { name: 'graph', code: 190 } },
    });
    expect(await service.rowsOf(given)).toEqual([]);
    expect(await service.eventsOf(tenant)).toEqual([]);
  });

  test('again renews token, label and number without a second event', async () => {
    const tenant = await service.makeTenant();
    const given = await service.makeNumber();
    const first = await service.connect(tenant, given);
    await service.driver.graph.whatsapp.putAccount({ waba_id: given.wabaId, token: 'renewed' });
    const again = await service.connect(
      tenant,
      { ...given, accessToken: 'renewed', number: '4915112345678' },
      'New label',
    );
    expect(again).toEqual({ ...first, name: 'New label', identifier: '+4915112345678' });
    const [row, ...others] = await service.rowsOf(given);
    expect(others).toEqual([]);
    expect(service.openCredentials(row?.credentials)).toEqual({ access_token: 'renewed' });
    expect(await service.eventsOf(tenant)).toHaveLength(1);
  });

  test('of another tenant is already_connected, even when both ask concurrently', async () => {
    const tenants = await Promise.all([1, 2, 3].map(() => service.makeTenant()));
    const given = await service.makeNumber();
    const outcomes = await Promise.allSettled(tenants.map((tenant) => service.connect(tenant, given)));
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(refusals).toEqual(['already_connected', 'already_connected']);
    expect((await service.rowsOf(given)).filter(({ status }) => status === 'connected')).toHaveLength(1);
  });

  test('of one tenant several times concurrently makes one row and one event', async () => {
    const tenant = await service.makeTenant();
    const given = await service.makeNumber();
    await Promise.all([1, 2, 3, 4].map(() => service.connect(tenant, given)));
    expect(await service.rowsOf(given)).toHaveLength(1);
    expect(await service.eventsOf(tenant)).toHaveLength(1);
  });

  test('with an invalid number is invalid_number, and for an unknown tenant unknown_tenant', async () => {
    const tenant = await service.makeTenant();
    const given = await service.makeNumber();
    await expect(service.connect(tenant, { ...given, number: 'call me' })).rejects.toMatchObject({
      code: 'invalid_number',
    });
    await expect(service.connect({ ...tenant, slug: 'nobody' }, given)).rejects.toMatchObject({
      code: 'unknown_tenant',
    });
  });

  test('that the provider does not answer is provider_timeout', async () => {
    const tenant = await service.makeTenant();
    const given = await service.makeNumber();
    await service.driver.graph.whatsapp.failNext({ match: { path: 'subscribed_apps' }, mode: 'hang' });
    await expect(service.connect(tenant, given)).rejects.toMatchObject({ code: 'provider_timeout' });
    expect((await service.connect(tenant, given)).status).toBe('connected');
  });
});

describe('removing a channel by the operator', () => {
  test('fires channel.disconnected with reason dashboard, and the number keeps its row when it is connected again', async () => {
    const tenant = await service.makeTenant();
    const given = await service.makeNumber();
    await service.connect(tenant, given);
    const [before] = await service.rowsOf(given);
    const key = { slug: tenant.slug, channel: 'wa' as const, id: given.phoneNumberId };
    expect(await service.operate(removeTenantChannel, key)).toEqual({
      channel: 'wa',
      id: given.phoneNumberId,
      status: 'disconnected',
      alsoDisconnected: [],
    });
    expect((await service.eventsOf(tenant)).at(-1)).toMatchObject({
      type: 'channel.disconnected',
      data: { id: given.phoneNumberId, name: 'Shop', reason: 'dashboard' },
    });
    await expect(service.operate(removeTenantChannel, key)).rejects.toMatchObject({ code: 'not_connected' });
    await service.connect(tenant, given);
    expect((await service.rowsOf(given)).map(({ id }) => id)).toEqual([before?.id]);
    expect(await service.eventsOf(tenant)).toHaveLength(3);
  });

  test('is unknown_tenant or not_connected for an unknown one', async () => {
    const tenant = await service.makeTenant();
    const other = await service.makeTenant();
    const given = await service.makeNumber();
    await service.connect(tenant, given);
    const key = { channel: 'wa' as const, id: given.phoneNumberId };
    await expect(service.operate(removeTenantChannel, { slug: 'nobody', ...key })).rejects.toMatchObject({
      code: 'unknown_tenant',
    });
    await expect(service.operate(removeTenantChannel, { slug: other.slug, ...key })).rejects.toMatchObject({
      code: 'not_connected',
    });
  });
});
