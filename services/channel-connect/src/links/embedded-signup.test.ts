import { finishConnectLink } from '@parley/common/contracts/internal/connect-link';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  BROWSER,
  connected,
  errorOf,
  type Made,
  openSignupFlow,
  PIN,
  resultOf,
  type SignupFlow,
  withPin,
} from '../../test/signup-flow.ts';

// A number by Embedded Signup (docs/reference/channels.md#numbers-by-a-link), with the sandbox's Graph API.
let service: SignupFlow;
beforeAll(async () => {
  service = await openSignupFlow();
});
afterEach(() => service.setNow(null));
afterAll(() => service[Symbol.asyncDispose]());

test('the page gets the settings of the popup, and no secret', async () => {
  const { settings } = await service.openVisit(await service.makeTenant());
  expect(settings).toEqual({
    tenantName: expect.any(String),
    returnHost: '127.0.0.1:9',
    appId: 'demo-meta-app',
    configId: '1000000000000001',
    extras: '{"setup":{}}',
    version: 'v23.0',
    sdkUrl: `${service.sandbox.url}/en_US/sdk.js`,
    dialogOrigin: service.sandbox.url,
  });
});

describe('a number', () => {
  test('that is not registered is connected with a PIN: subscribed, registered once, with its name, token and event', async () => {
    const tenant = await service.makeTenant();
    const made = await service.makeNumber();
    const visit = await service.openVisit(tenant);
    const asked = await visit.send(
      await service.code([made], { wabaId: made.wabaId, phoneNumberId: made.phoneNumberId }),
    );
    expect(asked).toEqual({
      pin: {
        number: { id: made.phoneNumberId, number: expect.any(String), name: expect.stringContaining('Bakery') },
        problem: null,
      },
    });
    // Nothing is set up before the person has answered.
    expect((await service.look(made)).account.subscribed).toBe(false);
    expect(await service.rowOf(made)).toBeUndefined();

    expect(resultOf(await visit.send(withPin(PIN)))).toEqual(connected(made));
    const { account, number } = await service.look(made);
    expect(account.subscribed).toBe(true);
    expect(number).toMatchObject({ registered: true, pin: PIN });
    expect(number?.registeredAtMs).toHaveLength(1);
    const row = await service.rowOf(made);
    expect(row).toMatchObject({
      status: 'connected',
      wabaId: made.wabaId,
      number: `+${made.number}`,
      registerAttempts: 1,
    });
    expect(row?.name).toContain('Bakery');
    expect(service.openCredentials(row?.credentials)).toEqual({ access_token: account.grants?.[0]?.token });
    expect(Math.abs((row?.tokenExpiresAt?.getTime() ?? 0) - Date.now() - 5_184_000_000)).toBeLessThan(120_000);
    const events = await service.eventsOf(tenant);
    expect(events.map(({ type, data }) => [type, data.id])).toEqual([['channel.connected', made.phoneNumberId]]);
    expect(await service.jobs()).toEqual([]);
  });

  test('that is connected at the platform, or on the Business app, needs no PIN and is not registered', async () => {
    const tenant = await service.makeTenant();
    for (const facts of [{ registered: true }, { is_on_biz_app: true }]) {
      const made = await service.makeNumber(facts);
      const visit = await service.openVisit(tenant);
      expect(resultOf(await visit.send(await service.code([made])))).toEqual(connected(made));
      expect((await service.look(made)).number?.registeredAtMs).toBeUndefined();
      const asked = 'is_on_biz_app' in facts ? ['smb_app_state_sync', 'history'] : undefined;
      await expect.poll(async () => (await service.look(made)).number?.appDataAsked).toEqual(asked);
    }
  });

  test('among several is chosen by the person, the newest first; a named one is not asked for', async () => {
    const tenant = await service.makeTenant();
    const first = await service.makeNumber({ registered: true });
    const second = await service.makeNumber({ wabaId: first.wabaId, registered: true });
    const elsewhere = await service.makeNumber({ registered: true });
    const visit = await service.openVisit(tenant);
    const asked = await visit.send(await service.code([first, second]));
    if (!('choose' in asked)) throw new Error(JSON.stringify(asked));
    expect(asked.choose.map(({ id }) => id)).toEqual([first.phoneNumberId, second.phoneNumberId]);
    expect(errorOf(await visit.send(withPin(null, elsewhere.phoneNumberId)))).toBe('not_granted');
    expect(resultOf(await visit.send(withPin(null, second.phoneNumberId)))).toEqual(connected(second));
    expect(await service.rowOf(first)).toBeUndefined();

    const named = await service.openVisit(tenant);
    const claim = { wabaId: first.wabaId, phoneNumberId: first.phoneNumberId };
    expect(resultOf(await named.send(await service.code([first, second], claim)))).toEqual(connected(first));
  });

  test('is reconnected with a new token and without a second event; a token without an end has none', async () => {
    const tenant = await service.makeTenant();
    const made = await service.makeNumber({ registered: true });
    await (await service.openVisit(tenant)).send(await service.code([made]));
    const before = await service.rowOf(made);
    const again = await service.openVisit(tenant);
    expect(
      resultOf(await again.send(await service.code([made], { code: await service.codeFor([made], null) }))),
    ).toEqual(connected(made));
    const after = await service.rowOf(made);
    expect(after?.credentials).not.toBe(before?.credentials);
    expect(before?.tokenExpiresAt).not.toBeNull();
    expect(after?.tokenExpiresAt).toBeNull();
    expect(await service.eventsOf(tenant)).toHaveLength(1);
  });
});

