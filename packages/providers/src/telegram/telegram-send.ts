import type { OutboundMedia, OutboundMessage } from '../outbound-message.ts';

/** A call of the Bot API that sends one message. */
export interface TelegramSend {
  method: 'sendMessage' | (typeof METHODS)[keyof typeof METHODS][0];
  body: Record<string, unknown>;
}

const METHODS = {
  image: ['sendPhoto', 'photo'],
  video: ['sendVideo', 'video'],
  audio: ['sendAudio', 'audio'],
  voice: ['sendVoice', 'voice'],
  sticker: ['sendSticker', 'sticker'],
  document: ['sendDocument', 'document'],
} as const;

/**
 * The call that sends this message, as plain text: no parse_mode, so that no part of it is parsed as markup
 * (docs/reference/tg.md#sending).
 */
export function telegramSend({ to, text, media }: OutboundMessage): TelegramSend {
  const chatId = Number(to);
  if (!media) return { method: 'sendMessage', body: { chat_id: chatId, text } };
  const [method, field] = METHODS[media.type];
  return { method, body: { chat_id: chatId, [field]: media.url, ...(text === '' ? {} : { caption: text }) } };
}

/** A call of the Bot API with one file in `field`, as a form. */
export interface TelegramUpload {
  method: TelegramSend['method'];
  field: string;
  fields: Record<string, string>;
}

/** The call that uploads this message's file; null when it has none. */
export function telegramUpload({ to, text, media }: OutboundMessage): TelegramUpload | null {
  if (!media) return null;
  const [method, field] = METHODS[media.type];
  return { method, field, fields: { chat_id: to, ...(text === '' ? {} : { caption: text }) } };
}

const BY_ADDRESS = new Set(['gif', 'pdf', 'zip']);
const extensionOf = (name: string): string | null => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? null;

function pathOf(url: string): string {
  try {
    return new URL(url).pathname;
  } catch {
    return '';
  }
}

/**
 * Whether Telegram fetches this file by its URL: of documents only GIF, PDF and ZIP, so that a URL without an extension
 * is tried (docs/reference/tg.md#sending).
 */
export function isTakenByAddress({ type, url, filename }: OutboundMedia): boolean {
  if (type !== 'document') return true;
  const extension = extensionOf(filename ?? '') ?? extensionOf(pathOf(url));
  return extension === null || BY_ADDRESS.has(extension);
}
