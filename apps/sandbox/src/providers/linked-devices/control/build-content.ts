import { randomBytes } from 'node:crypto';
import { proto } from 'baileys';
import { ControlError } from '../../../control/control-error.ts';
import type { Group, Person } from '../state/network-state.ts';
import { isGroup } from '../state/people.ts';
import { encryptMedia, type MediaKind } from '../wire/encrypt-media.ts';
import type { MessageContent } from './message-input.ts';

/** A message's protobuf and the type of its stanza. */
export interface BuiltContent {
  message: proto.IMessage;
  type: string;
}

/** The sender, the chat, and the storage of media files. */
export interface ContentContext {
  sender: Person;
  chat: Person | Group;
  author: Person | null;
  nowMs: number;
  storeMedia(bytes: Buffer): Promise<{ url: string; directPath: string }>;
}

/** Makes the protobuf of a person's message, as phones do. */
export async function buildContent(given: MessageContent, context: ContentContext): Promise<BuiltContent> {
  const built = await buildBare(given, context);
  return given.ephemeral ? { ...built, message: { ephemeralMessage: { message: built.message } } } : built;
}

async function buildBare(given: MessageContent, context: ContentContext): Promise<BuiltContent> {
  const text = (message: proto.IMessage) => ({ message, type: 'text' });
  switch (given.type) {
    case 'text':
      if (given.reply_to === undefined) return text({ conversation: given.text });
      return text({ extendedTextMessage: { text: given.text, contextInfo: quote(given.reply_to, context) } });
    case 'location':
      return text({
        locationMessage: {
          degreesLatitude: given.latitude,
          degreesLongitude: given.longitude,
          name: given.name ?? null,
          address: given.address ?? null,
        },
      });
    case 'contact':
      return text({ contactMessage: { displayName: given.name, vcard: makeVcard(given.name, given.phone) } });
    case 'reaction':
      return { message: reaction(given.message_id, given.emoji, context, given.own), type: 'reaction' };
    case 'edit':
    case 'revoke':
      return text({ protocolMessage: change(given, context) });
    case 'poll':
      return { message: poll(given.name, given.options), type: 'poll' };
    case 'unsupported':
      return text({ messageHistoryNotice: {} });
    case 'raw':
      return text(proto.Message.fromObject(given.proto));
    default:
      return { message: await media(given, context), type: 'media' };
  }
}

function targetKey(messageId: string, { sender, chat, author }: ContentContext, isOwn: boolean): proto.IMessageKey {
  const key = { remoteJid: isGroup(chat) ? chat.id : chat.jid, fromMe: isOwn, id: messageId };
  if (!isGroup(chat)) return key;
  const writer = isOwn ? sender : author;
  if (!writer) throw new ControlError(422, 'author_needed', 'In a group say who wrote the target: author.');
  return { ...key, participant: chat.addressing === 'lid' ? writer.lid : writer.jid };
}

function quote(messageId: string, context: ContentContext): proto.IContextInfo {
  const { chat, author } = context;
  const writer = author ?? (isGroup(chat) ? null : chat);
  return {
    stanzaId: messageId,
    participant: writer?.jid ?? null,
    quotedMessage: { conversation: 'quoted' },
  };
}

function reaction(messageId: string, emoji: string, context: ContentContext, isOwn: boolean): proto.IMessage {
  const key = targetKey(messageId, context, isOwn);
  return { reactionMessage: { key, text: emoji, senderTimestampMs: context.nowMs } };
}

function change(
  given: { type: 'edit'; message_id: string; text: string } | { type: 'revoke'; message_id: string },
  context: ContentContext,
) {
  const { Type } = proto.Message.ProtocolMessage;
  // An admin revokes another person's message.
  const isOwn = given.type === 'edit' || context.author === null;
  const key = targetKey(given.message_id, context, isOwn);
  if (given.type === 'revoke') return { key, type: Type.REVOKE };
  return { key, type: Type.MESSAGE_EDIT, editedMessage: { conversation: given.text }, timestampMs: context.nowMs };
}

function poll(name: string, options: string[]): proto.IMessage {
  return {
    messageContextInfo: { messageSecret: randomBytes(32) },
    pollCreationMessageV3: { name, options: options.map((optionName) => ({ optionName })), selectableOptionsCount: 1 },
  };
}

function makeVcard(name: string, phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;type=CELL;waid=${digits}:+${digits}\nEND:VCARD`;
}

const DEFAULT_MIME: Record<MediaKind, string> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/mpeg',
  voice: 'audio/ogg; codecs=opus',
  document: 'application/pdf',
  sticker: 'image/webp',
};

async function media(
  given: Extract<MessageContent, { type: MediaKind }>,
  context: ContentContext,
): Promise<proto.IMessage> {
  const plain = given.base64 === undefined ? Buffer.from(`a small ${given.type}`) : Buffer.from(given.base64, 'base64');
  const { bytes, ...keys } = encryptMedia(plain, given.type, context.nowMs);
  const stored = await context.storeMedia(bytes);
  const file = { ...keys, ...stored, mimetype: given.mime_type ?? DEFAULT_MIME[given.type] };
  const caption = given.caption ?? null;
  switch (given.type) {
    case 'image':
      return { imageMessage: { ...file, caption, width: 1, height: 1 } };
    case 'video':
      return { videoMessage: { ...file, caption, seconds: 1 } };
    case 'audio':
    case 'voice':
      return { audioMessage: { ...file, seconds: 1, ptt: given.type === 'voice' } };
    case 'sticker':
      return { stickerMessage: { ...file, isAnimated: false } };
    case 'document': {
      const fileName = given.filename ?? 'file.pdf';
      const documentMessage = { ...file, caption, fileName, title: fileName };
      return caption === null ? { documentMessage } : { documentWithCaptionMessage: { message: { documentMessage } } };
    }
  }
}
