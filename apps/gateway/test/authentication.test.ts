import { makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { authenticate } from '@parley/common/contracts/internal/authenticate';
import { AppError } from '@parley/common/errors';
import { keyChanged } from '@parley/common/hints';
import { pollUntil } from '@parley/testing/poll-until';
import { silentLogger } from '@parley/testing/silent-logger';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeAuthentication } from '../src/authentication/authenticate-key.ts';
import { makeFailureLimit } from '../src/authentication/limit-failures.ts';
import { answerServices } from './answer-services.ts';
import { answerContract, KEY, makeKey, openGateway, type TestGateway } from './open-gateway.ts';

let gateway: TestGateway;
let nowMs = 1000;

beforeEach(async () => {
  gateway = await openGateway({ nowMs: () => nowMs });
  answerServices(gateway.carrier);
});
afterEach(() => gateway.stop());

const status = (key = KEY) => gateway.action('GET', 'status', { key });

describe('keys', () => {
  test('a known key is looked up once in 900 ms', async () => {
    await status();
    await status();
    expect(gateway.lookUps()).toBe(1);
    nowMs += 901;
    await status();
    expect(gateway.lookUps()).toBe(2);
  });

  test('simultaneous requests with one key share one look-up', async () => {
    await Promise.all(Array.from({ length: 20 }, () => status()));
    expect(gateway.lookUps()).toBe(1);
  });

  test('a revoked key is refused as soon as its hint arrives', async () => {
    expect((await status()).status).toBe(200);
    gateway.keys.delete(KEY);
    expect((await status()).status).toBe(200);
    makeBusClient(gateway.carrier, { logger: silentLogger }).publishHint(keyChanged, {
      instanceId: makeKey().instanceId,
    });
    await pollUntil(async () => (await status()).status === 401 || null, { what: () => 'refusal' });
  });

  test('a revoked key is refused after 900 ms when its hint was lost', async () => {
    expect((await status()).status).toBe(200);
    gateway.keys.delete(KEY);
    nowMs += 901;
    expect((await status()).status).toBe(401);
  });

  test('an unknown key is looked up every time, so that a new key works at once', async () => {
    expect((await status('fresh')).status).toBe(401);
    gateway.keys.set('fresh', makeKey({ instanceId: 'ins_fresh00000' }));
    expect((await status('fresh')).status).toBe(200);
  });

  test('a key of 10,000 characters is refused without a look-up', async () => {
    expect((await status('x'.repeat(10_000))).status).toBe(401);
    expect(gateway.lookUps()).toBe(0);
  });

  test('a look-up that was running when the key changed is not cached', async () => {
    const carrier = makeInProcessCarrier();
    const bus = makeBusClient(carrier, { logger: silentLogger });
    const waiting: (() => void)[] = [];
    answerContract(
      carrier,
      authenticate,
      () => new Promise((resolve) => waiting.push(() => resolve({ key: makeKey() }))),
    );
    const failures = makeFailureLimit(() => 0);
    const authentication = makeAuthentication({ bus, failures, nowMs: () => 0, onFailure: () => undefined });
    const claim = { key: KEY, tenant: 'demo', address: '127.0.0.1', requestId: 'req_1' };
    const asked = (count: number) =>
      pollUntil(() => waiting.length === count || null, { what: () => `${count} look-ups` });
    const first = authentication.authenticateKey(claim);
    await asked(1);
    let heard = false;
    bus.onHint(keyChanged, () => {
      heard = true;
    });
    bus.publishHint(keyChanged, { instanceId: null });
    await pollUntil(() => heard || null, { what: () => 'the hint' });
    waiting[0]?.();
    await first;
    const second = authentication.authenticateKey(claim);
    await asked(2);
    waiting[1]?.();
    await second;
    await carrier.close();
  });
});

describe('an unavailable accounts service', () => {
  test('is 503 with Retry-After, and makes readiness fail', async () => {
    const bare = await openGateway();
    expect((await bare.call('GET', '/readyz')).status).toBe(200);
    await bare.carrier.close();
    const answer = await bare.action('GET', 'status');
    expect(answer).toMatchObject({ status: 503, body: { error: 'service_unavailable', retry_after: 1 } });
    expect(answer.headers['retry-after']).toBe('1');
    expect(await bare.call('GET', '/readyz')).toMatchObject({ status: 503, body: { missing: ['accounts'] } });
    expect((await bare.call('GET', '/healthz')).status).toBe(200);
    await bare.close();
  });
});

describe('failed authentications', () => {
  const guess = async (count: number) => {
    const answers = [];
    for (let i = 0; i < count; i++) answers.push((await status(`guess${nowMs}-${i}`)).status);
    return answers;
  };

  test('are limited for an address, while its valid keys keep working', async () => {
    expect((await status()).status).toBe(200);
    expect(await guess(30)).toEqual(Array(30).fill(401));
    const beyond = await guess(10);
    expect(beyond.filter((code) => code === 429).length).toBeGreaterThanOrEqual(9);
    expect((await status()).status).toBe(200);
    expect((await status('again')).headers['retry-after']).toBe('1');
  });

  test('do not lock out a valid key that was not seen before', async () => {
    await guess(60);
    nowMs += 1000;
    expect((await status()).status).toBe(200);
  });

  test('are forgotten after a minute', async () => {
    await guess(40);
    nowMs += 60_001;
    expect(await guess(1)).toEqual([401]);
  });

  test('of the operator have a limit of their own', async () => {
    const wrong = () => gateway.admin('GET', '/tenants', { key: `wrong${Math.random()}` });
    const codes = [];
    for (let i = 0; i < 40; i++) codes.push((await wrong()).status);
    expect(codes.slice(0, 30)).toEqual(Array(30).fill(401));
    expect(codes.slice(31)).toEqual(Array(9).fill(429));
    expect((await status()).status).toBe(200);
  });

  test('count an IPv6 /64 as one address', () => {
    const limit = makeFailureLimit(() => 0);
    for (let i = 0; i < 30; i++) limit.failed(`2001:db8::${i.toString(16)}`, `secret${i}`);
    limit.admit('2001:db8::ffff', 'first turn of the slow lane');
    expect(() => limit.admit('2001:db8:0:0:1::9', 'x')).toThrow(AppError);
    expect(() => limit.admit('2001:db8:0:1::9', 'x')).not.toThrow();
  });
});
