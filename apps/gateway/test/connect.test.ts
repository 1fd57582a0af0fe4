import {
  type BrowserStep,
  beginConnectVisit,
  finishConnectLink,
  openConnectLink,
} from '@parley/common/contracts/internal/connect-link';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerContract, openGateway, type TestGateway } from './open-gateway.ts';

let gateway: TestGateway;
const begun: unknown[] = [];
const finished: unknown[] = [];
const TOKEN = 'a'.repeat(43);
const NOT_FOUND: BrowserStep = { page: { status: 404, title: 'Unknown link', text: 'Nothing here.' } };
const HOSTILE_NAME = `<script>alert(1)</script>"'\u202egro.knab\u2069 &amp; ${'W'.repeat(300)}`;

beforeAll(async () => {
  gateway = await openGateway();
  answerContract(gateway.carrier, openConnectLink, async ({ token }): Promise<OutputOf<typeof openConnectLink>> => {
    if (token === TOKEN) return { ask: { channel: 'fb', tenantName: 'The Shop', returnHost: 'shop.example' } };
    if (token === 'i'.repeat(43)) {
      const ways = ['facebook', 'instagram'] as const;
      return { ask: { channel: 'ig', tenantName: 'The Shop', returnHost: 'shop.example', ways: [...ways] } };
    }
    if (token === 'f'.repeat(43))
      return { ask: { channel: 'tt', tenantName: HOSTILE_NAME, returnHost: 'xn--80ak6aa92e.example:8443' } };
    if (token === 'b'.repeat(43)) throw new AppError('service_unavailable', { retry_after: 3 });
    if (token === 'c'.repeat(43))
      return { page: { status: 400, title: '<script>alert(1)</script>', text: `"quoted" & 'so'` } };
    if (token === 'u'.repeat(43)) return { location: 'https://shop.example/done?service_status=error&error=link_used' };
    return NOT_FOUND;
  });
  answerContract(gateway.carrier, beginConnectVisit, async (input) => {
    begun.push(input);
    return { location: 'https://dialog.example/oauth?state=s&x=1' };
  });
  answerContract(gateway.carrier, finishConnectLink, async (input) => {
    finished.push(input);
    return input.state === 'known' ? { location: 'https://shop.example/done?service_status=success' } : NOT_FOUND;
  });
});
afterAll(() => gateway.stop());

/** The browser's state after the page: its cookie and the address of Continue. */
async function look(token = TOKEN, headers: Record<string, string> = {}) {
  const answer = await gateway.call('GET', `/connect/${token}`, { headers });
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  const [, next = ''] = /href="(\/connect\/[^"]*\/continue\?proof=[^"]*)"/.exec(answer.text) ?? [];
  return { answer, cookie, next };
}

