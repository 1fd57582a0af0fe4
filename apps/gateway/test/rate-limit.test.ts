import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, describe, expect, test } from 'vitest';
import { answerServices } from './answer-services.ts';
import { type Answer, KEY, makeKey, openGateway, type TestGateway } from './open-gateway.ts';

const open: TestGateway[] = [];
let nowMs = 1000;

async function start(beside?: TestGateway): Promise<TestGateway> {
  const gateway = await openGateway({ nowMs: () => nowMs, ...(beside ? { beside } : {}) });
  open.push(gateway);
  if (!beside) answerServices(gateway.carrier);
  return gateway;
}

afterEach(async () => {
  for (const gateway of open.splice(0).reverse()) await gateway.stop();
});

const statusOn = (gateway: TestGateway, key = KEY): Promise<Answer> => gateway.action('GET', 'status', { key });
const isAllowed = (answer: Answer): boolean => answer.status === 200;

/** Waits until both gateways know each other, so that each key has one owner. */
async function knowEachOther(one: TestGateway, other: TestGateway): Promise<void> {
  // Uses a fresh key with a limit of 1 each time: done when the second gateway refuses a key that the first admitted.
  let serial = 0;
  const agree = async (): Promise<true | null> => {
    for (let round = 0; round < 8; round++) {
      const key = `probe${serial++}`;
      one.keys.set(key, makeKey({ instanceId: `ins_${key}`, rateLimitPerMinute: 1 }));
      const answers = [await statusOn(one, key), await statusOn(other, key)];
      if (answers.filter(isAllowed).length !== 1) return null;
    }
    return true;
  };
  await pollUntil(agree, { what: () => 'the gateways to know each other' });
}

describe('the rate limit', () => {
  test('allows exactly the limit in any one minute and reports the remainder', async () => {
    const gateway = await start();
    gateway.keys.set(KEY, makeKey({ rateLimitPerMinute: 60 }));
    const first = await statusOn(gateway);
    expect(first.headers['ratelimit-policy']).toBe('"default";q=60;w=60');
    expect(first.headers.ratelimit).toBe('"default";r=59;t=60');
    nowMs += 20_000;
    for (let i = 0; i < 59; i++) expect((await statusOn(gateway)).status).toBe(200);
    const refused = await statusOn(gateway);
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited', retry_after: 40 } });
    expect(refused.headers).toMatchObject({ 'retry-after': '40', ratelimit: '"default";r=0;t=40' });
    nowMs += 39_999;
    expect((await statusOn(gateway)).status).toBe(429);
    nowMs += 1;
    expect((await statusOn(gateway)).status).toBe(200);
    expect((await statusOn(gateway)).status).toBe(429);
  });

  test('counts every authenticated call, including refused ones, and no other', async () => {
    const gateway = await start();
    gateway.keys.set(KEY, makeKey({ rateLimitPerMinute: 3 }));
    await gateway.action('GET', 'status', { key: 'wrong' });
    await gateway.call('GET', '/other/api/messaging/?action=status', { key: KEY });
    expect((await gateway.action('GET', 'fly')).status).toBe(404);
    expect((await gateway.action('POST', 'send', { body: {} })).status).toBe(400);
    expect((await gateway.action('PUT', 'send')).headers.ratelimit).toMatch(/r=0/);
    expect((await statusOn(gateway)).status).toBe(429);
  });

  test('is separate for each key of an account', async () => {
    const gateway = await start();
    gateway.keys.set(KEY, makeKey({ rateLimitPerMinute: 1 }));
    gateway.keys.set('second', makeKey({ instanceId: 'ins_second0000', rateLimitPerMinute: 1 }));
    expect((await statusOn(gateway)).status).toBe(200);
    expect((await statusOn(gateway, 'second')).status).toBe(200);
    expect((await statusOn(gateway)).status).toBe(429);
  });

  test('is exact over two gateways, even under concurrency', async () => {
    const one = await start();
    const other = await start(one);
    await knowEachOther(one, other);
    for (let k = 0; k < 6; k++) {
      const key = `shared${k}`;
      one.keys.set(key, makeKey({ instanceId: `ins_shared${k}000`, rateLimitPerMinute: 10 }));
      const calls = Array.from({ length: 30 }, (_, index) => statusOn(index % 2 ? one : other, key));
      expect((await Promise.all(calls)).filter(isAllowed)).toHaveLength(10);
    }
  });

  test('hands earlier counts to a gateway that joins', async () => {
    const one = await start();
    const keys = Array.from({ length: 6 }, (_, k) => `early${k}`);
    for (const key of keys) {
      one.keys.set(key, makeKey({ instanceId: `ins_${key}000`, rateLimitPerMinute: 5 }));
      for (let i = 0; i < 5; i++) expect((await statusOn(one, key)).status).toBe(200);
    }
    const other = await start(one);
    await knowEachOther(one, other);
    for (const key of keys) {
      expect((await statusOn(other, key)).status).toBe(429);
      expect((await statusOn(one, key)).status).toBe(429);
    }
  });

  test('takes over the counts of a gateway that leaves', async () => {
    const one = await start();
    const other = await start(one);
    await knowEachOther(one, other);
    const keys = Array.from({ length: 6 }, (_, k) => `left${k}`);
    for (const key of keys) {
      one.keys.set(key, makeKey({ instanceId: `ins_${key}000`, rateLimitPerMinute: 4 }));
      for (let i = 0; i < 4; i++) expect((await statusOn(other, key)).status).toBe(200);
    }
    open.pop();
    await other.stop();
    for (const key of keys) expect((await statusOn(one, key)).status).toBe(429);
  });
});
