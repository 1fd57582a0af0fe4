import { makeEgressAgent } from '@parley/providers/egress/egress-agent';
import { makeEgressPolicy } from '@parley/providers/egress/egress-policy';
import { waSendBodies } from '@parley/providers/graph/wa-send-body';
import { makeWhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { PLAIN } from '../src/sent/outbound-message.ts';
import { fixture, fixtureNames } from './fixture.ts';
import { closedOrigin, html, json, type ProviderStub, startStub, startTestStub } from './provider-stub.ts';

const TOKEN = 'EAAtoken';
const [BODY] = waSendBodies({ to: '+16505551234', text: 'hi', ...PLAIN }, '42');

const stub = await startTestStub();

const client = (origin = stub.origin, timeoutMs = 2000, version = 'v23.0') =>
  makeWhatsappCloudClient({ baseUrl: origin, version, timeoutMs });
const send = (origin?: string, timeoutMs?: number) => client(origin, timeoutMs).sendMessage('106540', TOKEN, BODY);
const errorOf = (code: number) => ({ error: { message: `(#${code}) said so`, code, fbtrace_id: 'AXsg' } });

describe('a send that is accepted', () => {
  test('returns the message id and the address that later webhooks use', async () => {
    stub.answer = json(200, fixture('wa', 'api-send-ok'));
    expect(await send()).toEqual({
      kind: 'accepted',
      providerMessageId: 'wamid.HBgLMTY1MDM4Nzk0MzkVAgARGBJCOTY3NDc0NDFDRUI3NTA0Q0UA',
      recipientAlias: '+16505551234',
    });
    expect(stub.seen).toMatchObject([
      { method: 'POST', path: '/v23.0/106540/messages', headers: { authorization: `Bearer ${TOKEN}` }, body: BODY },
    ]);
  });

  test.each([
    ['api-send-ok-bsuid', 'US.13491208655302741918'],
    ['api-send-ok-template-paced', '+16505551234'],
  ])('%s is accepted too', async (name, recipientAlias) => {
    stub.answer = json(200, fixture('wa', name));
    expect(await send()).toMatchObject({ kind: 'accepted', recipientAlias });
  });

  test('includes the proof of the app secret when there is one', async () => {
    stub.answer = json(200, fixture('wa', 'api-send-ok'));
    const options = { baseUrl: stub.origin, version: 'v23.0', timeoutMs: 2000, appSecret: 'secret' };
    await makeWhatsappCloudClient(options).sendMessage('1', TOKEN, BODY);
    // printf EAAtoken | openssl dgst -sha256 -hmac secret
    expect(stub.seen[0]?.path).toBe(
      '/v23.0/1/messages?appsecret_proof=61b5257ec5c5a53e992ae4d93afa0975e1f1be671788f65a476b0689ad5d5dd5',
    );
  });
});

test('a typing indicator has the body of Meta’s own example', async () => {
  const body = fixture('wa', 'req-meta-send-typing-indicator-and-read-receipt') as { message_id: string }; // safe: Meta's
  stub.answer = json(200, { success: true });
  expect(await client().markRead('106540', TOKEN, { messageId: body.message_id, typing: true })).toEqual({
    kind: 'done',
  });
  expect(stub.seen).toMatchObject([{ method: 'POST', path: '/v23.0/106540/messages', body }]);
  stub.answer = json(400, errorOf(131_009));
  expect(await client().markRead('106540', TOKEN, { messageId: 'wamid.unknown', typing: false })).toMatchObject({
    kind: 'refused',
  });
});

// https://developers.facebook.com/documentation/business-messaging/whatsapp/calling/reference
test('a call is rejected by its id', async () => {
  stub.answer = json(200, { messaging_product: 'whatsapp', success: true });
  expect(await client().rejectCall('106540', TOKEN, 'wacid.1')).toEqual({ kind: 'done' });
  const body = { messaging_product: 'whatsapp', call_id: 'wacid.1', action: 'reject' };
  expect(stub.seen).toMatchObject([{ method: 'POST', path: '/v23.0/106540/calls', body }]);
});

describe('the numbers of an account', () => {
  test('are read to the end of the list; members that are missing are unknown', async () => {
    const first = { id: '1', display_phone_number: '+1 555', verified_name: 'Shop', status: 'PENDING' };
    const more = { is_on_biz_app: true, last_onboarded_time: '2026-09-01T12:00:00+0000' };
    const paging = { cursors: { after: 'c1' }, next: 'https://graph.facebook.com/next' };
    const pages = [{ data: [{ ...first, ...more }], paging }, { data: [{ id: '2' }, { status: 'PENDING' }] }];
    stub.answer = (seen, response) => json(200, pages[seen.path.includes('after=c1') ? 1 : 0])(seen, response);
    expect(await client().listNumbers('102', TOKEN)).toEqual({
      ok: true,
      value: [
        {
          id: '1',
          displayNumber: '+1 555',
          verifiedName: 'Shop',
          status: 'PENDING',
          isOnBizApp: true,
          onboardedAt: '2026-09-01T12:00:00+0000',
        },
        { id: '2', displayNumber: null, verifiedName: null, status: null, isOnBizApp: false, onboardedAt: null },
      ],
    });
    expect(stub.seen.map(({ path }) => new URL(path, stub.origin).pathname)).toEqual(
      Array(2).fill('/v23.0/102/phone_numbers'),
    );
  });

  test('are registered with a PIN; a wrong one is refused, and a wait is reported', async () => {
    stub.answer = json(200, { success: true });
    expect(await client().register('106', TOKEN, '123456')).toMatchObject({ ok: true });
    const body = { messaging_product: 'whatsapp', pin: '123456' };
    expect(stub.seen).toMatchObject([{ method: 'POST', path: '/v23.0/106/register', body }]);
    const refused = (code: number, details: string) =>
      json(400, { error: { message: `(#${code}) Title`, code, error_data: { details } } });
    stub.answer = refused(133_005, 'PIN incorrect');
    expect(await client().register('106', TOKEN, '123456')).toMatchObject({
      failure: { kind: 'refused', safeToRetry: false, provider: { code: 133_005, message: '(#133005) Title' } },
    });
    stub.answer = refused(133_008, 'Try again in 00:10:00.');
    expect(await client().register('106', TOKEN, '123456')).toMatchObject({
      failure: { provider: { code: 133_008, message: 'Try again in 00:10:00.' } },
    });
  });
});

describe('a send that is refused', () => {
  const RETRIED = new Set([4, 80007, 130429]);
  const BROKEN = new Set([0, 190]);
  test.each(fixtureNames('wa', 'api-error-'))('%s is refused with the provider’s own words', async (name) => {
    const body = fixture('wa', name) as { error: { code: number; message: string } }; // safe: every fixture is one
    stub.answer = json(400, body);
    expect(await send()).toMatchObject({
      kind: 'refused',
      provider: { name: 'graph', status: 400, code: body.error.code, message: body.error.message },
      channelBroken: BROKEN.has(body.error.code),
      safeToRetry: RETRIED.has(body.error.code),
    });
  });

  test.each([
    ...fixtureNames('wa', 'api-phone-number-4'),
    ...fixtureNames('wa', 'api-phone-number-5'),
    ...fixtureNames('wa', 'api-subscribe-4'),
    ...fixtureNames('wa', 'api-subscribed-apps-4'),
  ])('%s keeps status, code, message and trace', async (name) => {
    const body = fixture('wa', name) as { error: Record<string, unknown> }; // safe: every fixture is one
    const status = Number(/-(\d{3})-/.exec(name)?.[1]);
    stub.answer = json(status, body);
    const { code, message, fbtrace_id: trace_id } = body.error;
    expect(await client().getPhoneNumber('1', TOKEN)).toMatchObject({
      ok: false,
      failure: { kind: 'refused', provider: { status, code, message, trace_id }, channelBroken: code === 190 },
    });
  });

  test.each([1, 2, 131000, 131016, 131056])('%i may be retried only with a Retry-After', async (code) => {
    stub.answer = json(500, errorOf(code));
    expect(await send()).toMatchObject({ kind: 'refused', safeToRetry: false, retryAfterMs: null });
    stub.answer = json(500, errorOf(code), { 'retry-after': '3' });
    expect(await send()).toMatchObject({ kind: 'refused', safeToRetry: true, retryAfterMs: 3000 });
  });

  test('Retry-After as a date is the time from now', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T12:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    stub.answer = json(429, errorOf(131056), { 'retry-after': 'Thu, 01 Jan 2026 12:01:00 GMT' });
    expect(await send()).toMatchObject({ kind: 'refused', retryAfterMs: 60_000 });
  });

  test('a gateway that refuses it did not forward it', async () => {
    stub.answer = html(413);
    expect(await send()).toMatchObject({ kind: 'refused', provider: { status: 413 }, safeToRetry: false });
    stub.answer = html(503, { 'retry-after': '1' });
    expect(await send()).toMatchObject({ kind: 'refused', safeToRetry: true, retryAfterMs: 1000 });
  });

  test('a connection that is refused, a name that does not resolve and a forbidden address were certainly not sent', async () => {
    const certain = { kind: 'refused', provider: { status: null, code: null }, safeToRetry: true };
    expect(await send(await closedOrigin())).toMatchObject(certain);
    expect(await send('http://nowhere.invalid')).toMatchObject(certain);
    const dispatcher = makeEgressAgent(makeEgressPolicy(undefined));
    const guarded = makeWhatsappCloudClient({ baseUrl: stub.origin, version: 'v23.0', timeoutMs: 2000, dispatcher });
    expect(await guarded.sendMessage('1', TOKEN, BODY)).toMatchObject(certain);
    expect(stub.seen).toEqual([]);
  });
});

