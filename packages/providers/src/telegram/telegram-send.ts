import type { OutboundMessage } from '../outbound-message.ts';

/** A call of the Bot API that sends one message. */
export interface TelegramSend {
  method: 'sendMessage' | 'sendPhoto' | 'sendVideo' | 'sendAudio' | 'sendDocument';
  body: Record<string, unknown>;
}

const METHODS = {
  image: ['sendPhoto', 'photo'],
  video: ['sendVideo', 'video'],
  audio: ['sendAudio', 'audio'],
  document: ['sendDocument', 'document'],
} as const;

/**
 * The call that sends this message, as plain text: no parse_mode, so that nothing in it is read as markup
 * (docs/reference/tg.md#sending).
 */
export function telegramSend({ to, text, media }: OutboundMessage): TelegramSend {
  const chatId = Number(to);
  if (!media) return { method: 'sendMessage', body: { chat_id: chatId, text } };
  const [method, field] = METHODS[media.type];
  return { method, body: { chat_id: chatId, [field]: media.url, ...(text === '' ? {} : { caption: text }) } };
}
