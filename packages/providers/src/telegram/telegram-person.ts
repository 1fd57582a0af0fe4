import { type JsonObject, textOf } from '../http/json-walk.ts';
import type { InboundSender, MessageItem } from '../received/inbound-item.ts';
import { GENERAL_TOPIC, telegramAddress } from './telegram-chat.ts';

/** An id of Telegram, which fits a number; null for anything else. */
export const idOf = (value: unknown): string | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : null;

/** The group or channel of a message; empty in a private chat. */
export function inGroup({ type, title }: JsonObject): Pick<MessageItem, 'chat'> {
  const known = textOf(type);
  return known === null || known === 'private' ? {} : { chat: { type: known, title: textOf(title) } };
}

/** The topic that a message is in; null where its chat cannot have any. */
export function topicOf(message: JsonObject, chat: JsonObject): string | null {
  const topic = message.is_topic_message === true ? idOf(message.message_thread_id) : null;
  return topic ?? (chat.type === 'supergroup' ? GENERAL_TOPIC : null);
}

/** The address of the chat that a message, or another object with its members, is in; null without a known one. */
export function addressOf(message: JsonObject, chat: JsonObject): string | null {
  const chatId = idOf(chat.id);
  return chatId === null ? null : telegramAddress(chatId, textOf(message.business_connection_id));
}

/** The address is the chat's; the name is the person's, or in a channel the chat's. */
export function senderIn(message: JsonObject, chat: JsonObject, person: JsonObject): InboundSender | null {
  const address = addressOf(message, chat);
  if (address === null) return null;
  const full = [person.first_name, person.last_name].map(textOf).filter((part) => part !== null);
  const name = full.length > 0 ? full.join(' ') : (textOf(person.title) ?? textOf(chat.title));
  const id = inGroup(chat).chat ? idOf(person.id) : null;
  const threadId = topicOf(message, chat);
  return {
    address,
    aliases: [],
    name,
    username: textOf(person.username) ?? textOf(chat.username),
    phone: null,
    ...(id === null ? {} : { id }),
    ...(threadId === null ? {} : { threadId }),
  };
}
