import type { DeviceGroup, DeviceItem, DevicePerson } from '@parley/common/contracts/internal/store-device-items';
import { clampTime } from '@parley/providers/tidy-values';
import type { proto, WAMessage, WAMessageKey } from 'baileys';
import type { Baileys } from './load-baileys.ts';
import type { MediaPointer } from './media-pointer.ts';
import { readChoice } from './read-choice.ts';
import { readContent } from './read-content.ts';
import { addressOf, isExcluded, isGroup, lidOf, phoneOf, type ResolvePhone, readPerson } from './read-person.ts';

export interface ReadDeps {
  lib: Pick<Baileys, 'normalizeMessageContent' | 'proto'>;
  resolve: ResolvePhone;
  seal(pointer: MediaPointer): string;
  /** Whether the network lists a person as admin of a group. */
  isAdmin(groupJid: string, person: DevicePerson): Promise<boolean>;
  /** The account itself. */
  me(): { id: string; lid: string | null } | null;
}

interface Reported {
  message: WAMessage;
  key: WAMessageKey & { id: string };
  content: proto.IMessage;
  /** The person of a direct chat, or the group. */
  chat: DevicePerson;
  /** The author. */
  author: DevicePerson | null;
  group: DeviceGroup | null;
  at: string;
}

/** The network's time if it is valid; otherwise the time of arrival. */
const secondsAsInstant = (seconds: unknown): string => (clampTime(seconds, 's') ?? new Date()).toISOString();
/** The time from a phone if it is valid, else `otherwise`. */
const msAsInstant = (ms: unknown, otherwise: string): string => clampTime(ms, 'ms')?.toISOString() ?? otherwise;

