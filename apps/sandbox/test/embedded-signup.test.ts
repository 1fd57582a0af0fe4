import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SANDBOX_SEED } from '../src/seed.ts';
import { openSandbox } from './open-sandbox.ts';

const [WABA, PHONE] = ['524126980791429', '106540352242999'];
const ORIGIN = 'https://parley.example';
let clockMs = 0;
let box: Awaited<ReturnType<typeof openSandbox>>;
beforeEach(async () => {
  clockMs = Date.parse('2026-09-01T12:00:00Z');
  box = await openSandbox({ now: () => clockMs });
  await box.call('POST', '/sandbox/accounts/wa', {
    waba_id: WABA,
    token: 'own-token',
    phone_number_id: PHONE,
    number: '15551234567',
    registered: false,
    subscribed: false,
  });
});
afterEach(() => box.sandbox.close());

const dialogUrl = (more: Record<string, string> = {}) => {
  const fields = { client_id: 'demo-meta-app', config_id: '1', response_type: 'code', display: 'popup', extras: '{}' };
  const query = { ...fields, override_default_response_type: 'true', origin: ORIGIN, ...more };
  return `${box.sandbox.url}/v27.0/dialog/oauth?${new URLSearchParams(query)}`;
};
/** The messages that the popup posts to its opener, parsed. */
async function press(fields: Record<string, string>, query: Record<string, string> = {}) {
  const answer = await fetch(dialogUrl(query), {
    method: 'POST',
    body: new URLSearchParams({ number: PHONE, ...fields }),
  });
  const page = await answer.text();
  const posted = [...page.matchAll(/postMessage\(("(?:[^"\\]|\\.)*"), ("[^"]*")\)/g)];
  return posted.map(([, message = '', origin = '']) => ({
    ...JSON.parse(JSON.parse(message)),
    origin: JSON.parse(origin),
  }));
}
const codeOf = async (fields: Record<string, string> = {}): Promise<string> =>
  (await press({ action: 'continue', ...fields })).find(({ type }) => type === 'sandbox.login')?.code;
const exchange = (fields: Record<string, string>) =>
  box.call(
    'GET',
    `/v27.0/oauth/access_token?${new URLSearchParams({ client_id: 'demo-meta-app', client_secret: 'secret', ...fields })}`,
  );
const tokenOf = async (fields?: Record<string, string>): Promise<string> =>
  (await exchange({ code: await codeOf(fields) })).body.access_token;
const inspect = async (token: string) =>
  (
    await box.call(
      'GET',
      `/v27.0/debug_token?${new URLSearchParams({ input_token: token, access_token: 'demo-meta-app|secret' })}`,
    )
  ).body.data;
const register = (token: string, pin: string) =>
  box.graph('POST', `/${PHONE}/register`, { messaging_product: 'whatsapp', pin }, token);

describe('the popup', () => {
  it('shows the numbers of every account', async () => {
    const page = await (await fetch(dialogUrl())).text();
    expect(page).toContain(`value="${PHONE}"`);
    expect((await fetch(dialogUrl({ client_id: 'other' }))).status).toBe(400);
  });

  it('of the second configuration onboards a number on the WhatsApp Business app, and refuses one of the Cloud API', async () => {
    const ofApp = { config_id: SANDBOX_SEED.metaApp.coexistenceConfigId };
    expect(await (await fetch(dialogUrl(ofApp))).text()).toContain('Number on the WhatsApp Business app');
    const event = 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING';
    const [session, login] = await press({ action: 'continue', event }, ofApp);
    expect(session).toMatchObject({ event, data: { waba_id: WABA } });
    expect(session.data.phone_number_id).toBeUndefined();
    const token = (await exchange({ code: login.code })).body.access_token;
    const number = await box.graph('GET', `/${PHONE}?fields=is_on_biz_app,status`, undefined, token);
    expect(number.body).toMatchObject({ is_on_biz_app: true, status: 'CONNECTED' });
    await box.call('POST', '/sandbox/accounts/wa', {
      waba_id: WABA,
      phone_number_id: PHONE,
      registered: true,
      is_on_biz_app: false,
    });
    expect(await press({ action: 'continue', event }, ofApp)).toMatchObject([
      { event: 'CANCEL', data: { error_code: '2655095' } },
      { type: 'sandbox.login', code: null },
    ]);
  });

  it('reports the session and the code to the page that opened it, in the chosen order', async () => {
    const [session, login] = await press({ action: 'continue' });
    expect(session).toMatchObject({
      type: 'WA_EMBEDDED_SIGNUP',
      event: 'FINISH',
      data: { phone_number_id: PHONE, waba_id: WABA, waba_ids: [WABA] },
      origin: ORIGIN,
    });
    expect(login).toMatchObject({ type: 'sandbox.login', origin: ORIGIN });
    expect((await press({ action: 'continue', order: 'after' })).map(({ type }) => type)).toEqual([
      'sandbox.login',
      'WA_EMBEDDED_SIGNUP',
    ]);
    expect(await press({ action: 'continue', order: 'never' })).toHaveLength(1);
    const [waba] = await press({ action: 'continue', event: 'FINISH_ONLY_WABA' });
    expect(waba.data.phone_number_id).toBeUndefined();
  });

  it('reports where a person stopped, or an error, without a code', async () => {
    const [cancelled, login] = await press({ action: 'cancel' });
    expect(cancelled).toMatchObject({ event: 'CANCEL', data: { current_step: 'PHONE_NUMBER_SETUP' } });
    expect(login.code).toBeNull();
    const [failed] = await press({ action: 'error' });
    expect(failed).toMatchObject({ event: 'CANCEL', data: { error_code: '3441030' } });
  });

  it('tells the partner of a new customer', async () => {
    await press({ action: 'continue' });
    await expect.poll(() => box.hooks.length).toBe(1);
    expect(box.hooks[0]?.body).toMatchObject({
      entry: [
        { changes: [{ field: 'account_update', value: { event: 'PARTNER_ADDED', waba_info: { waba_id: WABA } } }] },
      ],
    });
  });
});

