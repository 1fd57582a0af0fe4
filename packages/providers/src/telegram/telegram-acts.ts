import type { TypingState } from '@parley/common/messages/capabilities';
import { chatParameters, splitMessageId, topicParameter } from './telegram-chat.ts';

/** A call of the Bot API that changes a message, or shows something in a chat. */
export interface TelegramAct {
  method:
    | 'setMessageReaction'
    | 'editMessageText'
    | 'editMessageCaption'
    | 'deleteMessage'
    | 'deleteBusinessMessages'
    | 'sendChatAction';
  body: Record<string, unknown>;
}

function parametersOf(providerMessageId: string) {
  const { address, messageId } = splitMessageId(providerMessageId);
  return { ...chatParameters(address), message_id: messageId };
}

/** Telegram's list of reactions has no variation selectors: it knows ❤, and refuses ❤️. */
const withoutSelectors = (emoji: string): string => emoji.replaceAll('\ufe0f', '');

/** Sets the bot's only reaction; null removes it (docs/reference/tg.md#acts). */
export const telegramReaction = (providerMessageId: string, emoji: string | null): TelegramAct => ({
  method: 'setMessageReaction',
  body: {
    ...parametersOf(providerMessageId),
    reaction: emoji === null ? [] : [{ type: 'emoji', emoji: withoutSelectors(emoji) }],
  },
});

/** Replaces the text, or the caption of a file. */
export const telegramEdit = (providerMessageId: string, text: string, hasFile: boolean): TelegramAct =>
  hasFile
    ? { method: 'editMessageCaption', body: { ...parametersOf(providerMessageId), caption: text } }
    : { method: 'editMessageText', body: { ...parametersOf(providerMessageId), text } };

/** Deletes a message for everyone in the chat; business chats have a separate method. */
export function telegramDeletion(providerMessageId: string): TelegramAct {
  const { business_connection_id, message_id, ...chat } = parametersOf(providerMessageId);
  if (business_connection_id === undefined) return { method: 'deleteMessage', body: { ...chat, message_id } };
  return { method: 'deleteBusinessMessages', body: { business_connection_id, message_ids: [message_id] } };
}

/** Shown for 5 s, or until the next message. */
export const telegramTyping = (
  address: string,
  threadId: string | null,
  state: Exclude<TypingState, 'off'>,
): TelegramAct => ({
  method: 'sendChatAction',
  body: {
    ...chatParameters(address),
    ...topicParameter(threadId),
    action: state === 'typing' ? 'typing' : 'record_voice',
  },
});

/**
 * Refusals that mean that the chat is already in the requested state (docs/reference/tg.md#acts): the act was done
 * before.
 */
const ALREADY: Readonly<Record<TelegramAct['method'], RegExp | null>> = {
  setMessageReaction: /message is not modified/i,
  editMessageText: /message is not modified/i,
  editMessageCaption: /message is not modified/i,
  deleteMessage: /message to delete not found/i,
  deleteBusinessMessages: /message to delete not found/i,
  sendChatAction: null,
};

export const isAlreadyDone = (method: TelegramAct['method'], refusal: string): boolean =>
  ALREADY[method]?.test(refusal) ?? false;
