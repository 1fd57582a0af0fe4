import type { Button } from '@parley/common/messages/message-content';
import type { OutboundMedia, OutboundMessage } from '../sent/outbound-message.ts';

/** Body of POST /{page-id}/messages (docs/reference/fb.md#sending). */
export interface PersonSendBody {
  recipient: { id: string } | { comment_id: string };
  messaging_type?: 'RESPONSE' | 'MESSAGE_TAG';
  tag?: 'HUMAN_AGENT';
  /** The quoted message. Inside `message` Meta refuses it. */
  reply_to?: { mid: string };
  message: {
    text?: string;
    quick_replies?: { content_type: 'text'; title: string; payload: string | undefined }[];
    attachment?: { type: string; payload: Record<string, unknown> };
    /** Returned in the echo (fb). */
    metadata?: string;
  };
}

/** Neither platform has native voice notes or stickers: a voice note is audio, and stickers are refused before. */
const WIRE_TYPES: Readonly<Record<OutboundMedia['type'], string>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  voice: 'audio',
  document: 'file',
  sticker: 'image',
};

/** Buttons that stay below the text, where one of them opens an address. */
const templateOf = (text: string, buttons: readonly Button[]): PersonSendBody['message'] => ({
  attachment: {
    type: 'template',
    payload: {
      template_type: 'button',
      text,
      buttons: buttons.map(({ id, title, url }) =>
        url === undefined ? { type: 'postback', title, payload: id } : { type: 'web_url', title, url },
      ),
    },
  },
});

function textOf({ text, rich }: OutboundMessage): PersonSendBody['message'] {
  const buttons = rich?.buttons;
  if (!buttons) return { text };
  if (buttons.some(({ url }) => url !== undefined)) return templateOf(text, buttons);
  return { text, quick_replies: buttons.map(({ id, title }) => ({ content_type: 'text', title, payload: id })) };
}

/**
 * Neither platform has captions: the file is sent first, the text as a separate message
 * (docs/reference/sends.md#media).
 */
function partsOf(message: OutboundMessage, payload: { is_reusable?: boolean }): PersonSendBody['message'][] {
  const { media, text } = message;
  const file = media ? [{ attachment: { type: WIRE_TYPES[media.type], payload: { url: media.url, ...payload } } }] : [];
  return text === '' ? file : [...file, textOf(message)];
}

/** The bodies of a message's parts; the first one quotes. */
const bodiesOf = (
  { to, quoted, tag }: OutboundMessage,
  parts: readonly PersonSendBody['message'][],
): PersonSendBody[] =>
  parts.map((message, at) => ({
    recipient: { id: to },
    ...(tag ? { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' } : { messaging_type: 'RESPONSE' }),
    ...(quoted && at === 0 ? { reply_to: { mid: quoted.providerMessageId } } : {}),
    message,
  }));

/** The request bodies of this message from a page, in sending order; the echo of each contains our message id. */
export function fbSendBodies(message: OutboundMessage, messageId: string): PersonSendBody[] {
  const parts = partsOf(message, { is_reusable: false });
  return bodiesOf(
    message,
    parts.map((part) => ({ ...part, metadata: messageId })),
  );
}

/** The request bodies of this message from an Instagram account, in sending order. */
export function igSendBodies(message: OutboundMessage): PersonSendBody[] {
  return bodiesOf(message, partsOf(message, {}));
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
