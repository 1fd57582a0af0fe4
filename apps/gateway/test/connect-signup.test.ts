import {
  authorizeSignup,
  type BrowserStep,
  beginConnectVisit,
  openConnectLink,
} from '@parley/common/contracts/internal/connect-link';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerContract, openGateway, type TestGateway } from './open-gateway.ts';

// The page that opens Meta's popup, and what its script reports (docs/connect-whatsapp.md#the-page-with-the-popup).
let gateway: TestGateway;
/** Each link allows twelve requests a minute. */
let links = 0;
const STATE = 's'.repeat(43);
const HOSTILE = `"><script>alert(1)</script>'&`;
const SIGNUP = {
  tenantName: HOSTILE,
  returnHost: 'shop.example',
  state: STATE,
  appId: '42',
  configId: '77',
  extras: '{"setup":{"business":{"name":"<b>"}}}',
  version: 'v27.0',
  sdkUrl: 'https://connect.facebook.net/en_US/sdk.js',
  dialogOrigin: 'https://www.facebook.com',
};
let signup: OutputOf<typeof beginConnectVisit> & object = { signup: SIGNUP };
const NOT_FOUND: BrowserStep = { page: { status: 404, title: 'Unknown link', text: 'Nothing here.' } };
const answered: InputOf<typeof authorizeSignup>[] = [];
let step: OutputOf<typeof authorizeSignup> = NOT_FOUND;

beforeAll(async () => {
  gateway = await openGateway();
  answerContract(
    gateway.carrier,
    openConnectLink,
    async (): Promise<OutputOf<typeof openConnectLink>> => ({
      ask: { channel: 'wa', tenantName: 'The Shop', returnHost: 'shop.example' },
    }),
  );
  answerContract(gateway.carrier, beginConnectVisit, async () => signup);
  answerContract(gateway.carrier, authorizeSignup, async (input) => {
    answered.push(input);
    return step;
  });
});
beforeEach(() => {
  answered.length = 0;
  signup = { signup: SIGNUP };
});
afterAll(() => gateway.stop());

/** A browser that has pressed Continue. */
async function openPage(query = '') {
  const token = String(links++).padStart(43, 'a');
  const first = await gateway.call('GET', `/connect/${token}${query}`);
  const [cookie = ''] = String(first.headers['set-cookie']).split(';');
  const [, next = ''] = /href="(\/connect\/[^"]*\/continue\?proof=[^"]*)"/.exec(first.text) ?? [];
  const page = await gateway.call('GET', next.replaceAll('&amp;', '&'), { headers: { cookie } });
  const [, data = ''] = / data-signup="([^"]*)"/.exec(page.text) ?? [];
  const text = data.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#39;', "'");
  return { token, first, cookie, page, settings: JSON.parse(text.replaceAll('&amp;', '&')) as Record<string, string> };
}
type Opened = Awaited<ReturnType<typeof openPage>>;
const CODE = { kind: 'code', code: 'AQx', waba_id: '102', phone_number_id: null };
const post = (
  { token, cookie, settings: { state, proof } }: Opened,
  answer: unknown = CODE,
  { headers = {}, ...more }: { headers?: Record<string, string>; proof?: string; token?: string } = {},
) =>
  gateway.call('POST', `/connect/${more.token ?? token}/signup`, {
    headers: { cookie, origin: gateway.url, 'content-type': 'application/json', ...headers },
    body: { state, proof: more.proof ?? proof, answer },
  });

