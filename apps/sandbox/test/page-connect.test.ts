import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { proveAppSecret } from '../src/providers/graph/wire/sign-webhook.ts';
import { IGSID, INSTAGRAM, openPage, PAGE, PAGE_TOKEN, PSID } from './open-page.ts';
import { fixture, shapeOf } from './open-sandbox.ts';

const REDIRECT = 'https://parley.example/connect/callback/meta?keep=1';
const SCOPES =
  'pages_show_list,pages_messaging,pages_manage_metadata,pages_read_engagement,pages_manage_engagement,pages_read_user_content,instagram_basic,instagram_manage_messages,instagram_manage_comments';
const APP_TOKEN = 'demo-meta-app|secret';
let clockMs = Date.parse('2026-03-01T12:00:00Z');
let box: Awaited<ReturnType<typeof openPage>>;
beforeEach(async () => {
  clockMs = Date.parse('2026-03-01T12:00:00Z');
  box = await openPage({ now: () => clockMs });
});
afterEach(() => box.close());

const dialogUrl = (more: Record<string, string> = {}) => {
  const fields = { client_id: 'demo-meta-app', redirect_uri: REDIRECT, state: 'st&1', scope: SCOPES, ...more };
  return `${box.sandbox.url}/v23.0/dialog/oauth?${new URLSearchParams({ response_type: 'code', ...fields })}`;
};
const press = (fields: Record<string, string>, more?: Record<string, string>) =>
  fetch(dialogUrl(more), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
const backFrom = (answer: Response) => new URL(answer.headers.get('location') ?? '');
const authorize = async (fields: Record<string, string> = { action: 'continue' }) =>
  backFrom(await press(fields)).searchParams.get('code') ?? '';
const exchange = (fields: Record<string, string>) =>
  box.call(
    'GET',
    `/v23.0/oauth/access_token?${new URLSearchParams({ client_id: 'demo-meta-app', client_secret: 'secret', ...fields })}`,
  );
const redeem = (code: string) => exchange({ code, redirect_uri: REDIRECT });
const lengthen = (token: string) => exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: token });
async function userToken(fields?: Record<string, string>): Promise<string> {
  const short = await redeem(await authorize(fields));
  return (await lengthen(short.body.access_token)).body.access_token;
}
const accounts = (token: string, query = '') => box.page('GET', `/me/accounts${query}`, undefined, token);
const inspect = (token: string, asking = APP_TOKEN) =>
  box.call('GET', `/v23.0/debug_token?${new URLSearchParams({ input_token: token, access_token: asking })}`);

it('shows the app to its own token only', async () => {
  const [id = ''] = APP_TOKEN.split('|');
  const ask = (token: string) => box.call('GET', `/v23.0/${id}?fields=id&access_token=${encodeURIComponent(token)}`);
  expect(await ask(APP_TOKEN)).toMatchObject({ status: 200, body: { id } });
  expect(await ask(`${id}|another-secret`)).toMatchObject({ status: 400, body: { error: { code: 190 } } });
});

