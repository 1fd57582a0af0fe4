import { offersOfficialWay, openOfficialWay } from '@parley/common/contracts/internal/official-way';
import { openPairPage, type PairPage, pairPageCode, pairPageQr } from '@parley/common/contracts/internal/pair-page';
import { AppError, invalidField } from '@parley/common/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerContract, openGateway, type TestGateway } from './open-gateway.ts';

const TOKEN = `1-2-${'a'.repeat(43)}`;
const AWAY = `1-3-${'a'.repeat(43)}`;
const OPEN: PairPage = {
  stage: 'open',
  status: 'created',
  reason: null,
  since: '2026-01-02T03:04:05.000Z',
  label: 'Front desk',
};
const HTML = 'text/html; charset=utf-8';
const HOUR_MS = 3_600_000;

let gateway: TestGateway;
let page: PairPage = OPEN;
let isOffered: boolean | null = true;
const codesAsked: unknown[] = [];
const waysOpened: unknown[] = [];
beforeEach(() => {
  page = OPEN;
  isOffered = true;
});

beforeAll(async () => {
  gateway = await openGateway();
  const known = (token: string): void => {
    if (token === AWAY) throw new AppError('service_unavailable', { retry_after: 3 });
    if (token !== TOKEN) throw new AppError('unknown_session');
  };
  const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
  answerContract(gateway.carrier, openPairPage, async ({ token }) => {
    known(token);
    return page;
  });
  answerContract(gateway.carrier, pairPageQr, async ({ token }) => {
    known(token);
    if (page.stage !== 'open') throw new AppError('already_connected');
    return { image: 'data:image/png;base64,AAAA', expiresAt: inHours(20), since: OPEN.since };
  });
  answerContract(gateway.carrier, pairPageCode, async ({ token, phone }) => {
    known(token);
    codesAsked.push(phone);
    if (phone === '12') throw invalidField('phone', 'phone must be a number.');
    return { pairingCode: 'ABCD-EFGH', expiresAt: inHours(100), since: OPEN.since };
  });
  answerContract(gateway.carrier, offersOfficialWay, async () => {
    if (isOffered === null) throw new AppError('service_unavailable', { retry_after: 3 });
    return { isOffered };
  });
  answerContract(gateway.carrier, openOfficialWay, async (input) => {
    waysOpened.push(input);
    return { connectUrl: 'https://parley.example/connect/way' };
  });
});
afterAll(() => gateway.stop());

const askCode = (token: string, body: unknown) => gateway.call('POST', `/pair/${token}/code`, { body });