describe('the page after Continue of a link for wa', () => {
  test('runs our script by a nonce and Meta’s by its origin, may not be framed, and lets its popup reach it', async () => {
    const { first, page } = await openPage();
    expect(first.text).not.toContain('<script');
    expect(String(first.headers['content-security-policy'])).not.toContain('script-src');
    const policy = String(page.headers['content-security-policy']);
    const [, nonce] = /script-src 'nonce-([\w+/=]{24})' https:\/\/connect\.facebook\.net;/.exec(policy) ?? [];
    expect(page.text).toContain(`<script nonce="${nonce}" src="/connect/signup.js" defer></script>`);
    expect(page.text.match(/<script/g)).toHaveLength(1);
    for (const rule of ["default-src 'none'", "form-action 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
      expect(policy).toContain(rule);
    expect(policy).toMatch(/connect-src 'self' https:\/\/\*\.facebook\.com /);
    expect(policy).not.toMatch(/unsafe|\s\*[\s;]/);
    expect(page.headers).toMatchObject({ 'referrer-policy': 'strict-origin', 'cache-control': 'no-store' });
    expect(page.headers['cross-origin-opener-policy']).toBeUndefined();
    expect((await openPage()).page.headers['content-security-policy']).not.toBe(policy);
  });

  test('has the settings of the popup and keeps hostile names text, in each language', async () => {
    const { page, settings } = await openPage('?lang=ar');
    expect(page.text).toContain('<html lang="ar" dir="rtl">');
    expect(page.text).not.toContain('<script>alert');
    const { tenantName: _name, returnHost: _host, ...popup } = SIGNUP;
    expect(settings).toEqual({ ...popup, proof: expect.stringMatching(/^[\w-]{43}$/) });
  });

  test('offers the WhatsApp Business app where that has a configuration, and one button otherwise', async () => {
    const plain = await openPage();
    expect(plain.page.text.match(/id="login[^"]*"/g)).toEqual(['id="login"']);
    expect(plain.page.text).toContain('Continue with Facebook');
    expect(plain.page.text).not.toContain('Or connect another number');
    const coexistence = { configId: '78', extras: '{"setup":{}}' };
    signup = { signup: { ...SIGNUP, coexistence } };
    const { page, settings } = await openPage('?lang=en');
    expect(page.text.match(/id="login[^"]*"/g)).toEqual(['id="login-app"', 'id="login"']);
    expect(page.text).toContain('I use the WhatsApp Business app on my phone');
    expect(page.text).toContain('Or connect another number');
    expect(settings).toMatchObject({ configId: '77', coexistence });
  });

  test('is not shown without the first page', async () => {
    const answer = await gateway.call('GET', `/connect/${'c'.repeat(43)}/continue`);
    expect(answer.status).toBe(403);
    expect(answer.text).not.toContain('data-signup');
  });
});

describe('what the script reports', () => {
  test('reaches the service with the browser’s secret; its next step comes back', async () => {
    const opened = await openPage();
    step = { pin: { number: { id: '106', number: '+1', name: 'Shop' }, problem: null } };
    const answer = await post(opened);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ok: true, step });
    expect(answered).toEqual([
      {
        state: STATE,
        browserSecret: opened.cookie.split('=')[1],
        answer: { kind: 'code', code: 'AQx', wabaId: '102', phoneNumberId: null },
      },
    ]);
  });

  test.each([
    ['another site', { headers: { origin: 'https://evilfacebook.com' } }],
    ['Meta itself', { headers: { origin: 'https://www.facebook.com' } }],
    ['a sandboxed frame', { headers: { origin: 'null' } }],
    ['a browser without the cookie', { headers: { cookie: '' } }],
    ['a browser with another cookie', { headers: { cookie: `parley_connect=${'x'.repeat(43)}` } }],
    ['a page without the proof', { proof: 'x'.repeat(43) }],
    ['the page of another link', { token: 'b'.repeat(43) }],
  ])('is refused from %s, and the service does not hear of it', async (_who, from) => {
    const answer = await post(await openPage(), CODE, from);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ error: 'foreign_origin' });
    expect(answered).toEqual([]);
  });

  test('without an origin, as a form, or of another kind is refused too', async () => {
    const opened = await openPage();
    const { cookie, token } = opened;
    const bare = await gateway.call('POST', `/connect/${token}/signup`, { headers: { cookie }, body: {} });
    expect(bare.status).toBe(403);
    expect((await post(opened, CODE, { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    for (const wrong of [
      null,
      'x',
      {},
      { kind: 'pin' },
      { ...CODE, code: 'x'.repeat(5000) },
      { ...CODE, waba_id: '1/2' },
    ])
      expect((await post(opened, wrong)).status).toBe(400);
    expect((await post(opened, { kind: 'number', phone_number_id: null, pin: '12345' })).status).toBe(400);
    expect(answered).toEqual([]);
    expect((await gateway.call('GET', `/connect/${token}/signup`)).status).toBe(405);
  });
});

test('the script of the page is its own file', async () => {
  const script = await gateway.call('GET', '/connect/signup.js');
  expect(script.status).toBe(200);
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
});