describe('the authorization dialog', () => {
  it('shows the person’s pages and the requested permissions, with no external resources', async () => {
    await box.call('POST', '/sandbox/accounts/fb', { name: 'Café <script>' });
    const answer = await fetch(dialogUrl());
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page).toContain('id="continue"');
    expect(page).toContain('id="cancel"');
    expect(page).toContain(`name="page_${PAGE}"`);
    expect(page).toContain('name="permission_instagram_manage_messages"');
    expect(page).not.toContain('<script>');
    expect(page).not.toMatch(/(src|href)=/);
  });

  it('redirects back with code and state, and keeps the address’s own query', async () => {
    const answer = await press({ action: 'continue' });
    expect(answer.status).toBe(302);
    const back = backFrom(answer);
    expect(back.origin + back.pathname).toBe('https://parley.example/connect/callback/meta');
    expect(back.searchParams.get('keep')).toBe('1');
    expect(back.searchParams.get('state')).toBe('st&1');
    expect(back.searchParams.get('code')?.length).toBeGreaterThan(20);
    expect(back.hash).toBe('#_=_');
  });

  it('redirects back with the refusal of a person who cancels', async () => {
    const { searchParams } = backFrom(await press({ action: 'cancel' }));
    expect(Object.fromEntries(searchParams)).toMatchObject({
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'Permissions error',
      state: 'st&1',
    });
    expect(searchParams.has('code')).toBe(false);
  });

  it('completes automatically if it is preset', async () => {
    await box.call('PUT', '/sandbox/dialog', { answer: 'continue' });
    const answer = await fetch(dialogUrl(), { redirect: 'manual' });
    expect(backFrom(answer).searchParams.has('code')).toBe(true);
    await box.call('PUT', '/sandbox/dialog', { answer: 'cancel' });
    const refused = await fetch(dialogUrl(), { redirect: 'manual' });
    expect(backFrom(refused).searchParams.get('error')).toBe('access_denied');
  });

  it.each([
    ['another app', { client_id: '1' }],
    ['no state', { state: '' }],
    ['a redirect address that is none', { redirect_uri: 'javascript:alert(1)' }],
    ['a permission that does not exist', { scope: 'pages_read_minds' }],
    ['no permissions at all', { scope: '' }],
  ])('shows an error and never redirects for %s', async (_name, more) => {
    const answer = await fetch(dialogUrl(more), { redirect: 'manual' });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('text/html');
  });

  it('accepts a configuration in place of permissions', async () => {
    const url = dialogUrl({ scope: '', config_id: '77' });
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ action: 'continue' }),
      redirect: 'manual',
    });
    const short = await redeem(backFrom(answer).searchParams.get('code') ?? '');
    expect((await inspect(short.body.access_token)).body.data.scopes).toContain('business_management');
  });
});

describe('tokens', () => {
  it('are issued for a code once, within ten minutes, for exactly the same address', async () => {
    const code = await authorize();
    const other = await exchange({ code, redirect_uri: `${REDIRECT}&x=1` });
    expect(other.body.error).toMatchObject({ code: 100, error_subcode: 36008 });
    expect((await exchange({ code, redirect_uri: REDIRECT, client_secret: 'no' })).body.error.code).toBe(1);
    const first = await redeem(code);
    expect(shapeOf(first.body)).toEqual(shapeOf(fixture('fb/api-oauth-code-exchange')));
    expect((await redeem(code)).body.error).toMatchObject({ code: 100, type: 'OAuthException' });
    expect((await redeem('made-up')).body.error.code).toBe(100);
    const late = await authorize();
    clockMs += 10 * 60_000 + 1;
    expect((await redeem(late)).body.error.error_subcode).toBe(36007);
  });

  it('are exchanged for long-lived ones, and a short one expires', async () => {
    const short = await redeem(await authorize());
    const long = await lengthen(short.body.access_token);
    expect(shapeOf(long.body)).toEqual(shapeOf(fixture('fb/api-oauth-long-lived')));
    clockMs += 3 * 3_600_000;
    expect((await accounts(short.body.access_token)).body.error).toMatchObject({ code: 190, error_subcode: 463 });
    expect((await accounts(long.body.access_token)).status).toBe(200);
    expect((await lengthen(short.body.access_token)).body.error.code).toBe(190);
  });

  it('of a page do not expire if they come from a long-lived one, and expire with a short one', async () => {
    const short = (await redeem(await authorize())).body.access_token;
    const passing = (await accounts(short)).body.data[0].access_token;
    const lasting = (await accounts((await lengthen(short)).body.access_token)).body.data[0].access_token;
    clockMs += 3 * 3_600_000;
    expect((await box.page('GET', `/${PAGE}`, undefined, passing)).body.error.error_subcode).toBe(463);
    expect((await box.page('GET', `/${PAGE}`, undefined, lasting)).body.id).toBe(PAGE);
  });

  it('can be inspected: kind, permissions, and the chosen pages', async () => {
    await box.call('POST', '/sandbox/accounts/fb', { id: '1908000000777', name: 'Not granted' });
    const chosen = await userToken({
      action: 'continue',
      chosen: '1',
      [`page_${PAGE}`]: 'on',
      permission_pages_show_list: 'on',
      permission_pages_messaging: 'on',
      permission_instagram_basic: 'on',
    });
    const { data } = (await inspect(chosen)).body;
    expect(data).toMatchObject({ app_id: 'demo-meta-app', type: 'USER', is_valid: true });
    expect(data.scopes).toEqual(['pages_show_list', 'pages_messaging', 'instagram_basic']);
    expect(data.granular_scopes).toContainEqual({ scope: 'pages_messaging', target_ids: [PAGE] });
    expect(data.granular_scopes).toContainEqual({ scope: 'instagram_basic', target_ids: [INSTAGRAM] });
    const all = (await inspect(await userToken())).body.data;
    expect(all.granular_scopes).toContainEqual({ scope: 'pages_messaging' });
    expect((await inspect('made-up')).body.data).toMatchObject({ is_valid: false, scopes: [] });
    expect((await inspect(chosen, chosen)).body.error.code).toBe(100);
    expect((await inspect(PAGE_TOKEN)).body.data).toMatchObject({ type: 'PAGE', profile_id: PAGE, expires_at: 0 });
  });

  it('become invalid with the grant, and a new authorization issues new ones', async () => {
    const user = await userToken();
    await box.call('DELETE', '/sandbox/grants');
    expect((await accounts(user)).body.error).toMatchObject({ code: 190, error_subcode: 458 });
    const dead = await box.page('GET', `/${PAGE}`);
    expect(dead.body.error).toMatchObject({ code: 190, error_subcode: 458 });
    const renewed = (await accounts(await userToken())).body.data[0].access_token;
    expect(renewed).not.toBe(PAGE_TOKEN);
    expect((await box.page('GET', `/${PAGE}`, undefined, renewed)).status).toBe(200);
  });
});