describe('a send of unknown outcome', () => {
  test.each([
    ['a page of a gateway', html(502)],
    [
      'an empty 500',
      (_: unknown, response: { writeHead(status: number): { end(): void } }) => response.writeHead(500).end(),
    ],
    ['a success that names no message', json(200, { messaging_product: 'whatsapp', messages: [] })],
    ['a connection that breaks', (_: unknown, response: { destroy(): void }) => response.destroy()],
  ])('%s is unknown', async (_what, answer) => {
    // safe: each uses a part of the response only
    stub.answer = answer as ProviderStub['answer'];
    expect(await send()).toMatchObject({ kind: 'unknown', provider: { name: 'graph', code: null } });
  });

  test('no answer within the time limit is unknown, and the error contains no token', async () => {
    stub.answer = () => undefined;
    const outcome = await send(undefined, 100);
    expect(outcome).toMatchObject({ kind: 'unknown', provider: { status: null } });
    expect(JSON.stringify(outcome)).not.toContain(TOKEN);
  });
});

describe('reads', () => {
  test('return a phone number with any of its fields', async () => {
    for (const name of fixtureNames('wa', 'api-phone-number-200')) {
      stub.answer = json(200, fixture('wa', name));
      expect(await client().getPhoneNumber('1', TOKEN), name).toMatchObject({ ok: true, value: fixture('wa', name) });
    }
  });

  test('return the quality of a number, even when the platform only sends a part of it', async () => {
    const number = fixture('wa', 'api-phone-number-200-default-response');
    stub.answer = json(200, number);
    expect(await client().getNumberQuality('1', TOKEN)).toMatchObject({ ok: true, value: { quality_rating: 'GREEN' } });
    expect(stub.seen[0]?.path).toBe('/v23.0/1?fields=quality_rating%2Cmessaging_limit_tier');
    stub.answer = json(200, { ...Object(number), messaging_limit_tier: 'TIER_10K', quality_rating: null });
    const odd = await client().getNumberQuality('1', TOKEN);
    expect(odd).toMatchObject({ ok: true, value: { messaging_limit: 'TIER_10K' } });
    stub.answer = json(200, { ...Object(number), whatsapp_business_manager_messaging_limit: 'TIER_2K' });
    const ofPortfolio = await client(stub.origin, 2000, 'v24.0').getNumberQuality('1', TOKEN);
    expect(ofPortfolio).toMatchObject({ ok: true, value: { messaging_limit: 'TIER_2K' } });
    const { path } = stub.seen.at(-1) ?? {};
    expect(path).toBe('/v24.0/1?fields=quality_rating%2Cwhatsapp_business_manager_messaging_limit');
    stub.answer = json(401, fixture('wa', 'api-phone-number-401-expired-token'));
    expect(await client().getNumberQuality('1', TOKEN)).toMatchObject({ ok: false });
    stub.answer = () => undefined;
    expect(await client().getNumberQuality('1', TOKEN, 100)).toMatchObject({ ok: false, failure: { kind: 'unknown' } });
  });

  test('return templates page by page until there is no next', async () => {
    const page = fixture('wa', 'api-templates-200-example-response') as { data: unknown[] }; // safe: a page
    stub.answer = ({ path }, response) => {
      const last = path.includes('after=c2');
      const paging = last ? { cursors: { after: 'c3' } } : { cursors: { after: 'c2' }, next: 'https://x.example/' };
      json(200, { data: [...page.data, { broken: true }], paging })({ ...stub.seen[0] } as never, response); // safe: unread
    };
    const listed = await client().listTemplates('77', TOKEN);
    expect(listed.ok && listed.value.map(({ name }) => name)).toEqual(
      [...page.data, ...page.data].map((entry) => (entry as { name: string }).name), // safe: templates
    );
    expect(stub.seen).toHaveLength(2);
  });

  test('subscribe and unsubscribe the app', async () => {
    stub.answer = json(200, fixture('wa', 'api-subscribe-200-basic-subscription-success'));
    expect(await client().subscribeApp('77', TOKEN)).toMatchObject({ ok: true });
    expect(await client().unsubscribeApp('77', TOKEN)).toMatchObject({ ok: true });
    expect(stub.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v23.0/77/subscribed_apps',
      'DELETE /v23.0/77/subscribed_apps',
    ]);
  });
});

