import { type BrowserStep, finishConnectLink, openConnectLink } from '@parley/common/contracts/internal/connect-link';
import { AppError } from '@parley/common/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerContract, openGateway, type TestGateway } from './open-gateway.ts';

let gateway: TestGateway;
const finished: unknown[] = [];
const TOKEN = 'a'.repeat(43);
const NOT_FOUND: BrowserStep = { page: { status: 404, title: 'Unknown link', text: 'Nothing here.' } };

beforeAll(async () => {
  gateway = await openGateway();
  answerContract(gateway.carrier, openConnectLink, async ({ token }) => {
    if (token === TOKEN) return { location: 'https://dialog.example/oauth?state=s&x=1' };
    if (token === 'b'.repeat(43)) throw new AppError('service_unavailable', { retry_after: 3 });
    if (token === 'c'.repeat(43))
      return { page: { status: 400, title: '<script>alert(1)</script>', text: `"quoted" & 'so'` } };
    return NOT_FOUND;
  });
  answerContract(gateway.carrier, finishConnectLink, async (input) => {
    finished.push(input);
    return input.state === 'known' ? { location: 'https://shop.example/done?service_status=success' } : NOT_FOUND;
  });
});
afterAll(() => gateway.stop());

describe('/connect/{token}', () => {
  test('sends the browser on, and nothing on its way keeps or passes on the address', async () => {
    const answer = await gateway.call('GET', `/connect/${TOKEN}`);
    expect([answer.status, answer.text]).toEqual([302, '']);
    expect(answer.headers).toMatchObject({
      location: 'https://dialog.example/oauth?state=s&x=1',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
  });

  test('an unknown or impossible token is a page with 404', async () => {
    for (const token of ['d'.repeat(43), 'short', 'x'.repeat(5000), `${'e'.repeat(40)}%00`, '..%2f..%2fetc']) {
      const answer = await gateway.call('GET', `/connect/${token}`);
      expect([answer.status, answer.headers['content-type']], token).toEqual([404, 'text/html; charset=utf-8']);
    }
  });

  test('a page escapes its texts and lets nothing run', async () => {
    const answer = await gateway.call('GET', `/connect/${'c'.repeat(43)}`);
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain('<script>');
    expect(answer.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(answer.text).toContain('&quot;quoted&quot; &amp; &#39;so&#39;');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('a service that is away is a page with 503 that says when to come back', async () => {
    const answer = await gateway.call('GET', `/connect/${'b'.repeat(43)}`);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '3']);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.text).not.toContain('service_unavailable');
  });

  test('another method is 405', async () => {
    expect(await gateway.call('POST', `/connect/${TOKEN}`)).toMatchObject({ status: 405, headers: { allow: 'GET' } });
  });
});

describe('/connect/callback/{provider}', () => {
  test('hands on the answer of Facebook’s dialog', async () => {
    const answer = await gateway.call('GET', '/connect/callback/meta?code=AQ%2Bx&state=known');
    expect([answer.status, answer.headers.location]).toEqual([302, 'https://shop.example/done?service_status=success']);
    expect(finished.at(-1)).toEqual({
      provider: 'meta',
      state: 'known',
      code: 'AQ+x',
      error: null,
      error_reason: null,
    });
    await gateway.call(
      'GET',
      '/connect/callback/meta?error=access_denied&error_reason=user_denied&error_description=No&state=known',
    );
    expect(finished.at(-1)).toMatchObject({ code: null, error: 'access_denied', error_reason: 'user_denied' });
  });

  test('takes TikTok’s code under either name, decoded once', async () => {
    await gateway.call('GET', '/connect/callback/tiktok?code=a%252A!b*&scopes=x&state=known');
    expect(finished.at(-1)).toMatchObject({ provider: 'tiktok', code: 'a%2A!b*' });
    await gateway.call('GET', '/connect/callback/tiktok?auth_code=other&state=known');
    expect(finished.at(-1)).toMatchObject({ code: 'other' });
  });

  test('what no dialog sends is a page with 404, and asks nobody', async () => {
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
  test('is slowed down for an address, while links that were right before still open', async () => {
    let nowMs = 1_000_000;
    const limited = await openGateway({ beside: gateway, nowMs: () => nowMs });
    expect((await limited.call('GET', `/connect/${TOKEN}`)).status).toBe(302);
    const guess = (at: number) => limited.call('GET', `/connect/${String(at).padStart(43, 'g')}`);
    for (let at = 0; at < 30; at++) expect((await guess(at)).status).toBe(404);
    // One in a quarter of a second still gets its turn.
    expect((await guess(30)).status).toBe(404);
    const answer = await guess(31);
    expect([answer.status, answer.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(answer.headers['retry-after']).toBe('1');
    expect((await limited.call('GET', `/connect/${TOKEN}`)).status).toBe(302);
    nowMs += 60_001;
    expect((await guess(32)).status).toBe(404);
    await limited.stop();
  });
});