describe('the pages of a person', () => {
  it('are listed in the documented shape, with the linked Instagram account', async () => {
    await box.call('POST', '/sandbox/accounts/fb', { name: 'No IG here', tasks: ['MODERATE'] });
    const fields =
      'id,name,category,tasks,access_token,instagram_business_account{id,username,name,profile_picture_url}';
    const { body } = await accounts(await userToken(), `?fields=${fields}&limit=100`);
    expect(shapeOf(body)).toEqual(shapeOf(fixture('fb/api-me-accounts-with-instagram')));
    expect(body.data[1]).not.toHaveProperty('instagram_business_account');
    expect(body.data[1].tasks).toEqual(['MODERATE']);
  });

  it('are paginated, with an absolute address for the next page', async () => {
    for (let i = 0; i < 4; i++) await box.call('POST', '/sandbox/accounts/fb', { name: `Page ${i}` });
    const token = await userToken();
    let path = '/me/accounts?limit=2';
    const names: string[] = [];
    const sizes: number[] = [];
    for (let more = true; more; ) {
      const { body } = await box.page('GET', path, undefined, token);
      sizes.push(body.data.length);
      names.push(...body.data.map((page: { name: string }) => page.name));
      more = body.paging?.next !== undefined;
      if (more) {
        expect(body.paging.next.startsWith(`${box.sandbox.url}/v23.0/`)).toBe(true);
        path = body.paging.next.replace(`${box.sandbox.url}/v23.0`, '');
      }
    }
    expect(sizes).toEqual([2, 2, 1]);
    expect(new Set(names).size).toBe(5);
  });

  it('are the granted ones, limited by the permissions', async () => {
    await box.call('PUT', '/sandbox/dialog', {
      pages: [],
      declined_permissions: ['pages_messaging', 'instagram_basic'],
    });
    expect((await accounts(await userToken())).body.data).toEqual([]);
    await box.call('PUT', '/sandbox/dialog', { pages: [PAGE] });
    const [page] = (await accounts(await userToken(), '?fields=id,access_token,instagram_business_account')).body.data;
    expect(page).not.toHaveProperty('instagram_business_account');
    await box.write('fb', { text: 'hi' });
    const send = { recipient: { id: PSID }, message: { text: 'x' } };
    const refused = await box.page('POST', `/${PAGE}/messages`, send, page.access_token);
    expect(refused.body.error).toMatchObject(errorOf('fb/api-error-permission-200'));
    await box.call('PUT', '/sandbox/dialog', { declined_permissions: ['pages_show_list'] });
    expect((await accounts(await userToken())).body.error.code).toBe(200);
  });
});

