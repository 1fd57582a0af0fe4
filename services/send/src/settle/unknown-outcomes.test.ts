import { confirmSend } from '@parley/messaging/messages/settle-late';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { makeStranger, type TestTenant } from '../../test/test-tenant.ts';

let system: OpenSend;
let tenant: TestTenant;
beforeAll(async () => {
  system = await openSend({}, { hasDuties: false });
});
beforeEach(async () => {
  tenant = await system.addTenant({ balance: 10 });
});
afterAll(() => system[Symbol.asyncDispose]());

const template = { name: 'hello_world', language: 'en_US' };
const later = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);

describe.each([
  ['is silent past the time limit', { mode: 'hang' }],
  ['resets the connection', { mode: 'reset' }],
  ['answers with a proxy’s error page', { mode: 'html502' }],
] as const)('a provider that accepts and then %s', (_how, fault) => {
  test('is provider_timeout with the credit still reserved, and the message is never sent again', async () => {
    const to = makeStranger();
    await system.fault({ provider: 'wa', match: { to }, after_accept: true, ...fault });
    await expect(tenant.send({ channel: 'wa', to, template }, { key: `u-${to}` })).rejects.toMatchObject({
      code: 'provider_timeout',
      extras: { provider: { name: 'graph' } },
    });
    expect((await tenant.onlyMessage()).status).toBe('unknown');
    expect(await tenant.balance()).toEqual({ balance: 9, ledger: 9 });
    await expect(tenant.send({ channel: 'wa', to, template }, { key: `u-${to}` })).rejects.toMatchObject({
      code: 'idempotency_in_progress',
    });
    expect(await system.accepted(to)).toHaveLength(1);
    expect(await tenant.events()).toEqual([]);
  });
});

describe('a send with an unknown outcome', () => {
  const unknownSend = async (key: string) => {
    const to = makeStranger();
    await system.fault({ provider: 'wa', match: { to }, mode: 'hang', after_accept: true });
    await tenant.send({ channel: 'wa', to, template }, { key }).catch(() => {});
    return { to, id: (await tenant.onlyMessage()).id };
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
    expect(again).toMatchObject({ output: { ok: true, messageId: id, delivery: 'sent' }, meta: { replayed: true } });
    expect(await tenant.lookUp(id)).toMatchObject({
      status: 'sent',
      error: null,
      providerMessageId: `wamid.late-${id}`,
    });
    expect(await tenant.events()).toHaveLength(1);
    expect(await tenant.balance()).toEqual({ balance: 9, ledger: 9 });
    expect(await system.accepted(to)).toHaveLength(1);
  });

  test('is reported with the mentions that were stored with it', async () => {
    const { id } = await unknownSend('late-mentions');
    const { prisma } = system.database.db;
    const { extra } = await prisma.message.findUniqueOrThrow({ where: { id: BigInt(id) }, select: { extra: true } });
    const stored = { ...(extra as object), mentions: ['+96550000003'] }; // safe: an object
    await prisma.message.update({ where: { id: BigInt(id) }, data: { extra: stored } });
    await confirm(id);
    expect(await tenant.events()).toMatchObject([{ data: { message_id: id, mentions: ['+96550000003'] } }]);
  });

  test('that was confirmed is not changed by the sweeper', async () => {
    const { id } = await unknownSend('late-2');
    await confirm(id);
    await system.sweepAt(later(60));
    expect((await tenant.onlyMessage()).status).toBe('sent');
    expect(await tenant.balance()).toEqual({ balance: 9, ledger: 9 });
  });

  test('on wa waits 15 minutes for a receipt, then fails: credit refunded, message.status failed, the answer replayed', async () => {
    const { to, id } = await unknownSend('late-3');
    await system.sweepAt(later(14));
    expect((await tenant.onlyMessage()).status).toBe('unknown');
    await system.sweepAt(later(16));
    expect((await tenant.onlyMessage()).status).toBe('failed');
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

  test.each(['wd', 'fb', 'ig', 'tt'])('on %s waits equally long for its receipt or echo', async (channel) => {
    await unknownSend(`late-${channel}`);
    await system.database.db.query({ text: 'UPDATE messages SET channel = $1', values: [channel] });
    await system.sweepAt(later(14));
    expect((await tenant.onlyMessage()).status).toBe('unknown');
    await system.sweepAt(later(16));
    expect((await tenant.onlyMessage()).status).toBe('failed');
  });

  test('on tg, which has no later evidence, fails at the next sweep', async () => {
    await system.fault({ provider: 'tg', match: { to: '904' }, mode: 'hang' });
    await tenant.send({ channel: 'tg', to: '904', message: 'x' }).catch(() => {});
    await system.sweepAt(later(0.1));
    expect((await tenant.onlyMessage()).status).toBe('failed');
    expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
  });
});

describe('a confirmation that overtakes the provider’s own answer', () => {
  test('makes the settlement a no-op: one event, one charge, and the caller gets the answer', async () => {
    const to = makeStranger();
    await system.fault({ provider: 'wa', match: { to }, mode: 'delay', delay_ms: 300, after_accept: true });
    const sending = tenant.send({ channel: 'wa', to, template }, { key: 'race' });
    const { id } = await pollUntil(async () => (await tenant.messages())[0] ?? null, {
      what: () => 'the reservation',
    });
    await system.database.db.transaction((sql) =>
      confirmSend(sql, { messageId: id, providerMessageId: 'wamid.fast', at: new Date() }),
    );
    await expect(sending).resolves.toMatchObject({ ok: true, messageId: id });
    expect(await tenant.onlyMessage()).toMatchObject({ status: 'sent', provider_message_id: 'wamid.fast' });
    expect(await tenant.events()).toHaveLength(1);
    expect(await tenant.balance()).toEqual({ balance: 9, ledger: 9 });
  });
});

describe('a process that dies between reserving and settling', () => {
  const interrupt = async (channel: 'wa' | 'tg') => {
    const { id } = await tenant.onlyMessage();
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

  test('leaves a send that the sweeper first marks as unknown and then, on tg, fails with a refund', async () => {
    await tenant.send({ channel: 'tg', to: '905', message: 'x' }, { key: 'dead-1' });
    const id = await interrupt('tg');
    await system.sweepAt(new Date());
    expect((await tenant.onlyMessage()).status).toBe('unknown');
    await expect(tenant.send({ channel: 'tg', to: '905', message: 'x' }, { key: 'dead-1' })).rejects.toMatchObject({
      code: 'idempotency_in_progress',
    });
    await system.sweepAt(later(1));
    expect(await tenant.lookUp(id)).toMatchObject({ status: 'failed', error: { code: 'provider_timeout' } });
    expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
    expect(await system.accepted('905')).toHaveLength(1);
  });

  test('is ended once by any number of sweepers', async () => {
    await tenant.send({ channel: 'tg', to: '906', message: 'x' });
    await interrupt('tg');
    await system.sweepAt(new Date());
    await Promise.all(Array.from({ length: 4 }, () => system.sweepAt(later(1))));
    expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
    expect(await tenant.events()).toHaveLength(1);
  });
});