describe('/pair/{token}', () => {
  test('is a page in the visitor’s language that loads and runs only our own resources', async () => {
    const english = await gateway.call('GET', `/pair/${TOKEN}`, { headers: { 'accept-language': 'en-GB' } });
    expect([english.status, english.headers['content-type']]).toEqual([200, HTML]);
    expect(english.text).toContain('<html lang="en" dir="ltr">');
    expect(english.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-language': 'en',
      'referrer-policy': 'no-referrer',
      vary: 'accept-language',
      'x-robots-tag': 'noindex',
    });
    const policy = String(english.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; img-src data:");
    expect(policy).not.toContain('unsafe');
    expect(english.text).not.toMatch(/<script(?! src="\/pair\/page\.js")| style=| on\w+=|https?:/);

    const arabic = await gateway.call('GET', `/pair/${TOKEN}`, { headers: { 'accept-language': 'ar-SA,en;q=0.5' } });
    expect(arabic.text).toContain('<html lang="ar" dir="rtl">');
    const asked = await gateway.call('GET', `/pair/${TOKEN}?lang=en`, { headers: { 'accept-language': 'ar' } });
    expect(asked.text).toContain('<html lang="en" dir="ltr">');
  });

  test('shows a label as text, whatever it contains, and no part of the address', async () => {
    page = { ...OPEN, label: `<script>alert(1)</script> "so" & 'so'` };
    const { text } = await gateway.call('GET', `/pair/${TOKEN}`);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;so&quot; &amp; &#39;so&#39;');
    expect(text).not.toContain('<script>');
    expect(text).not.toContain(TOKEN);
  });

  test('serves its script and style, and answers 304 to a client that has them', async () => {
    for (const [file, type] of [
      ['page.js', 'text/javascript; charset=utf-8'],
      ['page.css', 'text/css; charset=utf-8'],
    ]) {
      const first = await gateway.call('GET', `/pair/${file}`);
      expect([first.status, first.headers['content-type']]).toEqual([200, type]);
      const again = await gateway.call('GET', `/pair/${file}`, {
        headers: { 'if-none-match': String(first.headers.etag) },
      });
      expect([again.status, again.text]).toEqual([304, '']);
    }
  });

  test.each<[string, Partial<PairPage>, number, string]>([
    ['linked', { stage: 'linked', status: 'connected' }, 200, 'linked'],
    ['linked, and away for a moment', { stage: 'linked', status: 'reconnecting' }, 200, 'linked'],
    ['of an inactive tenant', { stage: 'paused' }, 200, 'paused'],
    ['expired', { stage: 'over', status: 'expired' }, 410, 'over'],
    ['deleted', { stage: 'over', status: 'deleted' }, 410, 'over'],
    ['failed', { stage: 'over', status: 'failed', reason: 'banned' }, 410, 'failed'],
    ['asked for a passkey', { stage: 'over', status: 'failed', reason: 'passkey_required' }, 410, 'passkey'],
    ['logged out', { stage: 'over', status: 'logged_out', reason: 'logged_out' }, 410, 'logged-out'],
  ])('shows without a script that it is %s, in page and status alike', async (_, change, status, ending) => {
    page = { ...OPEN, ...change };
    const shown = await gateway.call('GET', `/pair/${TOKEN}`);
    expect(shown.status).toBe(status);
    expect(shown.text).toContain(`<section id="${ending}" class="ending">`);
    expect(shown.text.match(/class="ending">/g)).toHaveLength(1);
    expect(shown.text).toContain('<div id="open" hidden>');
    expect((await gateway.call('GET', `/pair/${TOKEN}/status`)).body).toEqual({
      ok: true,
      stage: page.stage,
      status: page.status,
      since: page.since,
      ending,
    });
  });

  describe('whose phone is asked for a passkey', () => {
    const KEY = { tenantId: 7, instanceId: 'ins_0000000000000001' };
    const PASSKEY: PairPage = { ...OPEN, stage: 'over', status: 'failed', reason: 'passkey_required', passkeyKey: KEY };
    const BUTTON = '<a class="button" href="?way=official&amp;lang=en" rel="nofollow">Connect through Meta</a>';

    test('has a button to the way through Meta, which leads to a link of the key that the session has', async () => {
      page = PASSKEY;
      const { status, text } = await gateway.call('GET', `/pair/${TOKEN}`);
      expect([status, text.includes(BUTTON)]).toEqual([200, true]);
      expect(text).not.toContain(KEY.instanceId);
      expect(waysOpened).toEqual([]);
      const followed = await gateway.call('GET', `/pair/${TOKEN}?way=official&lang=en`);
      expect([followed.status, followed.headers.location]).toEqual([302, 'https://parley.example/connect/way']);
      expect(waysOpened).toEqual([{ ...KEY, pageToken: TOKEN }]);
      // Each makes a link.
      for (let visit = 0; visit < 20; visit++) await gateway.call('GET', `/pair/${TOKEN}?way=official`);
      expect(waysOpened.length).toBeLessThanOrEqual(6);
    });

    test.each([
      ['not offered', false],
      ['offered by a service that is unavailable', null],
    ])('says whom to ask where it is %s', async (_, offered) => {
      page = PASSKEY;
      isOffered = offered;
      const { status, text } = await gateway.call('GET', `/pair/${TOKEN}`);
      expect([status, text.includes('class="button"')]).toEqual([410, false]);
      expect(text).toContain('ask for it where you got this link from');
    });

    test('says that the number is connected to the person who comes back', async () => {
      page = PASSKEY;
      const { text } = await gateway.call('GET', `/pair/${TOKEN}?service_status=success&channel=wa`);
      expect(text).toContain('<section id="official" class="ending">');
      const cancelled = await gateway.call('GET', `/pair/${TOKEN}?service_status=cancelled`);
      expect(cancelled.text).toContain('<section id="passkey" class="ending">');
    });

    test('alone has that way: no other page makes a link or says that a number is connected', async () => {
      page = OPEN;
      waysOpened.length = 0;
      for (const query of ['way=official', 'service_status=success'])
        expect((await gateway.call('GET', `/pair/${TOKEN}?${query}`)).text).toContain(
          '<section id="official" class="ending" hidden>',
        );
      expect(waysOpened).toEqual([]);
    });
  });

  test('that is unknown or malformed is a page with 404, and unknown_session as JSON', async () => {
    for (const token of [`1-9-${'a'.repeat(43)}`, 'short', 'x'.repeat(5000), `${'e'.repeat(40)}%00`, '..%2f..%2fetc']) {
      const shown = await gateway.call('GET', `/pair/${token}`);
      expect([shown.status, shown.headers['content-type']], token).toEqual([404, HTML]);
      const asked = await gateway.call('GET', `/pair/${token}/qr`);
      expect([asked.status, asked.body.error], token).toEqual([404, 'unknown_session']);
    }
  });

  test('of an unavailable service is a page with 503, and JSON with Retry-After for its script', async () => {
    const shown = await gateway.call('GET', `/pair/${AWAY}`);
    expect([shown.status, shown.headers['content-type'], shown.headers['retry-after']]).toEqual([503, HTML, '3']);
    const asked = await gateway.call('GET', `/pair/${AWAY}/status`);
    expect([asked.status, asked.body.error, asked.headers['retry-after']]).toEqual([503, 'service_unavailable', '3']);
  });

  test('returns the QR code as an image with its validity, never its text', async () => {
    const { body } = await gateway.call('GET', `/pair/${TOKEN}/qr`);
    expect(body).toEqual({
      ok: true,
      image: 'data:image/png;base64,AAAA',
      valid_for_ms: expect.any(Number),
      since: OPEN.since,
    });
    expect(Math.round(body.valid_for_ms / HOUR_MS)).toBe(20);
    page = { ...OPEN, stage: 'linked', status: 'connected' };
    expect(await gateway.call('GET', `/pair/${TOKEN}/qr`)).toMatchObject({ status: 409 });
  });

  test('returns a code for a number, and refuses other bodies before it calls the service', async () => {
    const { status, body } = await askCode(TOKEN, { phone: '+16505551234' });
    expect([status, body.pairing_code, body.since]).toEqual([200, 'ABCD-EFGH', OPEN.since]);
    expect(Math.round(body.valid_for_ms / HOUR_MS)).toBe(100);
    expect(codesAsked).toEqual(['+16505551234']);
    for (const wrong of [{}, { phone: '' }, { phone: 1 }, { phone: '1'.repeat(31) }])
      expect((await askCode(TOKEN, wrong)).body.error).toBe('invalid_phone');
    expect((await gateway.call('POST', `/pair/${TOKEN}/code`, { raw: 'phone=1' })).status).toBe(415);
    expect((await askCode(TOKEN, { phone: '1', more: 'x'.repeat(5000) })).status).toBe(413);
    expect(codesAsked).toHaveLength(1);
    expect((await askCode(TOKEN, { phone: '12' })).body.error).toBe('invalid_phone');
  });

  test('another method is 405', async () => {
    for (const [method, path, allow] of [
      ['POST', '', 'GET'],
      ['POST', '/qr', 'GET'],
      ['GET', '/code', 'POST'],
    ] as const)
      expect(await gateway.call(method, `/pair/${TOKEN}${path}`)).toMatchObject({ status: 405, headers: { allow } });
  });
});

