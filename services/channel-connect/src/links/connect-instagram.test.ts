import { connectLink } from '@parley/common/contracts/channels/connect-link';
import { disconnectChannel } from '@parley/common/contracts/channels/disconnect-channel';
import {
  beginConnectVisit,
  type ConnectWay,
  finishConnectLink,
  openConnectLink,
} from '@parley/common/contracts/internal/connect-link';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type OpenChannelConnect, openChannelConnect } from '../../test/open-channel-connect.ts';
import { holdAccounts } from '../connecting/hold.steps.ts';

// Connecting an Instagram account with its own login (docs/reference/ig.md#instagram-login), against the sandbox.
let service: OpenChannelConnect;
beforeAll(async () => {
  service = await openChannelConnect();
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(() => service.driver.graph.presetDialog({ declined_permissions: [] }));

const BROWSER = 'b'.repeat(43);
const REDIRECT = 'https://127.0.0.1:9/done';
let nextId = 17_841_400_000_100;
const newAccount = async () => {
  const id = String(nextId++);
  return service.driver.graph.putLogin({ user_id: id, username: `shop.${id}` });
};
type Account = Awaited<ReturnType<typeof newAccount>>;

async function newLink(tenant: TestTenant, given: { channel?: 'fb' | 'ig'; via?: ConnectWay } = {}): Promise<string> {
  const input = { channel: 'ig' as const, redirectUrl: REDIRECT, ...given };
  return (await service.act(tenant, connectLink, input)).output.connectUrl.split('/').at(-1) ?? '';
}

async function begin(token: string, via: ConnectWay = 'instagram', browserSecret = BROWSER): Promise<string> {
  const step = await service.operate(beginConnectVisit, { token, browserSecret, via });
  if (!('location' in step)) throw new Error('No dialog.');
  return step.location;
}

/** Answers a dialog as a browser does; returns the parameters with which it goes back. */
async function answer(dialog: string, fields: Record<string, string>): Promise<Record<string, string>> {
  const body = new URLSearchParams({ action: 'continue', ...fields });
  const answered = await fetch(dialog, { method: 'POST', redirect: 'manual', body });
  return Object.fromEntries(new URL(answered.headers.get('location') ?? 'http://none').searchParams);
}

const SCOPES = ['basic', 'manage_messages', 'manage_comments'].map((name) => `instagram_business_${name}`);
const choose = ({ app_scoped_id: account }: Account, scopes: readonly string[] = SCOPES) => ({
  account,
  ...Object.fromEntries(scopes.map((scope) => [`permission_${scope}`, 'on'])),
});

async function finish(
  { state = '', code, error, error_reason: errorReason }: Record<string, string>,
  more: { provider?: 'meta' | 'instagram'; browserSecret?: string | null } = {},
): Promise<Record<string, string>> {
  const step = await service.operate(finishConnectLink, {
    provider: 'instagram',
    state,
    code: code ?? null,
    error: error ?? null,
    errorReason: errorReason ?? null,
    browserSecret: BROWSER,
    ...more,
  });
  if (!('location' in step)) throw new Error(step.page.title);
  return Object.fromEntries(new URL(step.location).searchParams);
}

const walk = async (tenant: TestTenant, account: Account, scopes?: readonly string[]) =>
  finish(await answer(await begin(await newLink(tenant)), choose(account, scopes)));

const rowOf = async ({ user_id: id }: Account) => (await service.accountsAt('ig', id))[0];
const stateOf = ({ user_id: id }: Account) => service.driver.graph.putLogin({ user_id: id });
const noJobs = () =>
  pollUntil(async () => ((await service.database.db.prisma.removalJob.count()) === 0 ? true : null), {
    what: () => 'the end of the removal jobs',
  });
const connected = (id: string) => ({ service_status: 'success', channel: 'ig', connected: '1', ids: id });
const failed = (error: string) => ({ service_status: 'error', error });

describe('an account with its own login', () => {
  test('is connected under the id of the professional account, with both ids, its token’s end and its webhooks', async () => {
    const [tenant, account] = [await service.makeTenant(), await newAccount()];
    expect(await walk(tenant, account)).toEqual(connected(account.user_id));
    const row = await rowOf(account);
    expect(row).toMatchObject({ status: 'connected', name: account.username, linkedAccountId: null });
    expect(row?.authorizedBy).toBe(`instagram:${account.app_scoped_id}`);
    expect(service.openCredentials(row?.credentials)).toEqual({
      access_token: expect.stringMatching(/^IGAA/),
      app_scoped_id: account.app_scoped_id,
      expires_at: expect.any(String),
      comments: 'yes',
    });
    const token = await service.database.db.prisma.channelToken.findFirst({
      where: { channelAccountId: row?.id ?? 0 },
    });
    const leftDays = ((token?.dueAt.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(Math.round(leftDays)).toBe(50);
    expect((await stateOf(account)).subscribed_fields).toContain('comments');
    expect((await service.eventsOf(tenant)).map(({ type, data }) => [type, data.id])).toEqual([
      ['channel.connected', account.user_id],
    ]);
    expect(await service.database.db.prisma.removalJob.count()).toBe(0);
  });

  test('is disconnected with its webhooks', async () => {
    const [tenant, account] = [await service.makeTenant(), await newAccount()];
    await walk(tenant, account);
    await service.act(tenant, disconnectChannel, { channel: 'ig', id: account.user_id });
    await noJobs();
    expect((await stateOf(account)).subscribed_fields).toBeNull();
    expect(await rowOf(account)).toMatchObject({ status: 'disconnected', authorizedBy: null });
    expect(service.openCredentials((await rowOf(account))?.credentials)).toEqual({});
  });

  test('without the permission for comments is connected without their webhooks; without the one for messages it is not', async () => {
    const [tenant, account, other] = [await service.makeTenant(), await newAccount(), await newAccount()];
    expect(await walk(tenant, account, SCOPES.slice(0, 2))).toEqual(connected(account.user_id));
    expect((await stateOf(account)).subscribed_fields).not.toContain('comments');
    expect(await walk(tenant, other, SCOPES.slice(0, 1))).toEqual(failed('missing_permissions'));
    expect(await rowOf(other)).toBeUndefined();
  });

  test('a refused subscription connects nothing, and is undone', async () => {
    const [tenant, account] = [await service.makeTenant(), await newAccount()];
    await service.driver.graph.putLogin({ user_id: account.user_id, refused_fields: ['messages'] });
    expect(await walk(tenant, account)).toEqual(failed('provider_error'));
    await noJobs();
    expect(await rowOf(account)).toMatchObject({ status: 'disconnected' });
    expect(await service.eventsOf(tenant)).toEqual([]);
  });

  test('declined by the person: nothing is connected, and the link works again', async () => {
    const [tenant, account] = [await service.makeTenant(), await newAccount()];
    const token = await newLink(tenant);
    expect(await finish(await answer(await begin(token), { action: 'cancel' }))).toEqual({
      service_status: 'cancelled',
    });
    expect(await finish(await answer(await begin(token), choose(account)))).toEqual(connected(account.user_id));
  });
});

describe('an attack on a connect link', () => {
  test('a state of another browser, a used state and the callback of another provider connect nothing', async () => {
    const [tenant, account] = [await service.makeTenant(), await newAccount()];
    const token = await newLink(tenant);
    const given = await answer(await begin(token), choose(account));
    expect(await finish(given, { browserSecret: 'c'.repeat(43) })).toEqual(failed('other_browser'));
    expect(await finish(given, { browserSecret: null })).toEqual(failed('other_browser'));
    expect(await finish(given, { provider: 'meta' })).toEqual(failed('state_mismatch'));
    expect(await finish(given)).toEqual(connected(account.user_id));
    expect(await finish(given)).toEqual(failed('link_used'));
  });

  test('a code that was used, or that was given to a visit of another tenant, connects nothing', async () => {
    const [tenant, other, account] = [await service.makeTenant(), await service.makeTenant(), await newAccount()];
    const given = await answer(await begin(await newLink(tenant)), choose(account));
    expect(await finish(given)).toEqual(connected(account.user_id));
    const foreign = new URL(await begin(await newLink(other))).searchParams.get('state') ?? '';
    expect(await finish({ ...given, state: foreign })).toEqual(failed('provider_error'));
    expect(await service.eventsOf(other)).toEqual([]);
  });

  test('a second tenant cannot take an account, and the first one keeps its webhooks', async () => {
    const [tenant, other, account] = [await service.makeTenant(), await service.makeTenant(), await newAccount()];
    await walk(tenant, account);
    expect(await walk(other, account)).toEqual(failed('already_connected'));
    await noJobs();
    expect((await stateOf(account)).subscribed_fields).toContain('messages');
    expect((await service.accountsAt('ig', account.user_id)).map(({ tenantId }) => tenantId)).toEqual([tenant.id]);
  });
});

describe('an account of both logins is one account', () => {
  test('the newest login has it; the webhooks of its own login end when its page takes over', async () => {
    const [tenant, account] = [await service.makeTenant(), await newAccount()];
    const page = await service.driver.graph.putPage({ instagram: { id: account.user_id, username: account.username } });
    const viaPage = async () =>
      finish(await answer(await begin(await newLink(tenant), 'facebook'), {}), { provider: 'meta' });
    await service.driver.graph.presetDialog({ pages: [page.id] });
    expect(await viaPage()).toMatchObject({ service_status: 'success', connected: '2' });
    const first = await rowOf(account);
    expect(first?.linkedAccountId).not.toBeNull();

    expect(await walk(tenant, account)).toEqual(connected(account.user_id));
    const second = await rowOf(account);
    expect([second?.id, second?.linkedAccountId]).toEqual([first?.id, null]);
    expect(service.openCredentials(second?.credentials)).not.toHaveProperty('page_id');
    // The account no longer depends on its page.
    await service.act(tenant, disconnectChannel, { channel: 'fb', id: page.id });
    expect((await rowOf(account))?.status).toBe('connected');

    expect(await viaPage()).toMatchObject({ service_status: 'success' });
    await noJobs();
    expect((await stateOf(account)).subscribed_fields).toBeNull();
    const third = await rowOf(account);
    expect(service.openCredentials(third?.credentials)).toHaveProperty('page_id', page.id);
    expect(await service.database.db.prisma.channelToken.count({ where: { channelAccountId: third?.id ?? 0 } })).toBe(
      0,
    );
    await service.driver.graph.presetDialog({ pages: null });
  });
});

describe('a process that died while it was connecting an account', () => {
  const HOLD_MS = 120_000;
  const CALLBACK = 'https://parley.example/connect/callback/instagram';

  /** The steps of the process before it died: the account is reserved, and subscribed if it came that far. */
  async function die(tenant: TestTenant, account: Account, isSubscribed: boolean) {
    const { instagram } = service.otherProcess;
    const { code = '' } = await answer(await begin(await newLink(tenant)), choose(account));
    const short = await instagram.exchangeCode({ code, redirectUri: CALLBACK });
    const long = short.ok ? await instagram.exchangeForLongLived(short.value.accessToken) : short;
    if (!long.ok) throw new Error(long.failure.provider.message);
    const { accessToken } = long.value;
    const credentials = service.sealCredentials({
      access_token: accessToken,
      app_scoped_id: account.app_scoped_id,
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      comments: 'yes',
    });
    const granted = { channel: 'ig' as const, externalId: account.user_id, name: account.username, credentials };
    await holdAccounts(service.otherProcess, tenant.id, [granted], HOLD_MS);
    if (isSubscribed) await instagram.subscribe(accessToken, { comments: true });
  }

  test.each([
    ['before the subscription', false],
    ['after the subscription', true],
  ])('%s leaves nothing half connected, and another tenant can connect it', async (_, isSubscribed) => {
    const [tenant, other, account] = [await service.makeTenant(), await service.makeTenant(), await newAccount()];
    const now = new Date();
    service.setNow(now);
    await die(tenant, account, isSubscribed);
    expect(await walk(other, account)).toEqual(failed('already_connected'));
    service.setNow(new Date(now.getTime() + HOLD_MS + 1000));
    await noJobs();
    expect((await stateOf(account)).subscribed_fields).toBeNull();
    expect(await service.eventsOf(tenant)).toEqual([]);
    expect(await walk(other, account)).toEqual(connected(account.user_id));
    service.setNow(null);
    const rows = await service.accountsAt('ig', account.user_id);
    expect(rows.map(({ tenantId, status }) => [tenantId === other.id, status]).sort()).toEqual([
      [false, expect.stringMatching(/^(connecting|disconnected)$/)],
      [true, 'connected'],
    ]);
  });

  test('again leaves it connected as it was, with its webhooks', async () => {
    const [tenant, account] = [await service.makeTenant(), await newAccount()];
    await walk(tenant, account);
    const [before] = await service.accountsAt('ig', account.user_id);
    // The account stays as it is until the commit, which never came.
    const now = new Date();
    service.setNow(now);
    await die(tenant, account, true);
    service.setNow(new Date(now.getTime() + HOLD_MS + 1000));
    await noJobs();
    service.setNow(null);
    expect(await service.accountsAt('ig', account.user_id)).toEqual([before]);
    expect((await stateOf(account)).subscribed_fields).toContain('messages');
  });
});

describe('a link', () => {
  test('offers both logins, or the one that it was made with', async () => {
    const tenant = await service.makeTenant();
    const waysOf = async (via?: ConnectWay) => {
      const opened = await service.operate(openConnectLink, { token: await newLink(tenant, via ? { via } : {}) });
      return 'ask' in opened ? opened.ask.ways : null;
    };
    expect(await waysOf()).toEqual(['facebook', 'instagram']);
    expect(await waysOf('instagram')).toEqual(['instagram']);
    const dialog = await begin(await newLink(tenant, { via: 'instagram' }), 'facebook');
    expect(new URL(dialog).pathname).toBe('/instagram/oauth/authorize');
  });

  test('for another channel takes no login', async () => {
    const tenant = await service.makeTenant();
    await expect(newLink(tenant, { channel: 'fb', via: 'instagram' })).rejects.toMatchObject({ code: 'invalid_via' });
  });
});
