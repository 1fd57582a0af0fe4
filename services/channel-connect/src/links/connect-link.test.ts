import { createHash } from 'node:crypto';
import { connectLink } from '@parley/common/contracts/channels/connect-link';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER, type ConnectFlow, META_CALLBACK, openConnectFlow, RESULT_PAGE } from '../../test/connect-flow.ts';
import { PUBLIC_URL } from '../../test/open-channel-connect.ts';
import { makePage } from '../../test/stand-in-providers.ts';

let flow: ConnectFlow;
beforeAll(async () => {
  flow = await openConnectFlow();
});
afterAll(() => flow[Symbol.asyncDispose]());
afterEach(() => flow.setNow(null));

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const sha256 = (text: string) => createHash('sha256').update(text).digest();

describe('connect-link', () => {
  test('returns a Parley URL whose token is stored only as a hash', async () => {
    const tenant = await flow.makeTenant();
    const { output } = await flow.act(tenant, connectLink, { channel: 'fb', redirectUrl: RESULT_PAGE });
    expect(output).toEqual({
      ok: true,
      channel: 'fb',
      connectUrl: expect.stringMatching(/^https:\/\/parley\.example\/connect\/[\w-]{43}$/),
      redirectUrl: RESULT_PAGE,
    });
    const token = output.connectUrl.slice(`${PUBLIC_URL}/connect/`.length);
    const { rows } = await flow.database.db.query<{ token_hash: Buffer; valid: number }>({
      text: `SELECT token_hash, extract(epoch FROM expires_at - created_at)::int AS valid FROM connect_links
              WHERE tenant_id = $1`,
      values: [tenant.id],
    });
    expect(rows).toEqual([{ token_hash: sha256(token), valid: 1800 }]);
  });

  test.each([
    'http://127.0.0.1/done',
    'https:127.0.0.1/done',
    'https:\\\\127.0.0.1\\done',
    'https:///done',
    '/done',
    'done',
    '//127.0.0.1/done',
    'ftp://127.0.0.1/',
    'javascript:alert(1)',
    'https://user@127.0.0.1/',
    'https://user:password@127.0.0.1/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://2130706434.example.invalid/',
    'https://no-such-host.invalid/',
    'https://127.0.0.1/a b',
    ' https://127.0.0.1/',
    'https://127.0.0.1/\nx',
    'https://127.0.0.1/\u0000',
    'https://127.0.0.1/\ud800',
    `https://127.0.0.1/${'x'.repeat(2048)}`,
  ])('with redirect_url %j is bad_redirect_url', async (redirect_url) => {
    const tenant = await flow.makeTenant();
    await expect(flow.act(tenant, connectLink, { channel: 'fb', redirectUrl: redirect_url })).rejects.toMatchObject({
      code: 'bad_redirect_url',
    });
  });
});

describe('a link of the console', () => {
  test.each(['/console/channels', `${PUBLIC_URL}/console/channels`])(
    'with %s returns to the console',
    async (given) => {
      const tenant = await flow.makeTenant();
      const token = await flow.tokenOf(tenant, 'tt', given);
      expect(await flow.open(token)).toMatchObject({ ask: { returnHost: 'parley.example' } });
      const step = await flow.finish({ provider: 'tiktok', state: await flow.stateOf(token), error: 'access_denied' });
      expect(step).toEqual({ location: `${PUBLIC_URL}/console/channels?service_status=cancelled` });
    },
  );
});

