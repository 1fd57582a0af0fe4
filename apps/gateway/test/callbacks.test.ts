import { connect } from 'node:net';
import { receiveCallback, verifySubscription } from '@parley/common/contracts/internal/receive-callback';
import { AppError } from '@parley/common/errors';
import { silentLogger } from '@parley/testing/silent-logger';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerContract, openGateway, type TestGateway } from './open-gateway.ts';

let gateway: TestGateway;
let asked = 0;
const warned: string[] = [];
const received: { provider: string; account: string | null; raw: string; signature: string | null }[] = [];

beforeAll(async () => {
  gateway = await openGateway({ logger: { ...silentLogger, warn: (name) => void warned.push(name) } });
  answerContract(gateway.carrier, receiveCallback, async (input) => {
    asked++;
    if (input.signature !== GOOD[input.provider]) throw new AppError('invalid_signature');
    received.push(input);
    return { items: 1 };
  });
  answerContract(gateway.carrier, verifySubscription, async ({ token, challenge }) => {
    if (token !== 'sesame') throw new AppError('invalid_verify_token');
    return { challenge };
  });
});
afterAll(() => gateway.stop());

const GOOD = {
  meta: `sha256=${'0a'.repeat(32)}`,
  telegram: 'good_secret-1',
  tiktok: `t=1789814497,s=${'0a'.repeat(32)}`,
};
const WRONG = `sha256=${'0b'.repeat(32)}`;
const GOOD_META = { 'x-hub-signature-256': GOOD.meta, 'content-type': 'application/json' };
const GOOD_TELEGRAM = { 'x-telegram-bot-api-secret-token': GOOD.telegram };
const GOOD_TIKTOK = { 'tiktok-signature': GOOD.tiktok };

describe('/hooks/meta', () => {
  test('passes on the exact bytes', async () => {
    const raw = '{ "a":1.0,\n "b":"\\u00e9é😀" }\r\n';
    const answer = await gateway.call('POST', '/hooks/meta', { raw, headers: GOOD_META });
    expect(answer.status).toBe(200);
    expect(received.at(-1)).toEqual({ provider: 'meta', account: null, raw, signature: GOOD.meta });
  });

  test('accepts a body of 3 MB, and responds with 413 above 4 MiB', async () => {
    const raw = `"${'x'.repeat(3_000_000)}"`;
    expect((await gateway.call('POST', '/hooks/meta', { raw, headers: GOOD_META })).status).toBe(200);
    expect(received.at(-1)?.raw.length).toBe(raw.length);
    const larger = 'x'.repeat(4 * 1024 * 1024 + 1);
    expect((await gateway.call('POST', '/hooks/meta', { raw: larger, headers: GOOD_META })).status).toBe(413);
    expect(warned).toContain('callback.oversized');
  });

  test('a callback of 3 MB fits into the bus whatever its content; a body that the bus cannot carry is 413 and logged', async () => {
    const fitting = '"'.repeat(3 * 1024 * 1024);
    expect((await gateway.call('POST', '/hooks/meta', { raw: fitting, headers: GOOD_META })).status).toBe(200);
    expect(received.at(-1)?.raw.length).toBe(fitting.length);
    warned.splice(0);
    const beyond = '"'.repeat(4 * 1024 * 1024);
    expect((await gateway.call('POST', '/hooks/meta', { raw: beyond, headers: GOOD_META })).status).toBe(413);
    expect(received.at(-1)?.raw.length).toBe(fitting.length);
    expect(warned).toContain('callback.oversized');
  });

  test('a wrong or missing signature is 401 and counted', async () => {
    const forged = { raw: '{}', headers: { 'x-hub-signature-256': WRONG } };
    expect(await gateway.call('POST', '/hooks/meta', forged)).toMatchObject({
      status: 401,
      body: { error: 'invalid_signature' },
    });
    expect((await gateway.call('POST', '/hooks/meta', { raw: '{}' })).status).toBe(401);
    const long = { raw: '{}', headers: { 'x-hub-signature-256': 'x'.repeat(600) } };
    expect((await gateway.call('POST', '/hooks/meta', long)).status).toBe(401);
    const { text } = await gateway.call('GET', '/metrics');
    expect(text).toContain('parley_callback_signature_failures_total{provider="meta"} 3');
  });

  test('bytes that are not UTF-8 are 400', async () => {
    const raw = Buffer.from([0x22, 0xc3, 0x28, 0x22]);
    expect(await gateway.call('POST', '/hooks/meta', { raw, headers: GOOD_META })).toMatchObject({
      status: 400,
      body: { error: 'invalid_json' },
    });
  });

  test('the subscription check returns the challenge as plain text', async () => {
    const query = (token: string) => `/hooks/meta?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=%3Cb%3E42`;
    const answer = await gateway.call('GET', query('sesame'));
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
      200,
      '<b>42',
      'text/plain; charset=utf-8',
    ]);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(await gateway.call('GET', query('no'))).toMatchObject({
      status: 403,
      body: { error: 'invalid_verify_token' },
    });
    expect((await gateway.call('GET', '/hooks/meta')).status).toBe(403);
    expect((await gateway.call('GET', `${query('sesame')}&hub.challenge=2`)).status).toBe(403);
  });

  test('another method is 405', async () => {
    expect(await gateway.call('DELETE', '/hooks/meta')).toMatchObject({ status: 405, headers: { allow: 'GET, POST' } });
  });
});