describe('/connect/{token}', () => {
  test('names the requester and the destination, and nothing on the way stores or passes on the address', async () => {
    const { answer } = await look();
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('<bdi>The Shop</bdi>');
    expect(answer.text).toContain('<bdi dir="ltr">shop.example</bdi>');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
    });
    const policy = String(answer.headers['content-security-policy']);
    for (const rule of ["default-src 'none'", "form-action 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
      expect(policy).toContain(rule);
    expect(policy).not.toContain('script-src');
    expect(answer.text).not.toMatch(/<script|<form|<iframe|style=/);
  });

  test('sets a secret that no script and no form of another site can send', async () => {
    const { answer, cookie } = await look();
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^parley_connect=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/,
    );
    // Another link in the same browser keeps it: both dialogs may be open.
    expect((await look('f'.repeat(43), { cookie: `a=b; ${cookie}` })).cookie).toBe(cookie);
    expect((await look(TOKEN, { cookie: 'parley_connect=short' })).cookie).not.toBe('parley_connect=short');
  });

  test('sets a Secure cookie that no subdomain can set when the public URL is https', async () => {
    const variables = { PARLEY_PUBLIC_URL: 'https://parley.example' };
    const behindTls = await openGateway({ beside: gateway, variables });
    const answer = await behindTls.call('GET', `/connect/${TOKEN}`);
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-parley_connect=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/,
    );
    await behindTls.stop();
  });

  test('of ig offers both logins, says who needs which, and passes on the chosen one', async () => {
    const { answer, cookie } = await look('i'.repeat(43));
    expect(answer.text).toContain('You need only your Instagram account');
    const links = [...answer.text.matchAll(/href="([^"]*continue[^"]*)">([^<]*)</g)].map(([, href, text]) => ({
      href,
      text,
    }));
    expect(links.map(({ text }) => text)).toEqual(['Continue to Facebook', 'Continue to Instagram']);
    begun.length = 0;
    for (const { href = '' } of links)
      await gateway.call('GET', href.replaceAll('&amp;', '&'), { headers: { cookie } });
    const [first = ''] = links.map(({ href = '' }) => href.replace(/&amp;via=.*/, ''));
    await gateway.call('GET', `${first}&via=another`, { headers: { cookie } });
    expect(begun).toMatchObject([{ via: 'facebook' }, { via: 'instagram' }, { token: 'i'.repeat(43) }]);
    expect(begun[2]).not.toHaveProperty('via');
    begun.length = 0;
  });

  test('speaks English and Arabic', async () => {
    const english = await gateway.call('GET', `/connect/${TOKEN}`);
    expect(english.text).toContain('<html lang="en" dir="ltr">');
    expect(english.text).toContain('Continue to Facebook');
    for (const arabic of [
      await gateway.call('GET', `/connect/${TOKEN}?lang=ar`),
      await gateway.call('GET', `/connect/${TOKEN}`, { headers: { 'accept-language': 'ar-EG' } }),
    ]) {
      expect(arabic.headers['content-language']).toBe('ar');
      expect(arabic.text).toContain('<html lang="ar" dir="rtl">');
      expect(arabic.text).toContain('<bdi>The Shop</bdi>');
    }
  });

  test('shows a hostile name as text of bounded length that cannot change the direction', async () => {
    const { answer } = await look('f'.repeat(43));
    const [, shown = ''] = /<dd><bdi>(.*?)<\/bdi>/s.exec(answer.text) ?? [];
    expect(shown.startsWith('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;gro.knab &amp;amp; WWW')).toBe(true);
    expect(shown.endsWith('W…')).toBe(true);
    expect(answer.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(answer.text).toContain('xn--80ak6aa92e.example:8443');
  });

  test('sends the browser back at once from an expired link', async () => {
    const { answer } = await look('u'.repeat(43));
    expect([answer.status, answer.text, answer.headers['set-cookie']]).toEqual([302, '', undefined]);
    expect(answer.headers.location).toBe('https://shop.example/done?service_status=error&error=link_used');
  });

  test('an unknown or impossible token is a page with 404', async () => {
    for (const token of ['d'.repeat(43), 'short', 'x'.repeat(5000), `${'e'.repeat(40)}%00`, '..%2f..%2fetc']) {
      const answer = await gateway.call('GET', `/connect/${token}`);
      expect([answer.status, answer.headers['content-type']], token).toEqual([404, 'text/html; charset=utf-8']);
    }
  });

  test('a page escapes its texts and runs no scripts', async () => {
    const answer = await gateway.call('GET', `/connect/${'c'.repeat(43)}`);
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain('<script>');
    expect(answer.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(answer.text).toContain('&quot;quoted&quot; &amp; &#39;so&#39;');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('an unavailable service is a page with 503 that says when to retry', async () => {
    const answer = await gateway.call('GET', `/connect/${'b'.repeat(43)}`);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '3']);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.text).not.toContain('service_unavailable');
  });

  test('another method is 405', async () => {
    for (const path of [`/connect/${TOKEN}`, `/connect/${TOKEN}/continue`])
      expect(await gateway.call('POST', path)).toMatchObject({ status: 405, headers: { allow: 'GET' } });
  });

  test('allows 60 views and 12 dialogs a minute', async () => {
    let nowMs = 1_000_000;
    const limited = await openGateway({ beside: gateway, nowMs: () => nowMs });
    const { cookie, next } = await look();
    const visit = async (path: string) => (await limited.call('GET', path, { headers: { cookie } })).status;
    for (let at = 0; at < 12; at++) expect(await visit(next)).toBe(302);
    expect(await visit(next)).toBe(429);
    for (let at = 0; at < 60; at++) expect(await visit(`/connect/${TOKEN}`)).toBe(200);
    expect(await visit(`/connect/${TOKEN}`)).toBe(429);
    nowMs += 60_001;
    expect([await visit(`/connect/${TOKEN}`), await visit(next)]).toEqual([200, 302]);
    await limited.stop();
  });
});

