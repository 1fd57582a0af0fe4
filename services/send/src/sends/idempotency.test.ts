import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import type { TestTenant } from '../../test/test-tenant.ts';

let system: OpenSend;
let tenant: TestTenant;
beforeAll(async () => {
  system = await openSend();
  tenant = await system.addTenant();
});
afterAll(() => system[Symbol.asyncDispose]());

test('a repeat with the same key and body replays the first answer, without a second send or charge', async () => {
  const input = { channel: 'tg', to: '700', message: 'once' } as const;
  const first = await tenant.sendWithMeta(input, { key: 'k-1' });
  const before = await tenant.balance();
  const again = await tenant.sendWithMeta(input, { key: 'k-1' });
  expect(first.meta.replayed ?? false).toBe(false);
  expect(again).toEqual({ output: first.output, meta: { replayed: true } });
  expect(await system.accepted('700')).toHaveLength(1);
  expect(await tenant.balance()).toEqual(before);
});

test('another body under the same key is idempotency_mismatch', async () => {
  await tenant.send({ channel: 'tg', to: '701', message: 'a' }, { key: 'k-2' });
  await expect(
    tenant.send({ channel: 'tg', to: '701', message: 'b' }, { key: 'k-2', bodyHash: 'bb' }),
  ).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  expect(await system.accepted('701')).toHaveLength(1);
});

test('20 concurrent requests under one key make one send; the others wait for its outcome or replay it', async () => {
  const sends = Array.from({ length: 20 }, () =>
    tenant.send({ channel: 'tg', to: '702', message: 'crowd' }, { key: 'k-3' }),
  );
  const ended = await Promise.allSettled(sends);
  const ids = ended.flatMap((end) => (end.status === 'fulfilled' ? [end.value.messageId] : []));
  const codes = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
  expect(new Set(ids).size).toBe(1);
  expect(codes.every((code) => code === 'idempotency_in_progress')).toBe(true);
  expect(await system.accepted('702')).toHaveLength(1);
});

test('while the first request runs, a repeat is idempotency_in_progress', async () => {
  await system.fault({ provider: 'tg', match: { to: '703' }, mode: 'delay', delay_ms: 400 });
  const first = tenant.send({ channel: 'tg', to: '703', message: 'slow' }, { key: 'k-4' });
  await pollUntil(async () => ((await tenant.messages()).some(({ status }) => status === 'sending') ? true : null), {
    what: () => 'the send to be under way',
  });
  await expect(tenant.send({ channel: 'tg', to: '703', message: 'slow' }, { key: 'k-4' })).rejects.toMatchObject({
    code: 'idempotency_in_progress',
  });
  await first;
});

test('Idempotency-Keys belong to one API key: the same value is free for another key', async () => {
  await tenant.send({ channel: 'tg', to: '704', message: 'x' }, { key: 'k-5' });
  await tenant.send({ channel: 'tg', to: '704', message: 'x' }, { key: 'k-5', instanceId: 'ins_another' });
  expect(await system.accepted('704')).toHaveLength(2);
});

test('a request that is refused before the provider call does not use up its key', async () => {
  const input = { channel: 'wa', to: '+4917000000001', message: 'x' } as const;
  await expect(tenant.send(input, { key: 'k-6' })).rejects.toMatchObject({ code: 'no_existing_conversation' });
  await tenant.customerWrote('wa', '+4917000000001');
  await expect(tenant.send(input, { key: 'k-6' })).resolves.toMatchObject({ ok: true });
});

test('a provider’s refusal is the first answer, and is replayed unchanged', async () => {
  const input = { channel: 'wa', to: '+4917000000002', template: { name: 'nowhere', language: 'en' } } as const;
  const first = await tenant.send(input, { key: 'k-7' }).catch((error: unknown) => error);
  const again = await tenant.send(input, { key: 'k-7' }).catch((error: unknown) => error);
  expect(first).toMatchObject({ code: 'graph_error', extras: { provider: { code: 132001 } } });
  expect(again).toEqual(first);
  expect((await tenant.messages()).filter(({ status }) => status === 'failed')).toHaveLength(1);
});

test('a repeat gets the first answer even when its file is unreachable by then', async () => {
  const media_url = `${system.sandbox.url}/files/gone.png`;
  const input = { channel: 'tg', to: '705', message: 'file', media_url } as const;
  const first = await tenant.send(input, { key: 'k-8' });
  const again = { ...input, media_url: 'https://no-such-host.invalid/gone.png' };
  expect(await tenant.send(again, { key: 'k-8' })).toEqual(first);
});

test('after 24 hours a key is free again, and old keys are removed', async () => {
  await tenant.send({ channel: 'tg', to: '706', message: 'old' }, { key: 'k-9' });
  const tomorrow = new Date(Date.now() + 24 * 3_600_000 + 60_000);
  system.setNow(tomorrow);
  await tenant.send({ channel: 'tg', to: '706', message: 'new' }, { key: 'k-9', bodyHash: 'cc' });
  system.setNow(null);
  expect((await system.accepted('706')).map(({ text }) => text)).toEqual(['old', 'new']);
  await system.sweepAt(tomorrow);
  const left = await system.rows<{ key: string }>('SELECT key FROM idempotency_keys');
  expect(left.map(({ key }) => key)).toEqual(['k-9']);
});