/** Reads the client's messages into items of Parley; messages without content give no item. */
export function makeReadItems({ lib, resolve, seal, isAdmin, me }: ReadDeps) {
  const Types = lib.proto.Message.ProtocolMessage.Type;
  const isType = (type: unknown, name: 'REVOKE' | 'MESSAGE_EDIT'): boolean => type === Types[name] || type === name;

  const self = (): Promise<DevicePerson | null> => {
    const account = me();
    return readPerson(account?.id, account?.lid, null, resolve);
  };

  /** The sender: in groups `participant`; in direct chats the other person, or the account itself. */
  async function authorOf(message: WAMessage): Promise<DevicePerson | null> {
    const { key } = message;
    if (key.fromMe) return self();
    const name = message.pushName || message.verifiedBizName || null;
    return isGroup(key.remoteJid)
      ? readPerson(key.participant ?? message.participant, key.participantAlt, name, resolve)
      : readPerson(key.remoteJid, key.remoteJidAlt, name, resolve);
  }

  async function place(message: WAMessage): Promise<Reported | null> {
    const { key } = message;
    const content = lib.normalizeMessageContent(message.message);
    if (!key.id || isExcluded(key.remoteJid) || !content || !key.remoteJid) return null;
    const author = await authorOf(message);
    const at = secondsAsInstant(message.messageTimestamp);
    // safe: id checked
    const reported = { message, key: key as Reported['key'], content, author, at };
    if (isGroup(key.remoteJid)) {
      if (!author) return null;
      const group = { groupJid: key.remoteJid, participant: author.address, participantName: author.name };
      return { ...reported, group, chat: { address: key.remoteJid, aliases: [], name: null, phone: null } };
    }
    const chat = key.fromMe ? await readPerson(key.remoteJid, key.remoteJidAlt, null, resolve) : author;
    return chat ? { ...reported, group: null, chat } : null;
  }

  function reaction({ content, author, group, at }: Reported): DeviceItem | null {
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
  async function isByAdmin({ content, author, group }: Reported): Promise<boolean> {
    const writer = addressOf(content.protocolMessage?.key?.participant);
    if (!author || !group || writer === null || [author.address, ...author.aliases].includes(writer)) return false;
    return isAdmin(group.groupJid, author);
  }

  async function change(reported: Reported): Promise<DeviceItem | null> {
    const { content, author, group, at } = reported;
    const { protocolMessage: given } = content;
    const id = given?.key?.id;
    if (!given || !id || !author) return null;
    const changed = { providerMessageId: id, from: author, group };
    if (isType(given.type, 'REVOKE'))
      return { kind: 'revoked', ...changed, at, ...((await isByAdmin(reported)) ? { byAdmin: true } : {}) };
    if (!isType(given.type, 'MESSAGE_EDIT')) return null;
    const edited = lib.normalizeMessageContent(given.editedMessage);
    const text = edited ? (readContent(edited, seal)?.text ?? '') : '';
    return { kind: 'edited', ...changed, at: msAsInstant(given.timestampMs, at), text };
  }

  function message({ key, content, author, chat, group, at }: Reported): DeviceItem | null {
    const read = readContent(content, seal);
    if (!read) return null;
    const { text, attachments } = read;
    const said = { providerMessageId: key.id, at, group, text, attachments };
    if (key.fromMe) return { kind: 'echo', ...said, to: chat };
    if (!author) return null;
    const interactive = readChoice(content);
    const chosen = interactive ? { interactive } : {};
    return { kind: 'message', ...said, from: author, replyToProviderId: read.replyToId, ...chosen };
  }

  return {
    /** Reads a message of a chat, with the statuses that the client merged into it. */
    async fromMessage(given: WAMessage): Promise<DeviceItem[]> {
      const reported = await place(given);
      if (!reported) return [];
      const item = reported.content.reactionMessage
        ? reaction(reported)
        : reported.content.protocolMessage
          ? await change(reported)
          : message(reported);
      return item ? [item, ...receiptsIn(given)] : [];
    },
    /** The person of a receipt, by the number where it is known. */
    async named(item: DeviceItem): Promise<DeviceItem> {
      if (item.kind !== 'receipt' || item.participant === null) return item;
      const known = lidOf(item.participant) === null ? null : phoneOf(await resolve(item.participant));
      return known === null ? item : { ...item, participant: known };
    },
  };
}

/** 3 delivered, 4 read, 5 played: lower values are not receipts. */
const statusOf = (status: unknown): 'delivered' | 'read' | null => {
  const step = typeof status === 'number' ? status : 0;
  return step >= 4 ? 'read' : step === 3 ? 'delivered' : null;
};

const receipt = (
  id: string,
  status: 'delivered' | 'read' | 'failed',
  at: string,
  participant: string | null,
  error: Extract<DeviceItem, { kind: 'receipt' }>['error'] = null,
): DeviceItem => ({ kind: 'receipt', providerMessageId: id, at, status, error, messageId: null, participant });

/**
 * Early receipts that the client merged into the message itself while buffering (docs/reference/wd.md#receipts).
 */
export function receiptsIn({ key, status, userReceipt, messageTimestamp }: WAMessage): DeviceItem[] {
  const { id } = key;
  if (!key.fromMe || !id) return [];
  const at = secondsAsInstant(messageTimestamp);
  const direct = isGroup(key.remoteJid) ? null : statusOf(status);
  return [
    ...(direct ? [receipt(id, direct, at, null)] : []),
    ...(userReceipt ?? []).flatMap((one) => receiptsOfUser(id, one)),
  ];
}

/** Whether a status has a time, even an invalid one; 0 and null mean that it was not reported. */
const isSet = (time: unknown): boolean => time !== null && time !== undefined && Number(time) !== 0;

/** A participant's receipts in a group. */
export function receiptsOfUser(
  id: string,
  given: { userJid?: string | null; receiptTimestamp?: unknown; readTimestamp?: unknown },
): DeviceItem[] {
  const participant = addressOf(given.userJid);
  const items: DeviceItem[] = [];
  if (isSet(given.receiptTimestamp))
    items.push(receipt(id, 'delivered', secondsAsInstant(given.receiptTimestamp), participant));
  if (isSet(given.readTimestamp)) items.push(receipt(id, 'read', secondsAsInstant(given.readTimestamp), participant));
  return items;
}

/** A receipt of a direct chat, or the network's refusal of a message (docs/reference/wd.md#receipts). */
export function receiptsOfUpdate(key: WAMessageKey, update: Partial<WAMessage>): DeviceItem[] {
  const { id } = key;
  if (!id || !key.fromMe || isExcluded(key.remoteJid)) return [];
  const at = secondsAsInstant(update.messageTimestamp);
  if (update.status === 0) {
    const code = update.messageStubParameters?.[0] ?? null;
    const message = 'The linked-device network refused the message.';
    return [receipt(id, 'failed', at, null, { code: 'device_error', message, providerCode: code })];
  }
  const status = statusOf(update.status);
  return status ? [receipt(id, status, at, null)] : [];
}
