import { confirmSend } from '@parley/prisma/messaging/settle-late';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenSend, openSend, type TestTenant } from './open-send.ts';

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
const later = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);
let next = 0;
const stranger = (): string => `+4918000000${String(++next).padStart(3, '0')}`;
const onlyMessage = async () => {
  const [message, ...more] = await tenant.messages();
  if (!message || more.length > 0) throw new Error('Expected one message.');
  return message;
};

describe('a provider that refuses', () => {
  test('is quoted unchanged, the message is failed, and no event tells of it', async () => {
    const error = await tenant
      .send({ channel: 'wa', to: stranger(), template: { name: 'nowhere', language: 'en' } })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'graph_error',
      extras: { provider: { name: 'graph', status: 404, code: 132001, trace_id: expect.any(String) } },
    });
    const { message, extras } = error as { message: string; extras: { provider: { message: string } } };
    expect(message).toBe(extras.provider.message);
    expect(message).toContain('132001');
    const { id } = await onlyMessage();
    expect(await tenant.lookUp(id)).toMatchObject({
      status: 'failed',
      error: { code: 'graph_error', message, provider_code: 132001 },
      history: [{ status: 'failed' }],
    });
    expect(await tenant.events()).toEqual([]);
  });

  test('on tg is telegram_error in Telegram’s words', async () => {
    system.fault({
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
  test('is tried again when the provider says when, and the send succeeds', async () => {
    const to = stranger();
    const body = { error: { message: '(#2) Service temporarily unavailable', code: 2, fbtrace_id: 't' } };
    system.fault({
      provider: 'wa',
      match: { to },
      mode: 'status',
      status: 503,
      body,
      headers: { 'retry-after': '0' },
      times: 2,
    });
    await expect(tenant.send({ channel: 'wa', to, template })).resolves.toMatchObject({ ok: true });
    expect(system.accepted(to)).toHaveLength(1);
    expect((await tenant.balance()).balance).toBe(9);
  });

  test('is tried again at most twice', async () => {
    const to = stranger();
    const body = { error: { message: '(#2) Service temporarily unavailable', code: 2 } };
    system.fault({
      provider: 'wa',
      match: { to },
      mode: 'status',
      status: 503,
      body,
      headers: { 'retry-after': '0' },
      times: 3,
    });
    await expect(tenant.send({ channel: 'wa', to, template })).rejects.toMatchObject({ code: 'graph_error' });
    expect(system.sandbox.state.faults.size()).toBe(0);
    expect(system.accepted(to)).toEqual([]);
  });

  test('is not tried again when the wait is longer than the time limit', async () => {
    system.fault({ provider: 'tg', match: { to: '902' }, mode: 'rate_limit', retry_after: 30 });
    await expect(tenant.send({ channel: 'tg', to: '902', message: 'x' })).rejects.toMatchObject({
      code: 'telegram_error',
      message: 'Too Many Requests: retry after 30',
    });
    expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
  });

  test('by a provider that cannot be reached leaves the Idempotency-Key free', async () => {
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

describe.each([
  ['is silent past the time limit', { mode: 'hang' }],
  ['resets the connection', { mode: 'reset' }],
  ['answers with a gateway’s page', { mode: 'html502' }],
] as const)('a provider that accepts and then %s', (_how, fault) => {
  test('is provider_timeout with credit still reserved, and the message is never sent again', async () => {
    const to = stranger();
    system.fault({ provider: 'wa', match: { to }, after_accept: true, ...fault });
    await expect(tenant.send({ channel: 'wa', to, template }, { key: `u-${to}` })).rejects.toMatchObject({
      code: 'provider_timeout',
      extras: { provider: { name: 'graph' } },
    });
    expect((await onlyMessage()).status).toBe('unknown');
    expect(await tenant.balance()).toEqual({ balance: 9, ledger: 9 });
    await expect(tenant.send({ channel: 'wa', to, template }, { key: `u-${to}` })).rejects.toMatchObject({
      code: 'idempotency_in_progress',
    });
    expect(system.accepted(to)).toHaveLength(1);
    expect(await tenant.events()).toEqual([]);
  });
});

describe('a send of unknown outcome', () => {
  const unknownSend = async (key: string) => {
    const to = stranger();
    system.fault({ provider: 'wa', match: { to }, mode: 'hang', after_accept: true });
    await tenant.send({ channel: 'wa', to, template }, { key }).catch(() => {});
    return { to, id: (await onlyMessage()).id };
  };
  const confirm = (id: string) =>
    system.database.db.transaction((sql) =>
      confirmSend(sql, { messageId: id, providerMessageId: `wamid.late-${id}`, at: new Date() }),
    );

  test('is settled by a late confirmation: message.sent fires once, and a repeat replays the answer', async () => {
    const { to, id } = await unknownSend('late-1');
    expect(await confirm(id)).toEqual([tenant.instanceId]);
    expect(await confirm(id)).toEqual([]);
    const again = await tenant.sendWithMeta({ channel: 'wa', to, template }, { key: 'late-1' });
    expect(again).toMatchObject({ output: { ok: true, message_id: id, delivery: 'sent' }, meta: { replayed: true } });
    expect(await tenant.lookUp(id)).toMatchObject({
      status: 'sent',
      error: null,
      provider_message_id: `wamid.late-${id}`,
    });
    expect(await tenant.events()).toHaveLength(1);
    expect(await tenant.balance()).toEqual({ balance: 9, ledger: 9 });
    expect(system.accepted(to)).toHaveLength(1);
  });

  test('that is confirmed is left alone by the sweeper', async () => {
    const { id } = await unknownSend('late-2');
    await confirm(id);
    await system.sweepAt(later(60));
    expect((await onlyMessage()).status).toBe('sent');
    expect(await tenant.balance()).toEqual({ balance: 9, ledger: 9 });
  });

  test('on wa waits 15 minutes for a receipt, then fails: credit back, message.status failed, the answer known', async () => {
    const { to, id } = await unknownSend('late-3');
    await system.sweepAt(later(14));
    expect((await onlyMessage()).status).toBe('unknown');
    await system.sweepAt(later(16));
    expect((await onlyMessage()).status).toBe('failed');
    expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
    expect(await tenant.events()).toMatchObject([
      { type: 'message.status', data: { message_id: id, status: 'failed', error: { code: 'provider_timeout' } } },
    ]);
    await expect(tenant.send({ channel: 'wa', to, template }, { key: 'late-3' })).rejects.toMatchObject({
      code: 'provider_timeout',
    });
    await system.sweepAt(later(60));
    expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
    expect(await tenant.events()).toHaveLength(1);
    expect(await confirm(id)).toEqual([]);
  });

  test.each(['wd', 'fb', 'ig', 'tt'])('on %s waits as long for its receipt or echo', async (channel) => {
    await unknownSend(`late-${channel}`);
    await system.database.db.query({ text: 'UPDATE messages SET channel = $1', values: [channel] });
    await system.sweepAt(later(14));
    expect((await onlyMessage()).status).toBe('unknown');
    await system.sweepAt(later(16));
    expect((await onlyMessage()).status).toBe('failed');
  });

  test('on tg, which tells nothing later, fails at the next sweep', async () => {
    system.fault({ provider: 'tg', match: { to: '904' }, mode: 'hang' });
    await tenant.send({ channel: 'tg', to: '904', message: 'x' }).catch(() => {});
    await system.sweepAt(later(0.1));
    expect((await onlyMessage()).status).toBe('failed');
    expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
  });
});

describe('a confirmation that overtakes the provider’s own answer', () => {
  test('makes the settling a no-op: one event, one charge, and the caller gets the answer', async () => {
    const to = stranger();
    system.fault({ provider: 'wa', match: { to }, mode: 'delay', delay_ms: 300, after_accept: true });
    const sending = tenant.send({ channel: 'wa', to, template }, { key: 'race' });
    const { id } = await pollUntil(async () => (await tenant.messages())[0] ?? null, {
      deadlineMs: 5000,
      what: () => 'the reservation',
    });
    await system.database.db.transaction((sql) =>
      confirmSend(sql, { messageId: id, providerMessageId: 'wamid.fast', at: new Date() }),
    );
    await expect(sending).resolves.toMatchObject({ ok: true, message_id: id });
    expect(await onlyMessage()).toMatchObject({ status: 'sent', provider_message_id: 'wamid.fast' });
    expect(await tenant.events()).toHaveLength(1);
    expect(await tenant.balance()).toEqual({ balance: 9, ledger: 9 });
  });
});

describe('a process that dies between reserving and settling', () => {
  const interrupt = async (channel: 'wa' | 'tg') => {
    const { id } = await onlyMessage();
    await system.rows(
      `UPDATE messages SET status = 'sending', provider_message_id = NULL, settle_by = now() - interval '1 second'
        WHERE id = $1 AND channel = $2`,
      id,
      channel,
    );
    await system.rows('DELETE FROM events WHERE tenant_id = $1', tenant.id);
    await system.rows('UPDATE idempotency_keys SET answer = NULL WHERE message_id = $1', id);
    return id;
  };

  test('leaves a send that the sweeper first calls unknown and then, on tg, failed with its credit back', async () => {
    await tenant.send({ channel: 'tg', to: '905', message: 'x' }, { key: 'dead-1' });
    const id = await interrupt('tg');
    await system.sweepAt(new Date());
    expect((await onlyMessage()).status).toBe('unknown');
    await expect(tenant.send({ channel: 'tg', to: '905', message: 'x' }, { key: 'dead-1' })).rejects.toMatchObject({
      code: 'idempotency_in_progress',
    });
    await system.sweepAt(later(1));
    expect(await tenant.lookUp(id)).toMatchObject({ status: 'failed', error: { code: 'provider_timeout' } });
    expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
    expect(system.accepted('905')).toHaveLength(1);
  });

  test('is ended once, however many sweepers run', async () => {
    await tenant.send({ channel: 'tg', to: '906', message: 'x' });
    await interrupt('tg');
    await system.sweepAt(new Date());
    await Promise.all(Array.from({ length: 4 }, () => system.sweepAt(later(1))));
    expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
    expect(await tenant.events()).toHaveLength(1);
  });
});

describe('the caller’s deadline', () => {
  test('ends a provider call before the caller has gone: provider_timeout reaches them', async () => {
    await using patient = await openSend({ PARLEY_PROVIDER_TIMEOUT_MS: '20000' });
    const other = await patient.addTenant({ balance: 5 });
    patient.fault({ provider: 'tg', match: { to: '907' }, mode: 'hang' });
    await expect(other.send({ channel: 'tg', to: '907', message: 'x' }, { deadlineMs: 2000 })).rejects.toMatchObject({
      code: 'provider_timeout',
    });
  });

  test('that has almost passed sends and charges nothing', async () => {
    await expect(
      tenant.send({ channel: 'tg', to: '908', message: 'x' }, { key: 'hurry', deadlineMs: 700 }),
    ).rejects.toMatchObject({ code: 'service_unavailable' });
    await pollUntil(async () => ((await tenant.balance()).balance === 10 ? true : null), {
      deadlineMs: 5000,
      what: () => 'the credit to be back',
    });
    expect(system.accepted('908')).toEqual([]);
    await expect(tenant.send({ channel: 'tg', to: '908', message: 'x' }, { key: 'hurry' })).resolves.toMatchObject({
      ok: true,
    });
  });
});

describe('a send that breaks the statement', () => {
  test('hurts none of those that share its batch', async () => {
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