describe('requests of one page', () => {
  test('are limited to six codes and 150 others a minute, and do not delay another page', async () => {
    let nowMs = 1_000_000;
    const limited = await openGateway({ beside: gateway, nowMs: () => nowMs });
    const code = () => limited.call('POST', `/pair/${TOKEN}/code`, { body: { phone: '16505551234' } });
    for (let at = 0; at < 6; at++) expect((await code()).status).toBe(200);
    const refused = await code();
    expect([refused.status, refused.body.error, refused.headers['retry-after']]).toEqual([429, 'rate_limited', '60']);
    for (let at = 0; at < 150; at++)
      expect((await limited.call('GET', `/pair/${TOKEN}/${at % 2 ? 'qr' : 'status'}`)).status).toBe(200);
    expect((await limited.call('GET', `/pair/${TOKEN}/status`)).status).toBe(429);
    expect((await limited.call('GET', `/pair/${AWAY}/status`)).status).toBe(503);
    nowMs += 60_001;
    expect([(await code()).status, (await limited.call('GET', `/pair/${TOKEN}`)).status]).toEqual([200, 200]);
    await limited.stop();
  });

  test('slow down guessing per address, while a page that was right before still opens', async () => {
    let nowMs = 1_000_000;
    const limited = await openGateway({ beside: gateway, nowMs: () => nowMs });
    expect((await limited.call('GET', `/pair/${TOKEN}`)).status).toBe(200);
    const guess = (at: number) => limited.call('GET', `/pair/1-4-${String(at).padStart(43, 'g')}/status`);
    for (let at = 0; at < 31; at++) expect((await guess(at)).status).toBe(404);
    expect(await guess(31)).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect((await limited.call('GET', `/pair/${TOKEN}`)).status).toBe(200);
    nowMs += 60_001;
    expect((await guess(32)).status).toBe(404);
    await limited.stop();
  });
});
