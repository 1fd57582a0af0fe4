import { deflateSync } from 'node:zlib';
import { proto } from 'baileys';
import { expect, test } from 'vitest';
import { MAX_IMPORTED } from '../devices/device-network.rules.ts';
import { loadBaileys } from '../network/load-baileys.client.ts';
import { HistoryBroken, makeOpenHistory } from './open-history.client.ts';
import { BrokenMessage, readOldMessages, readTrustedChats } from './read-history.client.ts';

const BOB = '15550002@s.whatsapp.net';
const token = Buffer.from('a token of Bob');
const encode = (conversations: proto.IConversation[]): Uint8Array =>
  proto.HistorySync.encode({ syncType: proto.HistorySync.HistorySyncType.RECENT, progress: 7, conversations }).finish();
const trusted = (given: Partial<proto.IConversation> = {}): proto.IConversation => ({
  id: BOB,
  messages: [{ message: { key: { remoteJid: BOB, id: '1' }, message: { conversation: 'hi' } }, msgOrderId: 1 }],
  tcToken: token,
  tcTokenTimestamp: 1_772_000_000,
  ...given,
});
const read = (history: Uint8Array) => [...readTrustedChats(history)];
const openHistory = makeOpenHistory(async () => null);
const open = async (bytes: Uint8Array) =>
  openHistory(await loadBaileys(), { initialHistBootstrapInlinePayload: bytes });

test('reads the tokens of chats, with both forms of their person, and when the account gave its own', () => {
  const history = encode([
    { id: '15550009@s.whatsapp.net', messages: [] },
    trusted({ lidJid: '915550002@lid', tcTokenSenderTimestamp: 1_771_000_000 }),
    trusted({ id: '915550003@lid', pnJid: '15550003@s.whatsapp.net' }),
    trusted({ id: '915550004@lid' }),
    trusted({ id: '120363000000000001@g.us' }),
    trusted({ tcTokenTimestamp: 0 }),
    trusted({ tcToken: Buffer.alloc(0) }),
    trusted({ tcToken: Buffer.alloc(1_000_000) }),
  ]);
  expect(read(history)).toEqual([
    { pn: BOB, lid: '915550002@lid', token: Uint8Array.from(token), tokenAt: 1_772_000_000, givenAt: 1_771_000_000 },
    expect.objectContaining({ pn: '15550003@s.whatsapp.net', lid: '915550003@lid', givenAt: null }),
    expect.objectContaining({ pn: null, lid: '915550004@lid' }),
  ]);
});

test('a damaged history ends with its own error, wherever it is cut or changed', () => {
  const history = encode([trusted(), trusted({ id: '915550004@lid' })]);
  for (let at = 0; at < history.length; at++) {
    const changed = Uint8Array.from(history);
    changed[at] = 0xff;
    for (const bytes of [history.subarray(0, at), changed])
      try {
        read(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(BrokenMessage);
      }
  }
});

test('a history that is not compressed, cut off, or a compression bomb is refused permanently', async () => {
  const whole = deflateSync(encode([trusted()]));
  expect(read(await open(whole))).toHaveLength(1);
  const bomb = deflateSync(Buffer.alloc(65 * 1024 * 1024));
  for (const bytes of [Buffer.from('not compressed'), whole.subarray(0, -8), bomb])
    await expect(open(bytes)).rejects.toBeInstanceOf(HistoryBroken);
});

const JID = '15550002@s.whatsapp.net';
/** More than a call takes as arguments. */
const MANY = 200_000;

test('a chat of any length is read', async () => {
  const lib = await loadBaileys();
  const { HistorySync } = lib.proto;
  const message = { key: { id: 'A1', remoteJid: JID }, messageTimestamp: 1000, message: { conversation: 'Hi' } };
  const history = HistorySync.encode({
    syncType: HistorySync.HistorySyncType.RECENT,
    conversations: [{ id: JID, messages: Array.from({ length: MANY }, () => ({ message })) }],
  }).finish();
  const source = { lib, resolve: async () => null, seal: () => 'sealed', isAdmin: async () => false, me: () => null };
  const faults: unknown[] = [];
  const read = await readOldMessages(source, history, { from: 1, before: 2000 }, (error) => faults.push(error));
  expect([read.length, faults]).toEqual([MAX_IMPORTED, []]);
});
