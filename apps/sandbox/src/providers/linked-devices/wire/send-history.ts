import { deflateSync } from 'node:zlib';
import { proto } from 'baileys';
import type { Device } from '../state/network-state.ts';
import { pendingKey, queueStanza } from './deliver-stanza.ts';
import { stanza } from './stanza.ts';

const { INITIAL_BOOTSTRAP } = proto.HistorySync.HistorySyncType;
const YEAR_S = 31_536_000;

/**
 * The phone sends its history to a newly linked device: one chat with one message, a year old
 * (docs/reference/wd.md#messages-and-receipts).
 */
export function queueHistory(device: Device, nowMs: number): void {
  const { owner } = device;
  const id = `HISTORY${device.index}`;
  const nowS = Math.floor(nowMs / 1000);
  const historySyncNotification = {
    syncType: INITIAL_BOOTSTRAP,
    chunkOrder: 1,
    progress: 100,
    initialHistBootstrapInlinePayload: deflateSync(encodeHistory(nowS - YEAR_S)),
  };
  const type = proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION;
  queueStanza(device, pendingKey({ class: 'message', id }), {
    node: null,
    async build() {
      const message = { protocolMessage: { type, historySyncNotification } };
      const { type: kind, ciphertext } = await owner.keys().encrypt(device, message);
      const attrs = { from: owner.jid, id, t: nowS, type: 'text', category: 'peer' };
      return stanza('message', attrs, [stanza('enc', { v: 2, type: kind }, ciphertext)]);
    },
  });
}

function encodeHistory(atS: number): Uint8Array {
  const remoteJid = '15550100@s.whatsapp.net';
  const message = {
    key: { remoteJid, fromMe: false, id: '3AHISTORY' },
    message: { conversation: 'a year ago' },
    messageTimestamp: atS,
  };
  const conversations = [{ id: remoteJid, conversationTimestamp: atS, messages: [{ message, msgOrderId: 1 }] }];
  return proto.HistorySync.encode({ syncType: INITIAL_BOOTSTRAP, conversations }).finish();
}
