import { getContentType, normalizeMessageContent, type proto } from 'baileys';
import type { MediaKind } from './encrypt-media.ts';

/** A short description of a device's message, for tests and the demo. */
export interface DescribedContent {
  type: string;
  text: string | null;
  /** The message that this one reacts to, edits, revokes or quotes. */
  targetId: string | null;
  media: {
    kind: MediaKind;
    directPath: string;
    mediaKey: Uint8Array;
    mimeType: string | null;
    filename: string | null;
  } | null;
}

const NAMES: Record<string, string> = {
  conversation: 'text',
  extendedTextMessage: 'text',
  imageMessage: 'image',
  videoMessage: 'video',
  audioMessage: 'audio',
  documentMessage: 'document',
  stickerMessage: 'sticker',
  locationMessage: 'location',
  contactMessage: 'contact',
  contactsArrayMessage: 'contact',
  reactionMessage: 'reaction',
  pollCreationMessageV3: 'poll',
};
const EDIT = 14;

/** Describes a message; null content was never readable. */
export function describeContent(given: proto.IMessage | null): DescribedContent {
  const content = normalizeMessageContent(given ?? undefined);
  const kind = content ? getContentType(content) : undefined;
  if (!content || !kind) return { type: 'unreadable', text: null, targetId: null, media: null };
  const change = content.protocolMessage;
  if (change) return describeChange(change);
  const media = describeMedia(content);
  const caption = content.imageMessage?.caption ?? content.videoMessage?.caption ?? content.documentMessage?.caption;
  const text = content.conversation || content.extendedTextMessage?.text || content.reactionMessage?.text || caption;
  const quoted = content.extendedTextMessage?.contextInfo?.stanzaId;
  return {
    type: media?.kind ?? NAMES[kind] ?? kind,
    text: text || content.locationMessage?.name || null,
    targetId: content.reactionMessage?.key?.id ?? quoted ?? null,
    media,
  };
}

function describeChange(change: proto.Message.IProtocolMessage): DescribedContent {
  const edited = normalizeMessageContent(change.editedMessage ?? undefined);
  const text = edited?.conversation || edited?.extendedTextMessage?.text || null;
  const type = change.type === EDIT ? 'edit' : 'revoke';
  return { type: edited || change.key ? type : 'protocol', text, targetId: change.key?.id ?? null, media: null };
}

function describeMedia(content: proto.IMessage): DescribedContent['media'] {
  const { imageMessage, videoMessage, audioMessage, documentMessage, stickerMessage } = content;
  const file = imageMessage ?? videoMessage ?? audioMessage ?? documentMessage ?? stickerMessage;
  if (!file?.directPath || !file.mediaKey) return null;
  const kind = imageMessage
    ? 'image'
    : videoMessage
      ? 'video'
      : audioMessage
        ? audioMessage.ptt
          ? 'voice'
          : 'audio'
        : documentMessage
          ? 'document'
          : 'sticker';
  const { directPath, mediaKey } = file;
  return { kind, directPath, mediaKey, mimeType: file.mimetype ?? null, filename: documentMessage?.fileName ?? null };
}
