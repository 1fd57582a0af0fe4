import type { OutboundMedia, OutboundMessage } from '../outbound-message.ts';

/** Body of POST /{page-id}/messages (docs/reference/fb.md#sending). */
export interface PersonSendBody {
  recipient: { id: string } | { comment_id: string };
  messaging_type?: 'RESPONSE';
  message: {
    text?: string;
    attachment?: { type: string; payload: { url: string; is_reusable?: boolean } };
    /** Returned in the echo (fb). */
    metadata?: string;
  };
}

/** Neither platform has voice notes or stickers of its own: a voice note is audio, and stickers are refused before. */
const WIRE_TYPES: Readonly<Record<OutboundMedia['type'], string>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  voice: 'audio',
  document: 'file',
  sticker: 'image',
};

/**
 * Neither platform has captions: the file is sent first, the text as a separate message
 * (docs/reference/sends.md#media).
 */
function partsOf({ media, text }: OutboundMessage, payload: { is_reusable?: boolean }): PersonSendBody['message'][] {
  const file = media ? [{ attachment: { type: WIRE_TYPES[media.type], payload: { url: media.url, ...payload } } }] : [];
  return text === '' ? file : [...file, { text }];
}

/** The request bodies of this message from a page, in sending order; the echo of each contains our message id. */
export function fbSendBodies(message: OutboundMessage, messageId: string): PersonSendBody[] {
  return partsOf(message, { is_reusable: false }).map((part) => ({
    recipient: { id: message.to },
    messaging_type: 'RESPONSE',
    message: { ...part, metadata: messageId },
  }));
}

/** The request bodies of this message from an Instagram account, in sending order. */
export function igSendBodies(message: OutboundMessage): PersonSendBody[] {
  return partsOf(message, {}).map((part) => ({
    recipient: { id: message.to },
    messaging_type: 'RESPONSE',
    message: part,
  }));
}

/** The only private reply that a comment may have (docs/reference/fb.md#comments). */
export function privateReplyBody(
  platform: 'fb' | 'ig',
  commentId: string,
  text: string,
  messageId: string,
): PersonSendBody {
  return {
    recipient: { comment_id: commentId },
    message: { text, ...(platform === 'fb' ? { metadata: messageId } : {}) },
  };
}
