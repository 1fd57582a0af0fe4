import { connectTelegram } from '@parley/common/contracts/channels/connect-telegram';
import { disconnectChannel } from '@parley/common/contracts/channels/disconnect-channel';
import { AppError } from '@parley/common/errors';
import { withIdempotency } from '@parley/messaging/idempotency/idempotency';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type OpenChannelConnect, openChannelConnect } from '../../test/open-channel-connect.ts';

let service: OpenChannelConnect;
beforeAll(async () => {
  service = await openChannelConnect();
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(async () => {
  await service.driver.clearFaults();
});

const ONE = '11'.repeat(32);
const OTHER = '22'.repeat(32);

test('a repeat of connect-telegram gets the first answer, marked as replayed, and changes nothing', async () => {
  const tenant = await service.makeTenant();
  const bot = await service.makeBot();
  const key = { key: 'connect-1', bodyHash: ONE };
  const first = await service.act(tenant, connectTelegram, { botToken: bot.token }, key);
  expect(first.replayed).toBe(false);
  await service.act(tenant, disconnectChannel, { channel: 'tg', id: bot.id });
  const again = await service.act(tenant, connectTelegram, { botToken: bot.token }, key);
  expect(again).toEqual({ output: first.output, replayed: true });
  expect((await service.eventsOf(tenant)).map(({ type }) => type)).toEqual([
    'channel.connected',
    'channel.disconnected',
  ]);
});

test('the same key with another body is idempotency_mismatch; it is free for another action or API key', async () => {
  const tenant = await service.makeTenant();
  const bot = await service.makeBot();
  await service.act(tenant, connectTelegram, { botToken: bot.token }, { key: 'k', bodyHash: ONE });
  await expect(
    service.act(tenant, connectTelegram, { botToken: bot.token }, { key: 'k', bodyHash: OTHER }),
  ).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  const disconnected = await service.act(
    tenant,
    disconnectChannel,
    { channel: 'tg', id: bot.id },
    { key: 'k', bodyHash: OTHER },
  );
  expect(disconnected.replayed).toBe(false);
});

test('a refusal does not use up the key', async () => {
  const tenant = await service.makeTenant();
  const bot = await service.makeBot();
  const key = { key: 'burn', bodyHash: ONE };
  const input = { channel: 'tg' as const, id: bot.id };
  await expect(service.act(tenant, disconnectChannel, input, key)).rejects.toMatchObject({ code: 'not_connected' });
  await service.act(tenant, connectTelegram, { botToken: bot.token });
  expect(await service.act(tenant, disconnectChannel, input, key)).toMatchObject({ replayed: false });
});

test('the provider’s refusal is an answer: a repeat gets it again without a provider call', async () => {
  const tenant = await service.makeTenant();
  const bot = await service.makeBot();
  const key = { key: 'refused', bodyHash: ONE };
  await service.driver.failNext({
    provider: 'tg',
    match: { method: 'setWebhook' },
    mode: 'error',
    code: 400,
    description: 'Bad Request: no',
  });
  const refused = { code: 'telegram_error', message: 'Bad Request: no', extras: { provider: { code: 400 } } };
  await expect(service.act(tenant, connectTelegram, { botToken: bot.token }, key)).rejects.toMatchObject(refused);
  await expect(service.act(tenant, connectTelegram, { botToken: bot.token }, key)).rejects.toMatchObject(refused);
  expect((await bot.look()).webhook).toBeNull();
});

test('an answer is stored encrypted, bound to its Idempotency-Key', async () => {
  const tenant = await service.makeTenant();
  const bot = await service.makeBot('hidden_bot');
  const first = { key: 'sealed-1', bodyHash: ONE };
  await service.act(tenant, connectTelegram, { botToken: bot.token }, first);
  const { query } = service.database.db;
  const { rows } = await query<{ row: string }>({ text: 'SELECT k::text AS row FROM idempotency_keys k' });
  expect(JSON.stringify(rows)).not.toContain('hidden_bot');
  expect(rows.some(({ row }) => row.includes('sealed-1'))).toBe(true);
  await query({
    text: `INSERT INTO idempotency_keys
           SELECT instance_id, action, 'sealed-2', body_hash, message_id, answer, locked_until, created_at
             FROM idempotency_keys WHERE key = 'sealed-1'`,
  });
  const repeat = (key: string) => service.act(tenant, connectTelegram, { botToken: bot.token }, { key, bodyHash: ONE });
  await expect(repeat('sealed-2')).rejects.toMatchObject({ code: 'internal_error' });
  expect(await repeat('sealed-1')).toMatchObject({ replayed: true, output: { botUsername: 'hidden_bot' } });
});

test('an answer stored before answers were encrypted is still replayed', async () => {
  const tenant = await service.makeTenant();
  const bot = await service.makeBot();
  const key = { key: 'from-before', bodyHash: ONE };
  const output = { ok: true, channel: 'tg', status: 'connected', bot_username: 'kept' };
  await service.database.db.query({
    text: `INSERT INTO idempotency_keys (instance_id, action, key, body_hash, answer, locked_until, created_at)
           VALUES ($1, 'connect-telegram', $2, decode($3, 'hex'), $4, now(), now())`,
    values: [tenant.caller.instanceId, key.key, ONE, { ok: true, output }],
  });
  expect(await service.act(tenant, connectTelegram, { botToken: bot.token }, key)).toEqual({
    output: { ok: true, channel: 'tg', status: 'connected', botUsername: 'kept' },
    replayed: true,
  });
});

describe('a run', () => {
  const once = (tenant: TestTenant, run: () => Promise<{ n: number }>, given: { bodyHash?: string; now?: Date } = {}) =>
    withIdempotency(
      {
        database: service.database.db,
        cipher: service.cipher,
        context: {
          requestId: 'req_test',
          caller: tenant.caller,
          idempotency: { key: 'run', bodyHash: given.bodyHash ?? ONE },
          deadlineAt: Date.now() + 1000,
        },
        action: 'test-action',
        writeOutput: (output) => output,
        readOutput: (stored) => stored as { n: number }, // safe: written by the runs below
        lockMs: 10_000,
        ...(given.now ? { now: () => given.now ?? new Date() } : {}),
      },
      run,
    );

  test('that is in progress answers repeats with idempotency_in_progress, and runs once', async () => {
    const tenant = await service.makeTenant();
    let runs = 0;
    let finish = (): void => {};
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const started = new Promise<void>((resolve) => {
      void once(tenant, async () => {
        runs++;
        resolve();
        await gate;
        return { n: 1 };
      });
    });
    await started;
    const run = async () => ({ n: ++runs });
    await expect(once(tenant, run)).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    finish();
    await expect.poll(() => once(tenant, run).catch(() => null)).toEqual({ replayed: true, output: { n: 1 } });
    expect(runs).toBe(1);
  });

  test('of twenty concurrent ones happens once', async () => {
    const tenant = await service.makeTenant();
    let runs = 0;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => once(tenant, async () => ({ n: ++runs }))),
    );
    expect(runs).toBe(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') expect(outcome.value).toMatchObject({ output: { n: 1 } });
      else expect(outcome.reason.code).toBe('idempotency_in_progress');
    }
  });

  test('whose process died is repeated once its lock has expired, and its late answer changes nothing', async () => {
    const tenant = await service.makeTenant();
    const start = new Date('2030-01-01T00:00:00Z');
    const late = new Date('2030-01-01T00:00:11Z');
    let takeover: unknown;
    await once(
      tenant,
      async () => {
        takeover = await once(tenant, async () => ({ n: 2 }), { now: late });
        return { n: 1 };
      },
      { now: start },
    );
    expect(takeover).toEqual({ replayed: false, output: { n: 2 } });
    expect(await once(tenant, async () => ({ n: 3 }), { now: late })).toEqual({ replayed: true, output: { n: 2 } });
  });

  test('that failed in Parley can be repeated at once', async () => {
    const tenant = await service.makeTenant();
    for (const error of [new AppError('service_unavailable'), new AppError('provider_timeout'), new Error('bug')])
      await expect(once(tenant, () => Promise.reject(error))).rejects.toBe(error);
    expect(await once(tenant, async () => ({ n: 1 }))).toEqual({ replayed: false, output: { n: 1 } });
  });

  test('is kept for 24 hours', async () => {
    const tenant = await service.makeTenant();
    const at = (time: string) => ({ now: new Date(time) });
    await once(tenant, async () => ({ n: 1 }), at('2030-01-01T00:00:00Z'));
    expect(await once(tenant, async () => ({ n: 2 }), at('2030-01-01T23:59:59Z'))).toMatchObject({ replayed: true });
    expect(await once(tenant, async () => ({ n: 2 }), { ...at('2030-01-02T00:00:01Z'), bodyHash: OTHER })).toEqual({
      replayed: false,
      output: { n: 2 },
    });
  });
});
