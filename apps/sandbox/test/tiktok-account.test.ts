import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixture, shapeOf } from './open-sandbox.ts';
import { APP, OPEN_ID, openTiktok, VIDEO } from './open-tiktok.ts';

const REDIRECT = 'https://p.example/connect/back?keep=1';
const SCOPES = ['user.info.basic', 'video.list', 'message.list.send'];
let nowMs = Date.parse('2026-09-19T12:00:00Z');
let box: Awaited<ReturnType<typeof openTiktok>>;
beforeEach(async () => {
  nowMs = Date.parse('2026-09-19T12:00:00Z');
  box = await openTiktok({ now: () => nowMs });
});
afterEach(() => box.close());

const question = (given: Record<string, string> = {}) =>
  new URLSearchParams({
    client_key: APP.id,
    response_type: 'code',
    scope: SCOPES.join(','),
    redirect_uri: REDIRECT,
    state: 'st/1+2',
    ...given,
  });
const look = (given?: Record<string, string>) =>
  fetch(`${box.sandbox.url}/v2/auth/authorize?${question(given)}`, { redirect: 'manual' });
const decide = async (fields: Record<string, string>) => {
  const response = await fetch(`${box.sandbox.url}/v2/auth/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...Object.fromEntries(question()), ...fields }),
  });
  return { status: response.status, to: new URL(response.headers.get('location') ?? 'http://none/') };
};
const codeFor = async () => (await decide({ action: 'continue' })).to.searchParams.get('code') ?? '';
const oauth = (path: string, body: Record<string, string>) =>
  box.call('POST', `/open_api/v1.3/tt_user/oauth2/${path}/`, {
    client_id: APP.id,
    client_secret: APP.secret,
    ...body,
  });
const exchange = (code: string, more: Record<string, string> = {}) =>
  oauth('token', { grant_type: 'authorization_code', auth_code: code, redirect_uri: REDIRECT, ...more });
const refresh = (token: string) => oauth('refresh_token', { grant_type: 'refresh_token', refresh_token: token });

describe('the authorization page of TikTok', () => {
  it('shows the account and the requested permissions, with a button to accept and one to decline', async () => {
    await box.control('POST', '/accounts/tt', { open_id: OPEN_ID, display_name: '<b>Shop</b> & "Co"' });
    const response = await look();
    const page = await response.text();
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(page).toMatch(/<button[^>]*id="continue"/);
    expect(page).toMatch(/<button[^>]*id="cancel"/);
    expect(page).toContain('@parley_demo');
    expect(page).not.toContain('<b>Shop');
    for (const scope of SCOPES) expect(page).toContain(`name="grant:${scope}" value="on" checked`);
    expect(page).not.toMatch(/<script|src=|https:\/\/[^p]/);
  });

  it.each([
    ['another app', { client_key: 'other' }],
    ['no code', { response_type: 'token' }],
    ['no way back', { redirect_uri: 'javascript:alert(1)' }],
    ['nothing', { scope: '' }],
  ])('answers a request for %s itself', async (_what, given) => {
    const response = await look(given);
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  });

  it('redirects back with a code, the ticked permissions and the state, and keeps the address', async () => {
    const { status, to } = await decide({
      action: 'continue',
      account: OPEN_ID,
      'grant:video.list': 'on',
      'grant:not.asked': 'on',
    });
    expect(status).toBe(302);
    expect(to.href.startsWith('https://p.example/connect/back?keep=1&')).toBe(true);
    expect(Object.fromEntries(to.searchParams)).toMatchObject({ state: 'st/1+2', scopes: 'video.list' });
    const { body } = await exchange(to.searchParams.get('code') ?? '');
    expect(body.data.scope).toBe('video.list');
  });

  it('redirects back with the refusal', async () => {
    const { to } = await decide({ action: 'cancel' });
    expect(Object.fromEntries(to.searchParams)).toMatchObject({ error: 'access_denied', state: 'st/1+2', keep: '1' });
    expect(to.searchParams.has('code')).toBe(false);
  });

  it('completes automatically as preset', async () => {
    await box.control('POST', '/accounts/tt', { open_id: 'other', display_name: 'Other' });
    await box.control('PUT', '/dialog/tt', { account: 'other', declined_scopes: ['video.list'], answer: 'continue' });
    const to = new URL((await look()).headers.get('location') ?? '');
    expect(to.searchParams.get('scopes')).toBe('user.info.basic,message.list.send');
    expect((await exchange(to.searchParams.get('code') ?? '')).body.data.open_id).toBe('other');
    await box.control('PUT', '/dialog/tt', { answer: 'cancel' });
    expect((await look()).headers.get('location')).toContain('error=access_denied');
  });
});

describe('tokens of the emulated TikTok', () => {
  it('are issued for a code, in the documented shape', async () => {
    const { status, body } = await exchange(await codeFor());
    expect([status, shapeOf(body)]).toEqual([200, shapeOf(fixture('tt/api-oauth-token-resp'))]);
    expect(body.data).toMatchObject({ open_id: OPEN_ID, expires_in: 86_400, scope: SCOPES.join(',') });
  });

  it('are issued once for a code, within ten minutes, for exactly the same address and only to the app', async () => {
    const code = await codeFor();
    expect((await exchange(code)).body.code).toBe(0);
    expect((await exchange(code)).body).toMatchObject({ code: 40002, message: 'Param auth_code is invalid.' });
    const late = await codeFor();
    nowMs += 10 * 60_000;
    expect((await exchange(late)).body.code).toBe(40002);
    const elsewhere = { redirect_uri: `${REDIRECT}&more=1` };
    expect((await exchange(await codeFor(), elsewhere)).body.message).toBe('Param redirect_uri is invalid.');
    expect((await exchange(await codeFor(), { client_secret: 'x' })).body.message).toBe(
      'Param client_secret is invalid.',
    );
  });

  it('are refreshed, and an old refresh token becomes invalid', async () => {
    const first = (await exchange(await codeFor())).body.data;
    const { body } = await refresh(first.refresh_token);
    expect(shapeOf(body)).toEqual(shapeOf(fixture('tt/api-oauth-refresh-resp')));
    expect(body.data.refresh_token).not.toBe(first.refresh_token);
    expect((await refresh(first.refresh_token)).body.code).toBe(40002);
    expect((await refresh(body.data.refresh_token)).body.code).toBe(0);
    await box.control('PUT', '/settings/tt', { rotate_refresh_token: false });
    const kept = (await exchange(await codeFor())).body.data.refresh_token;
    expect((await refresh(kept)).body.data.refresh_token).toBe(kept);
  });

  it('have the configured lifetime, and their renewal times are recorded', async () => {
    await box.control('PUT', '/settings/tt', { access_life_seconds: 12 });
    const short = (await exchange(await codeFor())).body.data;
    expect(short.expires_in).toBe(12);
    await box.control('PUT', '/settings/tt', { access_life_seconds: 86_400 });
    expect((await refresh(short.refresh_token)).body.data.expires_in).toBe(86_400);
    await refresh(short.refresh_token);
    nowMs += 1000;
    const { accounts } = (await box.control('GET', '/accounts/tt')).body;
    expect(accounts).toMatchObject([{ openId: OPEN_ID, tokenRefreshes: [nowMs - 1000] }]);
  });

  it('can be inspected', async () => {
    const info = (accessToken: string) =>
      box.call('POST', '/open_api/v1.3/tt_user/token_info/get/', { app_id: APP.id, access_token: accessToken });
    const { body } = await info(box.token);
    expect(shapeOf(body)).toEqual(shapeOf(fixture('tt/api-oauth-token-info-resp')));
    expect(body.data.creator_id).toBe(OPEN_ID);
    expect((await info('act.none')).body.code).toBe(40105);
  });

  it('expire after a day, and can be ended in every way', async () => {
    const business = (token: string) => box.get('/business/get/', { fields: '["username"]' }, token);
    const reported = async (token: string) => ({ ...(await business(token)).body, request_id: 0 });
    const error = (name: string) => ({ ...fixture(`tt/api-error-${name}`), request_id: 0 });
    const { access_token: token, refresh_token: kept } = await box.issue();
    expect((await reported(token)).code).toBe(0);
    nowMs += 86_400_000;
    expect(await reported(token)).toEqual(error('40102'));
    expect(await reported('act.none')).toEqual(error('40105'));
    expect(await reported('')).toEqual(error('40104'));
    expect((await refresh(kept)).body.code).toBe(0);

    const second = await box.issue();
    await box.control('POST', `/accounts/tt/${OPEN_ID}/tokens`, { state: 'expired' });
    expect(await reported(second.access_token)).toEqual(error('40102'));
    await box.control('POST', `/accounts/tt/${OPEN_ID}/tokens`, { state: 'refresh_expired' });
    expect((await refresh(second.refresh_token)).body.code).toBe(40102);
    const third = await box.issue();
    expect((await oauth('revoke', { access_token: third.access_token })).body).toMatchObject({ code: 0, data: {} });
    expect(await reported(third.access_token)).toEqual(error('40105'));
    expect((await refresh(third.refresh_token)).body.code).toBe(40002);
  });

  it('allow only what was granted, and only for their own account', async () => {
    const { access_token: token } = await box.issue(['video.list']);
    const error = { ...fixture('tt/api-error-40001'), request_id: 0 };
    expect({ ...(await box.get('/business/get/', {}, token)).body, request_id: 0 }).toEqual(error);
    expect((await box.get('/business/video/list/', {}, token)).body.code).toBe(0);
    expect((await box.get('/business/video/list/', { business_id: 'other' }, token)).body.code).toBe(40001);
  });
});

describe('the emulated account', () => {
  it('is returned in the documented shape, and needs the slash at the end', async () => {
    const fields = '["username","display_name","profile_image","is_business_account"]';
    const { body } = await box.get('/business/get/', { fields });
    expect(shapeOf(body)).toEqual(shapeOf(fixture('tt/api-business-get')));
    expect(body.data).toMatchObject({ username: 'parley_demo', display_name: 'Parley demo shop' });
    expect((await box.get('/business/get')).status).toBe(404);
    expect((await box.get('/business/get/', { fields: 'username' })).body.message).toBe('Param fields is invalid.');
  });

  it('lists its videos, newest first, page by page', async () => {
    const fields = '["item_id","create_time","caption","share_url","thumbnail_url","comments"]';
    const first = (await box.get('/business/video/list/', { fields, max_count: '1' })).body;
    const documented = shapeOf(fixture('tt/api-video-list')).filter((path) => !/likes|video_views/.test(path));
    expect(shapeOf(first)).toEqual(documented);
    expect(first.data).toMatchObject({ videos: [{ item_id: VIDEO }], has_more: true });
    const second = (await box.get('/business/video/list/', { fields, cursor: String(first.data.cursor) })).body;
    expect(second.data).toMatchObject({ videos: [{ item_id: '7300000000000000001' }], has_more: false });
    await box.control('POST', `/accounts/tt/${OPEN_ID}/videos`, { id: '7300000000000000009' });
    const now = (await box.get('/business/video/list/', { fields })).body.data.videos;
    expect(now.map((video: { item_id: string }) => video.item_id)).toContain('7300000000000000009');
  });

  it('is restored by a reset', async () => {
    await box.control('POST', '/accounts/tt', { open_id: 'x' });
    await box.control('POST', '/reset');
    const { accounts } = (await box.control('GET', '/accounts/tt')).body;
    expect(accounts.map(({ openId }: { openId: string }) => openId)).toEqual([OPEN_ID]);
    expect((await box.get('/business/get/')).body.code).toBe(40105);
  });
});
