import { recordRead } from '@parley/common/contracts/internal/console-session';
import { contact } from '@parley/common/contracts/reading/contact';
import { messages } from '@parley/common/contracts/reading/messages';
import { AppError } from '@parley/common/errors';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerContract, makeKey, openGateway, type TestGateway } from './open-gateway.ts';

// docs/reference/reading.md#audit
const HOUR_MS = 3_600_000;
let gateway: TestGateway;
let nowMs: number;
let recorded: string[];
let failure: AppError | null;

beforeEach(async () => {
  nowMs = 1_000_000;
  recorded = [];
  failure = null;
  gateway = await openGateway({ nowMs: () => nowMs });
  gateway.keys.set('pk_two', makeKey({ instanceId: 'ins_two0000000' }));
  gateway.keys.set('pk_blind', makeKey({ instanceId: 'ins_blind00000', mayRead: false }));
  answerContract(gateway.carrier, recordRead, async ({ action, input }, { caller, visitor }) => {
    if (failure) throw failure;
    expect(visitor?.address).toBe('127.0.0.1');
    recorded.push(`${caller?.instanceId} ${action} ${Object.values(input)}`);
    return {};
  });
  answerContract(gateway.carrier, messages, async ({ conversationId }) => ({
    ...{ ok: true as const, conversationId, channel: 'wa' as const, count: 0, messages: [], nextCursor: null },
  }));
  answerContract(gateway.carrier, contact, async () => ({
    ...{ ok: true as const, contactId: 5, channel: 'wa' as const, name: null, username: null, phone: null },
    ...{ addresses: [], consent: { optedOut: false, by: null, at: null }, conversations: [] },
  }));
});
afterEach(() => gateway.stop());

const read = async (id: number, key = 'pk_demo') =>
  (await gateway.action('GET', `messages&conversation_id=${id}`, { key })).status;

test('the first read of a conversation in an hour is recorded for each key, and no other', async () => {
  expect(await Promise.all([read(7), read(7), read(8), read(7, 'pk_two')])).toEqual([200, 200, 200, 200]);
  nowMs += HOUR_MS - 1;
  expect(await read(7)).toBe(200);
  const first = ['ins_demo000000 messages 7', 'ins_demo000000 messages 8', 'ins_two0000000 messages 7'];
  expect(recorded.toSorted()).toEqual(first);
  nowMs += 2;
  await read(7);
  expect(recorded.slice(3)).toEqual(['ins_demo000000 messages 7']);
});

test('a person is recorded by its id, and a refused read not at all', async () => {
  expect((await gateway.action('GET', 'contact&conversation_id=7')).status).toBe(200);
  expect(await read(7, 'pk_blind')).toBe(403);
  expect(recorded).toEqual(['ins_demo000000 contact 5']);
});

test('a read whose entry cannot be written fails, and the next read writes the entry', async () => {
  failure = new AppError('service_unavailable');
  expect(await read(7)).toBe(503);
  failure = null;
  expect(await read(7)).toBe(200);
  expect(recorded).toEqual(['ins_demo000000 messages 7']);
});