describe('/hooks/telegram', () => {
  test('responds with 200 and an empty body, so that Telegram reads no method call from it', async () => {
    const answer = await gateway.call('POST', '/hooks/telegram/123456', { raw: '{}', headers: GOOD_TELEGRAM });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(received.at(-1)).toMatchObject({ provider: 'telegram', account: '123456' });
  });

  test('an invalid bot id is 401', async () => {
    for (const bot of ['__proto__', 'x', '1'.repeat(80), '%00']) {
      const answer = await gateway.call('POST', `/hooks/telegram/${bot}`, { raw: '{}', headers: GOOD_TELEGRAM });
      expect([answer.status, answer.body.error], bot).toEqual([401, 'invalid_signature']);
    }
  });
});

describe('/hooks/tiktok', () => {
  test('passes on the exact bytes with their signature, and refuses unsigned bodies', async () => {
    const raw = '{"client_key":"7","content":"{\\"comment_id\\":7629000000000000001}"}';
    const good = { raw, headers: GOOD_TIKTOK };
    expect((await gateway.call('POST', '/hooks/tiktok', good)).status).toBe(200);
    expect(received.at(-1)).toEqual({ provider: 'tiktok', account: null, raw, signature: GOOD.tiktok });
    expect((await gateway.call('POST', '/hooks/tiktok', { raw })).status).toBe(401);
    expect(await gateway.call('GET', '/hooks/tiktok')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });
});

describe('an unavailable service', () => {
  test('is 503, so that the provider retries', async () => {
    const bare = await openGateway();
    const answer = await bare.call('POST', '/hooks/meta', { raw: '{}', headers: GOOD_META });
    expect(answer).toMatchObject({ status: 503, body: { error: 'service_unavailable' } });
    expect((await bare.call('POST', '/hooks/tiktok', { raw: '{}', headers: GOOD_TIKTOK })).status).toBe(503);
    await bare.stop();
  });
});

/** A callback whose body never arrives; returns the response. */
const announce = (path: string, headers: Record<string, string>, bytes: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const lines = Object.entries({ host: 'x', 'content-length': String(bytes), connection: 'close', ...headers });
    const head = lines.map(([name, value]) => `${name}: ${value}`).join('\r\n');
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n`));
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk.toString();
      if (said.includes('request_id')) {
        resolve(said);
        socket.destroy();
      }
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`Closed after: ${said}`)));
  });

describe('a callback without a possible signature', () => {
  test.each([
    ['meta', '/hooks/meta', {}],
    ['meta, with a signature of another form', '/hooks/meta', { 'x-hub-signature-256': 'sha256=00' }],
    ['meta, with an older signature', '/hooks/meta', { 'x-hub-signature': `sha1=${'0a'.repeat(20)}` }],
    ['telegram', '/hooks/telegram/7', {}],
    ['telegram, with a secret that none can be', '/hooks/telegram/7', { 'x-telegram-bot-api-secret-token': 'a b' }],
    ['tiktok', '/hooks/tiktok', {}],
    ['tiktok, without a time', '/hooks/tiktok', { 'tiktok-signature': `s=${'0a'.repeat(32)}` }],
  ])('of %s is 401 before its body is read, and nothing of it reaches the bus', async (_what, path, headers) => {
    const before = asked;
    const said = await announce(path, headers as Record<string, string>, 4_000_000);
    expect(said).toMatch(/^HTTP\/1\.1 401 /);
    expect(said).toContain('invalid_signature');
    expect(asked).toBe(before);
  });

  test('with Expect is refused without 100 Continue, and the connection ends', async () => {
    const said = await announce('/hooks/meta', { expect: '100-continue' }, 4_000_000);
    expect(said).toMatch(/^HTTP\/1\.1 401 /);
    expect(said.toLowerCase()).toContain('connection: close');
    const asks = { ...GOOD_META, expect: '100-continue' };
    expect((await gateway.call('POST', '/hooks/meta', { raw: '{"a":1}', headers: asks })).status).toBe(200);
    expect(received.at(-1)?.raw).toBe('{"a":1}');
  });
});
