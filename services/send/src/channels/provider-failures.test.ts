import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { makeStranger, type TestTenant } from '../../test/test-tenant.ts';

let system: OpenSend;
let tenant: TestTenant;
beforeAll(async () => {
  system = await openSend();
});
beforeEach(async () => {
  tenant = await system.addTenant({ balance: 10 });
});
afterAll(() => system[Symbol.asyncDispose]());

const template = { name: 'hello_world', language: 'en_US' };

describe('a provider that refuses', () => {
  test('is quoted unchanged, the message fails, and no event is fired', async () => {
    const error = await tenant
      .send({ channel: 'wa', to: makeStranger(), template: { name: 'nowhere', language: 'en' } })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'graph_error',
      extras: { provider: { name: 'graph', status: 404, code: 132001, trace_id: expect.any(String) } },
    });
    const { message, extras } = error as { message: string; extras: { provider: { message: string } } };
    expect(message).toBe(extras.provider.message);
    expect(message).toContain('132001');
    const { id } = await tenant.onlyMessage();
    expect(await tenant.lookUp(id)).toMatchObject({
      status: 'failed',
      error: { code: 'graph_error', message, provider_code: 132001 },
      history: [{ status: 'failed' }],
    });
    expect(await tenant.events()).toEqual([]);
  });

  test('on tg is telegram_error in Telegram’s words', async () => {
    await system.fault({
      provider: 'tg',
      match: { to: '901' },
      mode: 'error',
      code: 403,
      description: 'Forbidden: bot was blocked by the user',
    });
    await expect(tenant.send({ channel: 'tg', to: '901', message: 'x' })).rejects.toMatchObject({
      code: 'telegram_error',
      message: 'Forbidden: bot was blocked by the user',
      extras: { provider: { name: 'telegram', status: 403, code: 403 } },
    });
  });
});

describe('a failure that certainly sent nothing', () => {
  test('is retried after the provider’s Retry-After, and the send succeeds', async () => {
    const to = makeStranger();
    const body = { error: { message: '(#2) Service temporarily unavailable', code: 2, fbtrace_id: 't' } };
    await system.fault({
      provider: 'wa',
      match: { to },
      mode: 'status',
      status: 503,
      body,
      headers: { 'retry-after': '0' },
      times: 2,
    });
    await expect(tenant.send({ channel: 'wa', to, template })).resolves.toMatchObject({ ok: true });
    expect(await system.accepted(to)).toHaveLength(1);
    expect((await tenant.balance()).balance).toBe(9);
  });

  test('is retried at most twice', async () => {
    const to = makeStranger();
    const body = { error: { message: '(#2) Service temporarily unavailable', code: 2 } };
    await system.fault({
      provider: 'wa',
      match: { to },
      mode: 'status',
      status: 503,
      body,
      headers: { 'retry-after': '0' },
      times: 3,
    });
    await expect(tenant.send({ channel: 'wa', to, template })).rejects.toMatchObject({ code: 'graph_error' });
    expect(await system.sandbox.driver.armedFaults()).toEqual([]);
    expect(await system.accepted(to)).toEqual([]);
  });

  test('is not retried when the wait exceeds the deadline', async () => {
    await system.fault({ provider: 'tg', match: { to: '902' }, mode: 'rate_limit', retry_after: 30 });
    await expect(tenant.send({ channel: 'tg', to: '902', message: 'x' })).rejects.toMatchObject({
      code: 'telegram_error',
      message: 'Too Many Requests: retry after 30',
    });
    expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
  });

  test('by an unreachable provider leaves the Idempotency-Key free', async () => {
    await using away = await openSend({ PARLEY_TELEGRAM_URL: 'http://127.0.0.1:9' });
    const other = await away.addTenant({ balance: 1 });
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(other.send({ channel: 'tg', to: '903', message: 'x' }, { key: 'free' })).rejects.toMatchObject({
        code: 'telegram_error',
        extras: { provider: { status: null } },
      });
    expect(await other.messages()).toHaveLength(2);
    expect(await other.balance()).toEqual({ balance: 1, ledger: 1 });
  });
});

describe('the caller’s deadline', () => {
  test('ends a provider call in time for the caller to get provider_timeout', async () => {
    await using patient = await openSend({ PARLEY_PROVIDER_TIMEOUT_MS: '20000' });
    const other = await patient.addTenant({ balance: 5 });
    await patient.fault({ provider: 'tg', match: { to: '907' }, mode: 'hang' });
    await expect(other.send({ channel: 'tg', to: '907', message: 'x' }, { deadlineMs: 2000 })).rejects.toMatchObject({
      code: 'provider_timeout',
    });
  });

  test('that has almost passed sends and charges nothing', async () => {
    await expect(
      tenant.send({ channel: 'tg', to: '908', message: 'x' }, { key: 'hurry', deadlineMs: 700 }),
    ).rejects.toMatchObject({ code: 'service_unavailable' });
    await pollUntil(async () => ((await tenant.balance()).balance === 10 ? true : null), {
      what: () => 'the credit to be back',
    });
    expect(await system.accepted('908')).toEqual([]);
    await expect(tenant.send({ channel: 'tg', to: '908', message: 'x' }, { key: 'hurry' })).resolves.toMatchObject({
      ok: true,
    });
  });
});

describe('a send that the database refuses', () => {
  test('does not affect the others of its batch', async () => {
    const sends = Array.from({ length: 10 }, (_, n) =>
      tenant.send({ channel: 'tg', to: '909', message: `n${n}` }, n === 5 ? { key: 'bad', bodyHash: 'not hex' } : {}),
    );
    const ended = await Promise.allSettled(sends);
    expect(ended.map(({ status }) => status)).toEqual(
      Array.from({ length: 10 }, (_, n) => (n === 5 ? 'rejected' : 'fulfilled')),
    );
  });
});

describe('an account whose credentials cannot be opened', () => {
  test('sends nothing and charges nothing', async () => {
    await system.rows(`UPDATE channel_accounts SET credentials = 'v1.k9.a.b.c' WHERE id = $1`, tenant.tg);
    await expect(tenant.send({ channel: 'tg', to: '910', message: 'x' })).rejects.toMatchObject({
      code: 'internal_error',
    });
    expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
  });
});
