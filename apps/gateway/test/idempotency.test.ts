import { toWireError } from '@parley/bus/carriers/wire-message';
import { send } from '@parley/common/contracts/messages/send';
import { subjectOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { asReplayed } from '@parley/common/messages/replayed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerContract, metaOf, openGateway, type TestGateway } from './open-gateway.ts';

let gateway: TestGateway;
const hashes: string[] = [];
const TEXT = { channel: 'wa', to: '+16505551234', message: 'hello', from: 'a' };

beforeAll(async () => {
  gateway = await openGateway();
  answerContract(gateway.carrier, send, async (input, { idempotency }) => {
    const output = { ok: true as const, messageId: '7', channel: input.channel, to: input.to };
    if (idempotency) hashes.push(idempotency.bodyHash);
    if (idempotency?.key === 'again') metaOf.set(output, { replayed: true });
    return output;
  });
});
afterAll(() => gateway.stop());

const sendWith = (key: string, body: Record<string, unknown> = TEXT) =>
  gateway.action('POST', 'send', { body, headers: { 'idempotency-key': key } });

test('a replayed first answer carries Idempotency-Replayed', async () => {
  expect((await sendWith('first')).headers['idempotency-replayed']).toBeUndefined();
  expect((await sendWith('again')).headers['idempotency-replayed']).toBe('true');
});

test('the hash depends on the request’s meaning, not on its spelling', async () => {
  hashes.length = 0;
  await sendWith('k');
  await sendWith('k', { from: 'a', message: 'hello', to: '+16505551234', channel: 'wa', unknown: 1, media_url: '' });
  await sendWith('k', { ...TEXT, message: 'other' });
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(hashes[1]).toBe(hashes[0]);
  expect(hashes[2]).not.toBe(hashes[0]);
});

test('the header is 1 to 255 printable ASCII characters, and is reported after the fields', async () => {
  expect((await sendWith('x'.repeat(255))).status).toBe(200);
  for (const key of ['', 'x'.repeat(256), 'a\tb', 'é']) {
    expect(await sendWith(key)).toMatchObject({ status: 400, body: { error: 'invalid_idempotency_key' } });
  }
  const both = await sendWith('', { channel: 'wa', to: '1' });
  expect(both.body.details.map(({ code }: { code: string }) => code)).toEqual([
    'missing_message',
    'invalid_idempotency_key',
  ]);
});

test('GET actions ignore it', async () => {
  const answer = await gateway.action('GET', 'message&message_id=1', { headers: { 'idempotency-key': '' } });
  expect(answer.body.error).toBe('service_unavailable');
});

test('a replayed refusal carries Idempotency-Replayed as well', async () => {
  const other = await openGateway();
  other.carrier.serve(subjectOf(send), 'send', async () =>
    toWireError(asReplayed(new AppError('graph_error', { message: 'no' })), { replayed: true }),
  );
  const answer = await other.action('POST', 'send', { body: TEXT, headers: { 'idempotency-key': 'k' } });
  expect(answer).toMatchObject({ status: 502, body: { error: 'graph_error', message: 'no' } });
  expect(answer.headers['idempotency-replayed']).toBe('true');
  await other.stop();
});