describe('a code', () => {
  it('is exchanged once, within 30 seconds, and without a redirect_uri', async () => {
    const code = await codeOf();
    expect((await exchange({ code, redirect_uri: ORIGIN })).body.error.code).toBe(100);
    expect((await exchange({ code })).body).toMatchObject({ token_type: 'bearer', expires_in: 5_184_000 });
    expect((await exchange({ code })).body.error.code).toBe(190);
    const late = await codeOf();
    clockMs += 30_001;
    expect((await exchange({ code: late })).body.error.code).toBe(100);
  });

  it('gives a token for the accounts that were shared, with or without an end', async () => {
    const token = await tokenOf();
    expect(await inspect(token)).toMatchObject({
      type: 'SYSTEM_USER',
      app_id: 'demo-meta-app',
      is_valid: true,
      expires_at: clockMs / 1000 + 5_184_000,
      granular_scopes: [
        { scope: 'whatsapp_business_management', target_ids: [WABA] },
        { scope: 'whatsapp_business_messaging', target_ids: [WABA] },
      ],
    });
    const numbers = await box.graph(
      'GET',
      `/${WABA}/phone_numbers?fields=id,status,is_on_biz_app,last_onboarded_time`,
      undefined,
      token,
    );
    expect(numbers.body.data).toEqual([
      { id: PHONE, status: 'PENDING', is_on_biz_app: false, last_onboarded_time: '2026-09-01T12:00:00+0000' },
    ]);
    expect((await box.graph('GET', '/102290129340398/phone_numbers', undefined, token)).body.error.code).toBe(100);
    expect((await inspect(await tokenOf({ lifetime: 'never' }))).expires_at).toBe(0);
    clockMs += 5_184_000_000;
    expect((await inspect(token)).is_valid).toBe(false);
    expect((await box.graph('GET', `/${WABA}/phone_numbers`, undefined, token)).body.error).toMatchObject({
      code: 190,
      error_subcode: 463,
    });
  });
});

describe('registration', () => {
  it('sets the PIN of a number that has none, and needs it afterwards', async () => {
    const token = await tokenOf();
    expect((await register(token, '12345')).body.error.code).toBe(100);
    expect((await register(token, '123456')).body).toEqual({ success: true });
    expect((await register(token, '654321')).body.error.code).toBe(133005);
    const { data } = (await box.graph('GET', `/${WABA}/phone_numbers?fields=status`, undefined, token)).body;
    expect(data).toEqual([{ id: PHONE, status: 'CONNECTED' }]);
  });

  it('is limited to ten in 72 hours', async () => {
    const token = await tokenOf();
    for (let tried = 0; tried < 10; tried++) await register(token, '123456');
    expect((await register(token, '123456')).body.error.code).toBe(133016);
    clockMs += 72 * 3_600_000 + 1;
    expect((await register(token, '123456')).status).toBe(200);
  });
});

it('serves the SDK to a page of another origin', async () => {
  const answer = await fetch(`${box.sandbox.url}/en_US/sdk.js`);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(await answer.text()).toContain('window.FB');
});
