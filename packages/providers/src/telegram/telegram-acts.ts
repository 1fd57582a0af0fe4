import type { TypingState } from '@parley/common/capabilities';

/** A call of the Bot API that changes a message, or shows something in a chat. */
export interface TelegramAct {
  method: 'setMessageReaction' | 'editMessageText' | 'editMessageCaption' | 'deleteMessage' | 'sendChatAction';
  body: Record<string, unknown>;
}

/** Chat and message of an id of telegramMessageId. */
function addressOf(providerMessageId: string): { chat_id: number; message_id: number } {
  const [chatId, messageId] = providerMessageId.split(':');
  return { chat_id: Number(chatId), message_id: Number(messageId) };
}

/** Telegram's list of reactions has no variation selectors: it knows ❤, and refuses ❤️. */
const withoutSelectors = (emoji: string): string => emoji.replaceAll('\ufe0f', '');

/** Sets the bot's only reaction; null removes it (docs/reference/tg.md#acts). */
export const telegramReaction = (providerMessageId: string, emoji: string | null): TelegramAct => ({
  method: 'setMessageReaction',
  body: {
    ...addressOf(providerMessageId),
    reaction: emoji === null ? [] : [{ type: 'emoji', emoji: withoutSelectors(emoji) }],
  },
});

/** Replaces the text, or the caption of a file. */
export const telegramEdit = (providerMessageId: string, text: string, hasFile: boolean): TelegramAct =>
  hasFile
    ? { method: 'editMessageCaption', body: { ...addressOf(providerMessageId), caption: text } }
    : { method: 'editMessageText', body: { ...addressOf(providerMessageId), text } };

export const telegramDeletion = (providerMessageId: string): TelegramAct => ({
  method: 'deleteMessage',
  body: addressOf(providerMessageId),
});

/** Shown for 5 s, or until the next message. */
export const telegramTyping = (chatId: string, state: Exclude<TypingState, 'off'>): TelegramAct => ({
  method: 'sendChatAction',
  body: { chat_id: Number(chatId), action: state === 'typing' ? 'typing' : 'record_voice' },
});

/** Refusals that say that the chat is already as asked: a repeat of an act that was done (docs/reference/tg.md#acts). */
const ALREADY: Readonly<Record<TelegramAct['method'], RegExp | null>> = {
  setMessageReaction: /message is not modified/i,
  editMessageText: /message is not modified/i,
  editMessageCaption: /message is not modified/i,
  deleteMessage: /message to delete not found/i,
  sendChatAction: null,
};

export const isAlreadyDone = (method: TelegramAct['method'], refusal: string): boolean =>
  ALREADY[method]?.test(refusal) ?? false;
