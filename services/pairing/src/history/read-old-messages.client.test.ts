import { expect, test } from 'vitest';
import { MAX_IMPORTED } from '../devices/device-network.rules.ts';
import { loadBaileys } from '../network/load-baileys.client.ts';
import { readOldMessages } from './read-old-messages.client.ts';

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