describe('nothing is connected', () => {
  const expectNothing = async (tenant: TestTenant, made: Made) => {
    expect(
      await service.database.db.prisma.channelAccount.findMany({ where: { tenantId: tenant.id, status: 'connected' } }),
    ).toEqual([]);
    expect((await service.look(made)).account.subscribed).toBe(false);
    expect(await service.eventsOf(tenant)).toEqual([]);
  };

  test.each([
    [
      'another account is claimed',
      async (made: Made) => service.code([made], { wabaId: '102290129340398' }),
      'not_granted',
    ],
    [
      'another number is claimed',
      async (made: Made) => service.code([made], { phoneNumberId: '106540352242922' }),
      'not_granted',
    ],
    ['the code is invented', async (made: Made) => service.code([made], { code: 'AQinvented' }), 'provider_error'],
  ])('%s', async (_what, answer, error) => {
    const tenant = await service.makeTenant();
    const made = await service.makeNumber({ registered: true });
    expect(errorOf(await (await service.openVisit(tenant)).send(await answer(made)))).toBe(error);
    await expectNothing(tenant, made);
  });

  test('by a code that was used already, in another link', async () => {
    const [tenant, attacker] = [await service.makeTenant(), await service.makeTenant()];
    const made = await service.makeNumber();
    const answer = await service.code([made]);
    expect(await (await service.openVisit(tenant)).send(answer)).toMatchObject({ pin: {} });
    expect(errorOf(await (await service.openVisit(attacker)).send(answer))).toBe('provider_error');
    await expectNothing(attacker, made);
  });

  test('by an account without numbers, or without what messages need', async () => {
    const tenant = await service.makeTenant();
    const made = await service.makeNumber();
    const empty = { ...made, wabaId: `103${Date.now()}` };
    await service.driver.graph.whatsapp.putAccount({ waba_id: empty.wabaId, token: 'x' });
    expect(errorOf(await (await service.openVisit(tenant)).send(await service.code([empty])))).toBe('no_number');
    await expectNothing(tenant, made);
  });

  test('a number of another tenant, before its person is asked for a PIN', async () => {
    const [tenant, other] = [await service.makeTenant(), await service.makeTenant()];
    const made = await service.makeNumber({ registered: true });
    await (await service.openVisit(tenant)).send(await service.code([made]));
    expect(errorOf(await (await service.openVisit(other)).send(await service.code([made])))).toBe('already_connected');
    expect(await service.eventsOf(other)).toEqual([]);
    expect((await service.look(made)).account.subscribed).toBe(true);
  });

  test('in another browser, with an earlier state, by a second use, or by the redirect of a dialog', async () => {
    const tenant = await service.makeTenant();
    const made = await service.makeNumber();
    const visit = await service.openVisit(tenant);
    const answer = await service.code([made]);
    for (const browserSecret of ['c'.repeat(43), null])
      expect(errorOf(await visit.send(answer, { browserSecret }))).toBe('other_browser');
    const redirect = { provider: 'meta', state: visit.state, code: 'AQ', error: null, errorReason: null } as const;
    const finished = await service.operate(finishConnectLink, { ...redirect, browserSecret: BROWSER });
    expect(errorOf(finished)).toBe('state_mismatch');
    // A PIN without an authorization.
    expect(errorOf(await visit.send(withPin(PIN)))).toBe('state_mismatch');
    expect(await visit.send(answer)).toMatchObject({ pin: {} });
    expect(errorOf(await visit.send(answer))).toBe('state_mismatch');
    for (const browserSecret of ['c'.repeat(43), null])
      expect(errorOf(await visit.send(withPin(PIN), { browserSecret }))).toBe('other_browser');
    await visit.begin();
    // The newest visit has its own state; the authorization of the earlier one stays with the earlier one.
    expect(resultOf(await visit.send(withPin(PIN)))).toEqual(connected(made));
    expect(await visit.send(answer, { state: 'unknown' })).toMatchObject({ page: { status: 404 } });
  });

  test('after the person cancelled; the link works again', async () => {
    const tenant = await service.makeTenant();
    const made = await service.makeNumber({ registered: true });
    const visit = await service.openVisit(tenant);
    expect(resultOf(await visit.send({ kind: 'cancel' }))).toEqual({ service_status: 'cancelled' });
    await expectNothing(tenant, made);
    const { state } = await visit.begin();
    expect(resultOf(await visit.send(await service.code([made]), { state }))).toEqual(connected(made));
  });

  test('by a link that has ended', async () => {
    const tenant = await service.makeTenant();
    const made = await service.makeNumber();
    const visit = await service.openVisit(tenant);
    await visit.send(await service.code([made]));
    service.setNow(new Date(Date.now() + 31 * 60_000));
    expect(errorOf(await visit.send(withPin(PIN)))).toBe('link_expired');
    await expectNothing(tenant, made);
  });
});

test('an answer that was lost is given again: the state of a used link tells its own browser that it is connected', async () => {
  const tenant = await service.makeTenant();
  const made = await service.makeNumber({ registered: true });
  const visit = await service.openVisit(tenant);
  await visit.send(await service.code([made]));
  expect(resultOf(await visit.send(withPin(null)))).toEqual(connected(made));
  expect(errorOf(await visit.send(withPin(null), { browserSecret: 'c'.repeat(43) }))).toBe('link_used');
  // The token is not kept with the link.
  const links = await service.database.db.prisma.connectLink.findMany({ where: { tenantId: tenant.id } });
  const stored = service.cipher.decrypt(links[0]?.signup ?? '', 'connect_links.signup');
  expect(JSON.parse(stored)).toEqual({ connectedId: made.phoneNumberId });
});
