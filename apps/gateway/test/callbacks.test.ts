import { receiveCallback, verifySubscription } from '@parley/common/contracts/internal/receive-callback';
import { AppError } from '@parley/common/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerContract, openGateway, type TestGateway } from './open-gateway.ts';

let gateway: TestGateway;
const received: { provider: string; account: string | null; raw: string; signature: string | null }[] = [];

beforeAll(async () => {
  gateway = await openGateway();
  answerContract(gateway.carrier, receiveCallback, async (input) => {
    if (input.signature !== 'good') throw new AppError('invalid_signature');
    received.push(input);
    return { items: 1 };
  });
  answerContract(gateway.carrier, verifySubscription, async ({ token, challenge }) => {
    if (token !== 'sesame') throw new AppError('invalid_verify_token');
    return { challenge };
  });
});
afterAll(() => gateway.stop());

const GOOD_META = { 'x-hub-signature-256': 'good', 'content-type': 'application/json' };
const GOOD_TELEGRAM = { 'x-telegram-bot-api-secret-token': 'good' };

describe('/hooks/meta', () => {
  test('hands on the exact bytes', async () => {
    const raw = '{ "a":1.0,\n "b":"\\u00e9é😀" }\r\n';
    const answer = await gateway.call('POST', '/hooks/meta', { raw, headers: GOOD_META });
    expect(answer.status).toBe(200);
    expect(received.at(-1)).toEqual({ provider: 'meta', account: null, raw, signature: 'good' });
  });

  test('takes a body of 3 MB, and says 413 to more than 4 MiB', async () => {
    const raw = `"${'x'.repeat(3_000_000)}"`;
    expect((await gateway.call('POST', '/hooks/meta', { raw, headers: GOOD_META })).status).toBe(200);
    expect(received.at(-1)?.raw.length).toBe(raw.length);
    const larger = 'x'.repeat(4 * 1024 * 1024 + 1);
    expect((await gateway.call('POST', '/hooks/meta', { raw: larger, headers: GOOD_META })).status).toBe(413);
  });

  test('a wrong or missing signature is 401 and leaves a counter', async () => {
    const forged = { raw: '{}', headers: { 'x-hub-signature-256': 'bad' } };
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

  test('the subscription check answers the challenge as plain text', async () => {
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
  test('answers 200 with an empty body, so that nothing is read as a method call', async () => {
    const answer = await gateway.call('POST', '/hooks/telegram/123456', { raw: '{}', headers: GOOD_TELEGRAM });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(received.at(-1)).toMatchObject({ provider: 'telegram', account: '123456' });
  });

  test('a bot id that is none is 401', async () => {
    for (const bot of ['__proto__', 'x', '1'.repeat(80), '%00']) {
      const answer = await gateway.call('POST', `/hooks/telegram/${bot}`, { raw: '{}', headers: GOOD_TELEGRAM });
      expect([answer.status, answer.body.error], bot).toEqual([401, 'invalid_signature']);
    }
  });
});

describe('/hooks/tiktok', () => {
  test('hands on the exact bytes with their signature, and refuses what is not signed', async () => {
    const raw = '{"client_key":"7","content":"{\\"comment_id\\":7629000000000000001}"}';
    const good = { raw, headers: { 'tiktok-signature': 'good' } };
    expect((await gateway.call('POST', '/hooks/tiktok', good)).status).toBe(200);
    expect(received.at(-1)).toEqual({ provider: 'tiktok', account: null, raw, signature: 'good' });
    expect((await gateway.call('POST', '/hooks/tiktok', { raw })).status).toBe(401);
    expect(await gateway.call('GET', '/hooks/tiktok')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });
});

describe('a service that is away', () => {
  test('is 503, so that the provider repeats', async () => {
    const bare = await openGateway();
    const answer = await bare.call('POST', '/hooks/meta', { raw: '{}', headers: GOOD_META });
    expect(answer).toMatchObject({ status: 503, body: { error: 'service_unavailable' } });
    expect((await bare.call('POST', '/hooks/tiktok', { raw: '{}' })).status).toBe(503);
    await bare.stop();
  });
});