describe('media', () => {
  const readAll = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
    const parts: Uint8Array[] = [];
    for await (const part of body) parts.push(part);
    return Buffer.concat(parts).toString('utf8');
  };

  test('is resolved by its id and number, and opened with the bearer', async () => {
    stub.answer = json(200, fixture('wa', 'api-media-200-retrieve-media-url'));
    const resolved = await client().resolveMedia('26212', '106540', TOKEN);
    expect(resolved).toMatchObject({ ok: true, value: { url: '<URL>', mime_type: 'image/jpeg', file_size: '303833' } });
    expect(stub.seen[0]?.path).toBe('/v23.0/26212?phone_number_id=106540');
    stub.answer = (_request, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end('bytes');
    const file = await client().openMedia(`${stub.origin}/m`, TOKEN);
    expect(file?.mimeType).toBe('image/jpeg');
    expect(file && (await readAll(file.body))).toBe('bytes');
    expect(stub.seen[1]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  });

  test('the bearer is not forwarded to another host, and stays for the same one', async () => {
    const other = await startStub();
    other.answer = (_request, response) => response.end('bytes');
    stub.answer = (_request, response) => response.writeHead(302, { location: `${other.origin}/x` }).end();
    expect(await client().openMedia(`${stub.origin}/m`, TOKEN)).not.toBeNull();
    expect(other.seen).toMatchObject([{ path: '/x' }]);
    expect(other.seen[0]?.headers.authorization).toBeUndefined();
    await other.close();

    stub.answer = ({ path }, response) =>
      path === '/m' ? response.writeHead(302, { location: '/there' }).end() : response.end('bytes');
    await client().openMedia(`${stub.origin}/m`, TOKEN);
    expect(stub.seen.at(-1)).toMatchObject({ path: '/there', headers: { authorization: `Bearer ${TOKEN}` } });
  });

  test('neither a second redirect nor one without an address is followed', async () => {
    for (const location of ['/again', 'http://[']) {
      stub.answer = (_request, response) => response.writeHead(302, { location }).end();
      await expect(client().openMedia(`${stub.origin}/m`, TOKEN)).rejects.toMatchObject({ status: 302 });
    }
    expect(stub.seen).toHaveLength(3);
  });

  test('a missing object is null, a refused one is an error', async () => {
    stub.answer = html(404);
    expect(await client().openMedia(`${stub.origin}/m`, TOKEN)).toBeNull();
    stub.answer = html(401);
    await expect(client().openMedia(`${stub.origin}/m`, TOKEN)).rejects.toMatchObject({ status: 401 });
  });
});
