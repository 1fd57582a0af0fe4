import type { OutboundMedia, OutboundMessage } from '../sent/outbound-message.ts';
import { chatParameters, splitMessageId, topicParameter } from './telegram-chat.ts';
import { buttonKeyboard, contactCall, listKeyboard, listText, locationCall, pollCall } from './telegram-rich.ts';

/** A call of the Bot API that sends one message. */
export interface TelegramSend {
  method:
    | 'sendMessage'
    | 'sendLocation'
    | 'sendVenue'
    | 'sendContact'
    | 'sendPoll'
    | (typeof METHODS)[keyof typeof METHODS][0];
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

/** A message, and the topic of its conversation. */
export type TelegramMessage = OutboundMessage & { threadId?: string | null };

/**
 * The members that every call has: the chat, the quoted message, the keyboard. A reply goes to the topic of the quoted
 * message.
 */
function framedBy({ to, quoted, rich, threadId }: TelegramMessage): Record<string, unknown> {
  const below = rich?.buttons ? buttonKeyboard(rich.buttons) : rich?.list ? listKeyboard(rich.list) : {};
  return {
    ...chatParameters(to),
    ...(quoted
      ? { reply_parameters: { message_id: splitMessageId(quoted.providerMessageId).messageId } }
      : topicParameter(threadId)),
    ...below,
  };
}

/** The calls of a content that has separate methods; the first one quotes. */
function ownCalls(message: TelegramMessage): TelegramSend[] | null {
  const { location, contacts, poll } = message.rich ?? {};
  const calls = location ? [locationCall(location)] : poll ? [pollCall(poll)] : contacts?.map(contactCall);
  return (
    calls?.map(({ method, body }, at) => ({
      method,
      body: { ...framedBy(at === 0 ? message : { ...message, quoted: null }), ...body },
    })) ?? null
  );
}

const textAbove = ({ text, rich }: OutboundMessage): string => (rich?.list ? listText(text, rich.list) : text);

/**
 * The calls that send this message, as plain text: no parse_mode, so that no part of it is parsed as markup
 * (docs/reference/tg.md#sending). Several contacts are several calls.
 */
export function telegramSends(message: TelegramMessage): [TelegramSend, ...TelegramSend[]] {
  const [own, ...further] = ownCalls(message) ?? [];
  if (own) return [own, ...further];
  const { media, preview } = message;
  const frame = framedBy(message);
  const text = textAbove(message);
  if (!media) {
    const options = preview === undefined ? {} : { link_preview_options: { is_disabled: !preview } };
    return [{ method: 'sendMessage', body: { ...frame, text, ...options } }];
  }
  const [method, field] = METHODS[media.type];
  return [{ method, body: { ...frame, [field]: media.url, ...(text === '' ? {} : { caption: text }) } }];
}

/** A call of the Bot API with one file in `field`, as a form. */
export interface TelegramUpload {
  method: TelegramSend['method'];
  field: string;
  fields: Record<string, string>;
}

/** The call that uploads this message's file; null when it has none. */
export function telegramUpload(message: TelegramMessage): TelegramUpload | null {
  const { media } = message;
  if (!media) return null;
  const [method, field] = METHODS[media.type];
  const text = textAbove(message);
  // Form fields that are not text are sent as JSON.
  const fields = Object.entries({ ...framedBy(message), ...(text === '' ? {} : { caption: text }) }).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );
  return { method, field, fields: Object.fromEntries(fields) };
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