describe('/connect/{token}/continue', () => {
  const follow = (path: string, headers: Record<string, string> = {}) => gateway.call('GET', path, { headers });

  test('sends a browser that saw the page to the dialog, with its secret', async () => {
    const { cookie, next } = await look();
    const answer = await follow(next, { cookie });
    expect([answer.status, answer.text]).toEqual([302, '']);
    expect(answer.headers).toMatchObject({
      location: 'https://dialog.example/oauth?state=s&x=1',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(begun.at(-1)).toEqual({ token: TOKEN, browserSecret: cookie.split('=')[1] });
  });

  test('shows the page to a person who has not seen it in this browser, and starts nothing', async () => {
    const { cookie, next } = await look();
    const other = await look();
    const otherLink = await look('f'.repeat(43), { cookie });
    const asked = begun.length;
    for (const [path, headers] of [
      [next, {}],
      [next, { cookie: other.cookie }],
      [other.next, { cookie }],
      [`/connect/${TOKEN}/continue?${otherLink.next.split('?')[1]}`, { cookie }],
      [`/connect/${TOKEN}/continue`, { cookie }],
      [`${next}&proof=x`, { cookie }],
    ] as const) {
      const answer = await follow(path, headers);
      expect([answer.status, answer.headers.location], path).toEqual([403, undefined]);
      expect(answer.text).toContain('<bdi>The Shop</bdi>');
      expect(answer.text).toContain('Allow cookies');
    }
    expect((await follow(`/connect/${'d'.repeat(43)}/continue?proof=x`, { cookie })).status).toBe(404);
    expect(begun.length).toBe(asked);
  });
});

describe('/connect/callback/{provider}', () => {
  test('passes on the answer of Facebook’s dialog', async () => {
    const answer = await gateway.call('GET', '/connect/callback/meta?code=AQ%2Bx&state=known');
    expect([answer.status, answer.headers.location]).toEqual([302, 'https://shop.example/done?service_status=success']);
    expect(finished.at(-1)).toEqual({
      provider: 'meta',
      state: 'known',
      code: 'AQ+x',
      error: null,
      errorReason: null,
      browserSecret: null,
    });
    await gateway.call(
      'GET',
      '/connect/callback/meta?error=access_denied&error_reason=user_denied&error_description=No&state=known',
    );
    expect(finished.at(-1)).toMatchObject({ code: null, error: 'access_denied', errorReason: 'user_denied' });
    const { cookie } = await look();
    await gateway.call('GET', '/connect/callback/meta?code=x&state=known', { headers: { cookie: `x=y;${cookie};z` } });
    expect(finished.at(-1)).toMatchObject({ browserSecret: cookie.split('=')[1] });
  });

  test('accepts TikTok’s code under either name, decoded once', async () => {
    await gateway.call('GET', '/connect/callback/tiktok?code=a%252A!b*&scopes=x&state=known');
    expect(finished.at(-1)).toMatchObject({ provider: 'tiktok', code: 'a%2A!b*' });
    await gateway.call('GET', '/connect/callback/tiktok?auth_code=other&state=known');
    expect(finished.at(-1)).toMatchObject({ code: 'other' });
  });

  test('answers parameters that no dialog sends with a 404 page, and calls no service', async () => {
    const asked = finished.length;
    for (const path of [
      'meta',
      'meta?state=',
      'meta?code=x',
      'meta?code=x&state=known&state=known',
      'meta?code=x&code=y&state=known',
      `meta?code=x&state=${'s'.repeat(501)}`,
      `meta?code=${'c'.repeat(4001)}&state=known`,
      'google?code=x&state=known',
    ])
      expect((await gateway.call('GET', `/connect/callback/${path}`)).status, path).toBe(404);
    expect(finished.length).toBe(asked);
  });
});

describe('guessing', () => {
  test('is slowed down per address, while links that were right before still open', async () => {
    let nowMs = 1_000_000;
    const limited = await openGateway({ beside: gateway, nowMs: () => nowMs });
    expect((await limited.call('GET', `/connect/${TOKEN}`)).status).toBe(200);
    const guess = (at: number) => limited.call('GET', `/connect/${String(at).padStart(43, 'g')}`);
    for (let at = 0; at < 30; at++) expect((await guess(at)).status).toBe(404);
    // One attempt per quarter of a second is still allowed.
    expect((await guess(30)).status).toBe(404);
    const answer = await guess(31);
    expect([answer.status, answer.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(answer.headers['retry-after']).toBe('1');
    expect((await limited.call('GET', `/connect/${TOKEN}`)).status).toBe(200);
    nowMs += 60_001;
    expect((await guess(32)).status).toBe(404);
    await limited.stop();
  });
});
