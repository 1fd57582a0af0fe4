import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Webhook, WebhookError } from '../src/index.ts';
import { NOW, OTHER_SECRET, SECRET, signEvent } from './sign-event.ts';

const BODY = '{"id":"evt_1","event":"message.received","data":{"text":"مرحبا"}}';
const now = () => NOW;
const later = (seconds: number) => () => new Date(NOW.getTime() + seconds * 1000);

const problemOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error) => (error instanceof WebhookError ? error.problem : error),
  );

// docs/reference/events.md#signatures
describe('an event is verified', () => {
  test('in the form of Standard Webhooks, as its own library signs it', async () => {
    const signature = new StandardWebhook(SECRET).sign('evt_1', NOW, BODY);
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(NOW.getTime() / 1000),
      'webhook-signature': signature,
    };
    expect(await Webhook.verify(BODY, headers, SECRET, { now })).toEqual(JSON.parse(BODY));
  });

  test.each([
    ['text', BODY],
    ['bytes', new TextEncoder().encode(BODY)],
    ['a Buffer inside a larger one', Buffer.from(`xx${BODY}xx`).subarray(2, -2)],
    ['an ArrayBuffer', new TextEncoder().encode(BODY).buffer],
  ])('from %s', async (_, body) => {
    expect(await Webhook.verify(body, signEvent(BODY), SECRET, { now })).toEqual(JSON.parse(BODY));
  });

  test.each([
    ['Headers', new Headers(signEvent(BODY))],
    ['names in capitals', Object.fromEntries(Object.entries(signEvent(BODY)).map(([k, v]) => [k.toUpperCase(), v]))],
    ['lists', Object.fromEntries(Object.entries(signEvent(BODY)).map(([k, v]) => [k, [v]]))],
  ])('with headers as %s', async (_, headers) => {
    expect(await Webhook.verify(BODY, headers, SECRET, { now })).toEqual(JSON.parse(BODY));
  });

  test.each(['standard', 'service'] as const)('while the secret is rotated, by either side: %s', async (scheme) => {
    const both = signEvent(BODY, [OTHER_SECRET, SECRET]);
    expect(await Webhook.verify(BODY, both, SECRET, { now, scheme })).toBeTruthy();
    expect(await Webhook.verify(BODY, signEvent(BODY), [OTHER_SECRET, SECRET], { now, scheme })).toBeTruthy();
  });

  test('up to 5 minutes before and after its time', async () => {
    for (const seconds of [-300, 300])
      expect(await Webhook.verify(BODY, signEvent(BODY), SECRET, { now: later(seconds) })).toBeTruthy();
  });
});

describe('a request is refused', () => {
  const signed = signEvent(BODY);
  const without = (name: string) => Object.fromEntries(Object.entries(signed).filter(([key]) => key !== name));

  test.each<[string, unknown, string, object, string | string[], object]>([
    ['with another body', 'invalid_signature', `${BODY} `, signed, SECRET, {}],
    ['with another secret', 'invalid_signature', BODY, signed, OTHER_SECRET, {}],
    ['with the id of another event', 'invalid_signature', BODY, { ...signed, 'webhook-id': 'evt_2' }, SECRET, {}],
    ['after more than 5 minutes', 'invalid_timestamp', BODY, signed, SECRET, { now: later(301) }],
    ['more than 5 minutes early', 'invalid_timestamp', BODY, signed, SECRET, { now: later(-301) }],
    [
      'with a later time',
      'invalid_signature',
      BODY,
      { ...signed, 'webhook-timestamp': `${NOW.getTime() / 1000 + 1}` },
      SECRET,
      {},
    ],
    [
      'with a time that is not a number',
      'invalid_timestamp',
      BODY,
      { ...signed, 'webhook-timestamp': 'now' },
      SECRET,
      {},
    ],
    ['without a signature', 'missing_header', BODY, without('webhook-signature'), SECRET, {}],
    [
      'with only the signature without a time',
      'missing_header',
      BODY,
      { 'x-service-signature': signed['x-service-signature'] },
      SECRET,
      {},
    ],
    [
      'with a signature of an unknown version',
      'invalid_signature',
      BODY,
      { ...signed, 'webhook-signature': signed['webhook-signature']?.replace('v1', 'v2') },
      SECRET,
      {},
    ],
    [
      'with a signature that is not base64',
      'invalid_signature',
      BODY,
      { ...signed, 'webhook-signature': 'v1,%%' },
      SECRET,
      {},
    ],
    ['with an empty signature', 'invalid_signature', BODY, { ...signed, 'webhook-signature': 'v1,' }, SECRET, {}],
    [
      'with a service signature of another body',
      'invalid_signature',
      `${BODY} `,
      signed,
      SECRET,
      { scheme: 'service' },
    ],
    [
      'with a service signature in capitals',
      'invalid_signature',
      BODY,
      { 'x-service-signature': signed['x-service-signature']?.toUpperCase() },
      SECRET,
      { scheme: 'service' },
    ],
    ['without a secret', 'invalid_secret', BODY, signed, '', {}],
    ['without any secret', 'invalid_secret', BODY, signed, [], {}],
    ['with one bad secret of two', 'invalid_secret', BODY, signed, [SECRET, 'whsec_'], {}],
    ['when it is signed but not JSON', 'invalid_body', 'x', signEvent('x'), SECRET, {}],
  ])('%s', async (_, problem, body, headers, secret, options) => {
    expect(await problemOf(Webhook.verify(body, headers as Record<string, string>, secret, { now, ...options }))).toBe(
      problem,
    );
  });
});

describe('many signatures', () => {
  afterEach(() => void vi.restoreAllMocks());
  const own = String(signEvent(BODY)['webhook-signature']);
  const forged = `v1,${Buffer.alloc(32).toString('base64')}`;
  const withSignatures = (signatures: readonly string[]) => ({
    ...signEvent(BODY),
    'webhook-signature': signatures.join(' '),
  });

  test.each(['standard', 'service'] as const)('cost one computation for each secret: %s', async (scheme) => {
    const spies = [vi.spyOn(crypto.subtle, 'sign'), vi.spyOn(crypto.subtle, 'verify')];
    const headers = {
      ...withSignatures(Array(20).fill(forged)),
      'x-service-signature-previous': `sha256=${'0'.repeat(64)}`,
    };
    await problemOf(Webhook.verify(`${BODY} `, headers, [SECRET, OTHER_SECRET], { now, scheme }));
    expect(spies.map((spy) => spy.mock.calls.length)).toEqual([2, 0]);
  });

  test('are compared up to the fifth', async () => {
    for (const [before, problem] of [
      [4, null],
      [5, 'invalid_signature'],
    ] as const) {
      const headers = withSignatures([...Array<string>(before).fill(forged), own]);
      expect(await problemOf(Webhook.verify(BODY, headers, SECRET, { now }))).toBe(problem);
    }
  });

  test('are refused with their header above 1,000 characters', async () => {
    for (const [length, problem] of [
      [1000, null],
      [1001, 'invalid_signature'],
    ] as const) {
      const headers = withSignatures([own, `v2,${'a'.repeat(length - own.length - 4)}`]);
      expect(await problemOf(Webhook.verify(BODY, headers, SECRET, { now }))).toBe(problem);
    }
  });

  test('in two headers are joined by commas', async () => {
    const headers = new Headers(withSignatures([forged]));
    headers.append('webhook-signature', own);
    expect(await problemOf(Webhook.verify(BODY, headers, SECRET, { now }))).toBeNull();
  });
});
