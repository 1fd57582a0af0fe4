import { deflateSync } from 'node:zlib';
import { proto } from 'baileys';
import type { Device, NetworkSettings, OldChat, Person } from '../state/network-state.ts';
import { pendingKey, queueStanza } from './deliver-stanza.ts';
import { encryptMedia } from './encrypt-media.ts';
import { stanza } from './stanza.ts';

const { INITIAL_BOOTSTRAP } = proto.HistorySync.HistorySyncType;
const YEAR_S = 31_536_000;

export interface HistoryOptions extends Pick<NetworkSettings, 'historyForm'> {
  nowMs: number;
  /** Puts a file on the media server. */
  storeMedia(bytes: Buffer): Promise<{ directPath: string }>;
}

/**
 * The phone sends its history to a newly linked device: a chat with one message, a year old, and its old chats with
 * their trusted-contact tokens (docs/reference/wd.md#messages-and-receipts).
 */
export function queueHistory(device: Device, { historyForm, nowMs, storeMedia }: HistoryOptions): void {
  const { owner } = device;
  const id = `HISTORY${device.index}`;
  const nowS = Math.floor(nowMs / 1000);
  const type = proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION;
  queueStanza(device, pendingKey({ class: 'message', id }), {
    node: null,
    async build() {
      const history = deflateSync(encodeHistory(owner, nowS));
      const payload =
        historyForm === 'inline'
          ? { initialHistBootstrapInlinePayload: history }
          : await storeHistory(history, nowMs, storeMedia);
      const historySyncNotification = { syncType: INITIAL_BOOTSTRAP, chunkOrder: 1, progress: 100, ...payload };
      const message = { protocolMessage: { type, historySyncNotification } };
      const { type: kind, ciphertext } = await owner.keys().encrypt(device, message);
      const attrs = { from: owner.jid, id, t: nowS, type: 'text', category: 'peer' };
      return stanza('message', attrs, [stanza('enc', { v: 2, type: kind }, ciphertext)]);
    },
  });
}

async function storeHistory(history: Buffer, nowMs: number, storeMedia: HistoryOptions['storeMedia']) {
  const { bytes, mediaKey, fileSha256, fileEncSha256, fileLength } = encryptMedia(history, 'history', nowMs);
  const { directPath } = await storeMedia(bytes);
  return { mediaKey, fileSha256, fileEncSha256, fileLength, directPath };
}

const ONE_CHAT_JID = '15550100@s.whatsapp.net';

function conversation(remoteJid: string, messages: OldChat['messages'], facts: proto.IConversation = {}) {
  const written = messages.map(({ id, text, isOwn, atS }, index) => ({
    message: { key: { remoteJid, fromMe: isOwn, id }, message: { conversation: text }, messageTimestamp: atS },
    msgOrderId: index + 1,
  }));
  return { id: remoteJid, conversationTimestamp: messages[0]?.atS ?? null, messages: written, ...facts };
}

function oldConversation(owner: Person, { person, messages }: OldChat, nowS: number) {
  const tcToken = owner.tokens.get(person);
  const lidJid = person.lid;
  return conversation(person.jid, messages, tcToken ? { lidJid, tcToken, tcTokenTimestamp: nowS } : { lidJid });
}

function encodeHistory(owner: Person, nowS: number): Uint8Array {
  const yearOld = { id: '3AHISTORY', text: 'a year ago', isOwn: false, atS: nowS - YEAR_S };
  const conversations = [
    conversation(ONE_CHAT_JID, [yearOld]),
    ...[...owner.oldChats.values()].map((chat) => oldConversation(owner, chat, nowS)),
  ];
  return proto.HistorySync.encode({ syncType: INITIAL_BOOTSTRAP, conversations }).finish();
}