describe('a page', () => {
  it('is subscribed, read and unsubscribed with its own token; a second call replaces the fields', async () => {
    const subscribe = (fields: string) => box.page('POST', `/${PAGE}/subscribed_apps?subscribed_fields=${fields}`);
    expect((await subscribe('messages,feed')).body).toEqual(fixture('fb/api-success-true'));
    await subscribe('messages,message_echoes,feed');
    const { body } = await box.page('GET', `/${PAGE}/subscribed_apps`);
    expect(shapeOf(body)).toEqual(shapeOf(fixture('fb/api-subscribed-apps')));
    expect(body.data[0].subscribed_fields).toEqual(['messages', 'message_echoes', 'feed']);
    expect((await subscribe('carrier_pigeons')).body.error.code).toBe(100);
    const user = await userToken();
    const byUser = await box.page('POST', `/${PAGE}/subscribed_apps?subscribed_fields=feed`, undefined, user);
    expect(byUser.body.error.error_subcode).toBe(33);
    expect((await box.page('DELETE', `/${PAGE}/subscribed_apps`)).body).toEqual({ success: true });
    expect((await box.page('GET', `/${PAGE}/subscribed_apps`)).body).toEqual({ data: [] });
    expect((await box.write('fb', { text: 'hi' })).body.callbacks).toEqual([null]);
  });

  it('is returned with the requested fields, and with the app secret proof', async () => {
    const proof = proveAppSecret(PAGE_TOKEN, 'secret');
    const { body } = await box.page(
      'GET',
      `/${PAGE}?fields=name,instagram_business_account{id,username}&appsecret_proof=${proof}`,
    );
    expect(body).toEqual({
      id: PAGE,
      name: 'Demo Page',
      instagram_business_account: { id: INSTAGRAM, username: 'demo.page' },
    });
    expect((await box.page('GET', `/${INSTAGRAM}?fields=username,name`)).body).toMatchObject({ username: 'demo.page' });
    expect((await box.page('GET', `/${PAGE}?fields=shoe_size`)).body.error.code).toBe(100);
    expect((await box.page('GET', `/${PAGE}?appsecret_proof=00`)).body.error.code).toBe(100);
  });

  it('returns only the profiles of people who wrote to it', async () => {
    await box.write('fb', { text: 'hi', name: 'Peter Chang' });
    await box.write('ig', { text: 'hi', name: 'Jane Roe', username: 'jane' });
    const onMessenger = await box.page('GET', `/${PSID}?fields=first_name,last_name,profile_pic`);
    expect(shapeOf(onMessenger.body)).toEqual(shapeOf(fixture('fb/api-profile')));
    expect(onMessenger.body).toMatchObject({ first_name: 'Peter', last_name: 'Chang' });
    const fields = Object.keys(fixture('ig/api-user-profile')).join(',');
    const onInstagram = await box.page('GET', `/${IGSID}?fields=${fields}`);
    expect(shapeOf(onInstagram.body)).toEqual(shapeOf(fixture('ig/api-user-profile')));
    expect((await box.page('GET', '/99999')).body.error).toMatchObject({ code: 100, error_subcode: 33 });
    await box.call('PUT', '/sandbox/customers/ig/88888', { name: 'Silent' });
    expect((await box.page('GET', '/88888')).body.error).toMatchObject(errorOf('ig/api-error-user-consent-230'));
  });

  it('keeps the effect of a fault in the connecting flow: the provider did it, the caller cannot know', async () => {
    await box.call('POST', '/sandbox/faults', {
      provider: 'fb',
      mode: 'html502',
      match: { path: '/oauth/access_token' },
      after_accept: true,
    });
    const code = await authorize();
    expect((await redeem(code)).status).toBe(502);
    expect((await redeem(code)).body.error.code).toBe(100);
  });
});

function errorOf(path: string) {
  const { fbtrace_id: _, ...error } = fixture(path).error;
  return error;
}
