import type { DeviceGroup, DeviceItem, DevicePerson } from '@parley/common/contracts/internal/store-device-items';
import type { proto, WAMessage, WAMessageKey } from 'baileys';
import type { MediaPointer } from '../media/media-pointer.rules.ts';
import type { Baileys } from '../network/load-baileys.client.ts';
import { msAsInstant, secondsAsInstant } from './network-time.client.ts';
import { isViewOnce, readChoice, readContent } from './read-content.client.ts';
import { addressOf, isExcluded, isGroup, type OwnJids, type ResolvePhone, readPerson } from './read-person.client.ts';
import { receiptsIn } from './read-receipts.client.ts';

/** The connection that a message came over, as far as reading the message needs it. */
export interface MessageSource {
  lib: Pick<Baileys, 'normalizeMessageContent' | 'proto'>;
  resolve: ResolvePhone;
  seal(pointer: MediaPointer): string;
  /** Whether the network lists a person as admin of a group. */
  isAdmin(groupJid: string, person: DevicePerson): Promise<boolean>;
  me(): OwnJids | null;
}

interface Reported {
  key: WAMessageKey & { id: string };
  content: proto.IMessage;
  /** The person of a direct chat, or the group. */
  chat: DevicePerson;
  /** The author. */
  author: DevicePerson | null;
  group: DeviceGroup | null;
  at: string;
  viewOnce: boolean;
}

/**
 * Reads a message of a chat into items of Parley, with the statuses that the client merged into it. A message without
 * content gives none.
 */
export async function readMessage(source: MessageSource, given: WAMessage): Promise<DeviceItem[]> {
  const reported = await place(source, given);
  if (!reported) return [];
  const item = reported.content.reactionMessage
    ? readReaction(reported)
    : reported.content.protocolMessage
      ? await readChange(source, reported)
      : readText(source, reported);
  return item ? [item, ...receiptsIn(given)] : [];
}

/** The sender: in groups `participant`; in direct chats the other person, or the account itself. */
async function authorOf({ resolve, me }: MessageSource, message: WAMessage): Promise<DevicePerson | null> {
  const { key } = message;
  if (key.fromMe) {
    const account = me();
    return readPerson(account?.id, account?.lid, null, resolve);
  }
  const name = message.pushName || message.verifiedBizName || null;
  return isGroup(key.remoteJid)
    ? readPerson(key.participant ?? message.participant, key.participantAlt, name, resolve)
    : readPerson(key.remoteJid, key.remoteJidAlt, name, resolve);
}

async function place(source: MessageSource, message: WAMessage): Promise<Reported | null> {
  const { key } = message;
  const content = source.lib.normalizeMessageContent(message.message);
  if (!key.id || isExcluded(key.remoteJid) || !content || !key.remoteJid) return null;
  const author = await authorOf(source, message);
  const at = secondsAsInstant(message.messageTimestamp);
  // safe: id checked
  const reported = { key: key as Reported['key'], content, author, at, viewOnce: isViewOnce(message.message) };
  if (isGroup(key.remoteJid)) {
    if (!author) return null;
    const group = { groupJid: key.remoteJid, participant: author.address, participantName: author.name };
    return { ...reported, group, chat: { address: key.remoteJid, aliases: [], name: null, phone: null } };
  }
  const chat = key.fromMe ? await readPerson(key.remoteJid, key.remoteJidAlt, null, source.resolve) : author;
  return chat ? { ...reported, group: null, chat } : null;
}

function readReaction({ content, author, group, at }: Reported): DeviceItem | null {
  const { reactionMessage: given } = content;
  if (!given?.key?.id || !author) return null;
  const emoji = given.text || null;
  return {
    kind: 'reaction',
    providerMessageId: given.key.id,
    at: msAsInstant(given.senderTimestampMs, at),
    from: author,
    group,
    emoji,
    action: emoji === null ? 'removed' : 'added',
  };
}

/** Checked only when the message names another author: own messages need no admin rights. */
async function isByAdmin({ isAdmin }: MessageSource, { content, author, group }: Reported): Promise<boolean> {
  const writer = addressOf(content.protocolMessage?.key?.participant);
  if (!author || !group || writer === null || [author.address, ...author.aliases].includes(writer)) return false;
  return isAdmin(group.groupJid, author);
}

/** An edited or a revoked message. */
async function readChange(source: MessageSource, reported: Reported): Promise<DeviceItem | null> {
  const { lib, seal } = source;
  const { content, author, group, at } = reported;
  const { protocolMessage: given } = content;
  const id = given?.key?.id;
  if (!given || !id || !author) return null;
  const Types = lib.proto.Message.ProtocolMessage.Type;
  const type: unknown = given.type;
  const isType = (name: 'REVOKE' | 'MESSAGE_EDIT'): boolean => type === Types[name] || type === name;
  const changed = { providerMessageId: id, from: author, group };
  if (isType('REVOKE'))
    return { kind: 'revoked', ...changed, at, ...((await isByAdmin(source, reported)) ? { byAdmin: true } : {}) };
  if (!isType('MESSAGE_EDIT')) return null;
  const edited = lib.normalizeMessageContent(given.editedMessage);
  const text = edited ? (readContent(edited, seal)?.text ?? '') : '';
  return { kind: 'edited', ...changed, at: msAsInstant(given.timestampMs, at), text };
}

function readText({ seal }: MessageSource, reported: Reported): DeviceItem | null {
  const { key, content, author, chat, group, at, viewOnce } = reported;
  const read = readContent(content, seal);
  if (!read) return null;
  const { text, attachments } = read;
  const said = { providerMessageId: key.id, at, group, text, attachments };
  if (key.fromMe) return { kind: 'echo', ...said, to: chat };
  if (!author) return null;
  const interactive = readChoice(content);
  return {
    kind: 'message',
    ...said,
    from: author,
    replyToProviderId: read.replyToId,
    ...(interactive ? { interactive } : {}),
    ...(viewOnce ? { viewOnce } : {}),
  };
}
