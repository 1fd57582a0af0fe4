import { deflateSync } from 'node:zlib';
import { proto } from 'baileys';
import type { NetworkSettings } from '../state/network-settings.ts';
import type { Device, OldChat, Person } from '../state/network-state.ts';
import { pendingKey, queueStanza } from './deliver-stanza.ts';
import { encryptMedia } from './encrypt-media.ts';
import { stanza } from './stanza.ts';

const { INITIAL_BOOTSTRAP, RECENT } = proto.HistorySync.HistorySyncType;
const YEAR_S = 31_536_000;

export interface HistoryOptions extends Pick<NetworkSettings, 'historyForm' | 'historyParts'> {
  nowMs: number;
  /** Puts a file on the media server. */
  storeMedia(bytes: Buffer): Promise<{ directPath: string }>;
}

/** One of the parts of a history: 0 has the newest messages of every chat. */
interface Part {
  index: number;
  count: number;
}

/**
 * The phone sends its history to a newly linked device: a chat with one message, a year old, and its old chats with
 * their trusted-contact tokens (docs/reference/wd.md#messages-and-receipts).
 */
export function queueHistory(device: Device, options: HistoryOptions): void {
  for (let index = 0; index < options.historyParts; index++)
    queuePart(device, { index, count: options.historyParts }, options);
}

function queuePart(device: Device, part: Part, { historyForm, nowMs, storeMedia }: HistoryOptions): void {
  const { owner } = device;
  const id = `HISTORY${device.index}${part.index === 0 ? '' : `-${part.index}`}`;
  const nowS = Math.floor(nowMs / 1000);
  const type = proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION;
  queueStanza(device, pendingKey({ class: 'message', id }), {
    node: null,
    async build() {
      const history = deflateSync(encodeHistory(owner, nowS, part));
      const payload =
        historyForm === 'inline'
          ? { initialHistBootstrapInlinePayload: history }
          : await storeHistory(history, nowMs, storeMedia);
      const progress = Math.floor((100 * (part.index + 1)) / part.count);
      const historySyncNotification = { syncType: typeOf(part), chunkOrder: part.index + 1, progress, ...payload };
      const message = { protocolMessage: { type, historySyncNotification } };
      const { type: kind, ciphertext } = await owner.keys().encrypt(device, message);
      const attrs = { from: owner.jid, id, t: nowS, type: 'text', category: 'peer' };
      return stanza('message', attrs, [stanza('enc', { v: 2, type: kind }, ciphertext)]);
    },
  });
}

const typeOf = ({ index }: Part) => (index === 0 ? INITIAL_BOOTSTRAP : RECENT);

async function storeHistory(history: Buffer, nowMs: number, storeMedia: HistoryOptions['storeMedia']) {
  const { bytes, mediaKey, fileSha256, fileEncSha256, fileLength } = encryptMedia(history, 'history', nowMs);
  const { directPath } = await storeMedia(bytes);
  return { mediaKey, fileSha256, fileEncSha256, fileLength, directPath };
}

const ONE_CHAT_JID = '15550100@s.whatsapp.net';

type OldMessage = OldChat['messages'][number];

function contentOf({ text, quotedId }: OldMessage, remoteJid: string): proto.IMessage {
  if (quotedId === null) return { conversation: text };
  return { extendedTextMessage: { text, contextInfo: { stanzaId: quotedId, participant: remoteJid } } };
}

/** The part's messages of a chat, newest first, as phones send them. */
function conversation(remoteJid: string, given: readonly OldMessage[], part: Part, facts: proto.IConversation = {}) {
  const newestFirst = given.toSorted((a, b) => b.atS - a.atS);
  const size = Math.ceil(newestFirst.length / part.count);
  const written = newestFirst.slice(part.index * size, (part.index + 1) * size).map((message, index) => ({
    message: {
      key: { remoteJid, fromMe: message.isOwn, id: message.id },
      message: contentOf(message, remoteJid),
      messageTimestamp: message.atS,
    },
    msgOrderId: newestFirst.length - part.index * size - index,
  }));
  return { id: remoteJid, conversationTimestamp: newestFirst[0]?.atS ?? null, messages: written, ...facts };
}

function oldConversation(owner: Person, { person, messages }: OldChat, nowS: number, part: Part) {
  const tcToken = owner.tokens.get(person);
  const lidJid = person.lid;
  const facts = tcToken ? { lidJid, tcToken, tcTokenTimestamp: nowS } : { lidJid };
  return conversation(person.jid, messages, part, facts);
}

function encodeHistory(owner: Person, nowS: number, part: Part): Uint8Array {
  const yearOld = { id: '3AHISTORY', text: 'a year ago', isOwn: false, atS: nowS - YEAR_S, quotedId: null };
  const conversations = [
    conversation(ONE_CHAT_JID, [yearOld], part),
    ...[...owner.oldChats.values()].map((chat) => oldConversation(owner, chat, nowS, part)),
  ];
  return proto.HistorySync.encode({ syncType: typeOf(part), conversations }).finish();
}