describe('a link', () => {
  test('shows the tenant and the expiry; opening the page alone starts nothing', async () => {
    const tenant = await flow.makeTenant();
    const { name } = await flow.database.db.prisma.tenant.findUniqueOrThrow({ where: { id: tenant.id } });
    const token = await flow.tokenOf(tenant, 'tt', 'https://127.0.0.1:8443/done?shop=https://bank.example#x');
    const state = await flow.stateOf(token);
    for (let look = 0; look < 3; look++)
      expect(await flow.open(token)).toEqual({
        ask: { channel: 'tt', tenantName: name, returnHost: '127.0.0.1:8443' },
      });
    const { code } = flow.tiktok.authorize();
    const reported = flow.resultOf(await flow.finish({ provider: 'tiktok', state, code }));
    expect(reported).toMatchObject({ service_status: 'success' });
  });

  test('sends the browser to the dialog with a state and a browser secret that are stored only as hashes', async () => {
    const tenant = await flow.makeTenant();
    const token = await flow.tokenOf(tenant, 'ig');
    const step = await flow.begin(token);
    if (!('location' in step)) throw new Error('no dialog');
    const dialog = new URL(step.location);
    expect(dialog.origin + dialog.pathname).toBe(`${flow.sandbox.url}/v23.0/dialog/oauth`);
    expect(dialog.searchParams.get('redirect_uri')).toBe(META_CALLBACK);
    const state = dialog.searchParams.get('state') ?? '';
    expect(state).toMatch(/^[\w-]{43}$/);
    const { rows } = await flow.database.db.query<{ state_hash: Buffer; browser_hash: Buffer }>({
      text: `SELECT l.state_hash, s.browser_hash FROM connect_links l JOIN connect_states s ON s.link_id = l.id
              WHERE tenant_id = $1`,
      values: [tenant.id],
    });
    expect(rows).toEqual([{ state_hash: sha256(state), browser_hash: sha256(BROWSER) }]);
  });

  test('with an unknown token or state is a page with 404', async () => {
    expect(await flow.open('x'.repeat(43))).toMatchObject({ page: { status: 404 } });
    expect(await flow.begin('x'.repeat(43))).toMatchObject({ page: { status: 404 } });
    expect(await flow.finish({ state: 'x'.repeat(43), code: 'c' })).toMatchObject({ page: { status: 404 } });
  });

  test('that has expired reports that before and after the dialog, and connects nothing', async () => {
    const tenant = await flow.makeTenant();
    const token = await flow.tokenOf(tenant, 'fb');
    const state = await flow.stateOf(token);
    flow.setNow(later(31));
    const reported = { service_status: 'error', error: 'link_expired' };
    expect(flow.resultOf(await flow.open(token))).toEqual(reported);
    expect(flow.resultOf(await flow.begin(token))).toEqual(reported);
    const code = flow.pages.authorize([makePage()], META_CALLBACK);
    expect(flow.resultOf(await flow.finish({ state, code }))).toEqual(reported);
    expect(await flow.rowsOf(tenant)).toEqual([]);
  });

  test('of an inactive tenant connects nothing, before and after the dialog, and works once the tenant is active', async () => {
    const tenant = await flow.makeTenant();
    const token = await flow.tokenOf(tenant, 'fb');
    const state = await flow.stateOf(token);
    const set = (status: string) =>
      flow.database.db.prisma.tenant.update({ where: { id: tenant.id }, data: { status } });
    await set('inactive');
    const code = flow.pages.authorize([makePage()], META_CALLBACK);
    const reported = { service_status: 'error', error: 'tenant_inactive' };
    expect(flow.resultOf(await flow.open(token))).toEqual(reported);
    expect(flow.resultOf(await flow.begin(token))).toEqual(reported);
    expect(flow.resultOf(await flow.finish({ state, code }))).toEqual(reported);
    expect(await flow.rowsOf(tenant)).toEqual([]);
    await set('active');
    expect(flow.resultOf(await flow.finish({ state, code }))).toMatchObject({ service_status: 'success' });
  });

  test('opened again accepts only the state of the newest visit', async () => {
    const tenant = await flow.makeTenant();
    const token = await flow.tokenOf(tenant, 'fb');
    const first = await flow.stateOf(token);
    const second = await flow.stateOf(token);
    const code = flow.pages.authorize([makePage({ instagram: null })], META_CALLBACK);
    const stale = flow.resultOf(await flow.finish({ state: first, code }));
    expect(stale).toEqual({ service_status: 'error', error: 'state_mismatch' });
    expect(flow.resultOf(await flow.finish({ state: second, code }))).toMatchObject({ service_status: 'success' });
  });

  test('works once: its state, and then the link itself, are refused', async () => {
    const tenant = await flow.makeTenant();
    const token = await flow.tokenOf(tenant, 'fb');
    const state = await flow.stateOf(token);
    const page = makePage();
    await flow.finish({ state, code: flow.pages.authorize([page], META_CALLBACK) });
    const reported = { service_status: 'error', error: 'link_used' };
    const again = flow.pages.authorize([makePage()], META_CALLBACK);
    expect(flow.resultOf(await flow.finish({ state, code: again }))).toEqual(reported);
    expect(flow.resultOf(await flow.open(token))).toEqual(reported);
    expect(flow.resultOf(await flow.begin(token))).toEqual(reported);
    expect(await flow.rowsOf(tenant)).toHaveLength(2);
  });

  test.each([
    ['another browser', 'c'.repeat(43)],
    ['a browser that never saw Parley’s page', null],
  ])('whose dialog returns in %s connects nothing, and still works in its own browser', async (_what, browser) => {
    const tenant = await flow.makeTenant();
    const state = await flow.startOf(tenant, 'fb');
    const code = flow.pages.authorize([makePage()], META_CALLBACK);
    const reported = { service_status: 'error', error: 'other_browser' };
    expect(flow.resultOf(await flow.finish({ state, code, browser }))).toEqual(reported);
    expect(flow.resultOf(await flow.finish({ state, error: 'access_denied', browser }))).toEqual(reported);
    expect(await flow.rowsOf(tenant)).toEqual([]);
    expect(await flow.eventsOf(tenant)).toEqual([]);
    expect(flow.resultOf(await flow.finish({ state, code }))).toMatchObject({ service_status: 'success' });
  });

  test('opened in two browsers belongs to the later one', async () => {
    const tenant = await flow.makeTenant();
    const token = await flow.tokenOf(tenant, 'fb');
    const first = await flow.stateOf(token, 'c'.repeat(43));
    const second = await flow.stateOf(token);
    const code = flow.pages.authorize([makePage()], META_CALLBACK);
    const finish = async (state: string, browser: string) =>
      flow.resultOf(await flow.finish({ state, code, browser })).error;
    expect(await finish(first, 'c'.repeat(43))).toBe('state_mismatch');
    expect(await finish(second, 'c'.repeat(43))).toBe('other_browser');
    expect(await finish(second, BROWSER)).toBeUndefined();
  });

  test('whose visit has no browser secret can be opened again', async () => {
    const tenant = await flow.makeTenant();
    const state = await flow.startOf(tenant, 'fb');
    await flow.database.db.query({ text: 'UPDATE connect_states SET browser_hash = NULL' });
    const code = flow.pages.authorize([makePage()], META_CALLBACK);
    expect(flow.resultOf(await flow.finish({ state, code }))).toMatchObject({ error: 'other_browser' });
  });

  test('that the person cancels reports that, and can be opened again', async () => {
    const tenant = await flow.makeTenant();
    const token = await flow.tokenOf(tenant, 'fb');
    const state = await flow.stateOf(token);
    const cancelled = await flow.finish({ state, error: 'access_denied', error_reason: 'user_denied' });
    expect(cancelled).toEqual({ location: 'https://127.0.0.1:9/done?cart=1&service_status=cancelled#top' });
    const replayed = await flow.finish({ state, code: flow.pages.authorize([makePage()], META_CALLBACK) });
    expect(flow.resultOf(replayed)).toEqual({ service_status: 'error', error: 'state_mismatch' });
    const code = flow.pages.authorize([makePage()], META_CALLBACK);
    const done = await flow.finish({ state: await flow.stateOf(token), code });
    expect(flow.resultOf(done)).toMatchObject({ service_status: 'success', connected: '2' });
  });

  test.each([
    [{ error: 'server_error' }, 'provider_error'],
    [{}, 'provider_error'],
    [{ provider: 'tiktok' as const, code: 'c' }, 'state_mismatch'],
  ])('that returns with %j reports %s', async (answer, error) => {
    const tenant = await flow.makeTenant();
    const state = await flow.startOf(tenant, 'fb');
    expect(flow.resultOf(await flow.finish({ state, ...answer }))).toEqual({ service_status: 'error', error });
  });

  test('leads to Parley’s page when its redirect URL is no longer allowed', async () => {
    const tenant = await flow.makeTenant();
    const state = await flow.startOf(tenant, 'fb');
    await flow.database.db.query({
      text: `UPDATE connect_links SET redirect_url = 'https://10.0.0.1/' WHERE tenant_id = $1`,
      values: [tenant.id],
    });
    const code = flow.pages.authorize([makePage()], META_CALLBACK);
    expect(await flow.finish({ state, code })).toMatchObject({ page: { status: 200, title: 'Connected' } });
    expect(await flow.eventsOf(tenant)).toHaveLength(2);
  });

  test('with the same state used twice concurrently connects once', async () => {
    const tenant = await flow.makeTenant();
    const state = await flow.startOf(tenant, 'fb');
    const codes = [1, 2, 3].map(() => flow.pages.authorize([makePage()], META_CALLBACK));
    const results = await Promise.all(codes.map(async (code) => flow.resultOf(await flow.finish({ state, code }))));
    expect(results.filter(({ service_status }) => service_status === 'success')).toHaveLength(1);
    expect(await flow.rowsOf(tenant)).toHaveLength(2);
    expect(await flow.eventsOf(tenant)).toHaveLength(2);
  });
});
