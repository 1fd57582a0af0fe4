import type { InboundItem, InboundSender, MessageItem, ReactionItem, WebhookAccount } from '../inbound-item.ts';
import { isObject, type JsonObject, listOf, objectOf, textOf, timeOf } from '../json-walk.ts';
import { choice } from '../read-choice.ts';
import type { IgnoredItem } from '../webhook-element.ts';
import { telegramContent } from './telegram-content.ts';

const unknown = (reason: string, raw: unknown): InboundItem => ({ kind: 'unknown', channel: 'tg', reason, raw });
const notice = (topic: string, raw: unknown): InboundItem => ({ kind: 'notice', channel: 'tg', topic, raw });
const ignored = (reason: string): IgnoredItem => ({ kind: 'ignored', reason });

const idOf = (value: unknown): string | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : null;

/** Message ids are unique only within their chat. */
export const telegramMessageId = (chatId: string | number, messageId: string | number): string =>
  `${chatId}:${messageId}`;

/** The address is the chat's; the name is the person's, or in a channel the chat's. */
function senderOf(chat: JsonObject, person: JsonObject): InboundSender | null {
  const address = idOf(chat.id);
  if (address === null) return null;
  const full = [person.first_name, person.last_name].map(textOf).filter((part) => part !== null);
  const name = full.length > 0 ? full.join(' ') : (textOf(person.title) ?? textOf(chat.title));
  const id = inGroup(chat).chat ? idOf(person.id) : null;
  return {
    address,
    aliases: [],
    name,
    username: textOf(person.username) ?? textOf(chat.username),
    phone: null,
    ...(id === null ? {} : { id }),
  };
}

/** The group or channel of a message; empty in a private chat. */
function inGroup({ type, title }: JsonObject): Pick<MessageItem, 'chat'> {
  const known = textOf(type);
  return known === null || known === 'private' ? {} : { chat: { type: known, title: textOf(title) } };
}

function parseMessage(account: WebhookAccount, message: unknown, receivedAt: Date): InboundItem {
  if (!isObject(message)) return unknown('message is no object', message);
  const chat = objectOf(message.chat);
  // A message sent as a chat (an anonymous administrator, a channel) has a placeholder person in `from`.
  const from = senderOf(chat, objectOf(message.sender_chat ?? message.from));
  const messageId = idOf(message.message_id);
  const at = timeOf(message.date) ?? receivedAt;
  if (from === null || messageId === null) return unknown('message without chat or id', message);
  const migratedTo = idOf(message.migrate_to_chat_id);
  if (migratedTo !== null)
    return { kind: 'identity', account, at, previousAddress: from.address, newAddress: migratedTo };
  if (message.is_automatic_forward === true) return ignored('automatic forward of the linked channel');
  const content = telegramContent(message);
  if (content === 'service') return ignored('service message');
  if (content === 'unknown') return notice('message of unknown kind', message);
  const reply = objectOf(message.reply_to_message);
  const replyId = idOf(reply.message_id);
  const quote = textOf(objectOf(message.quote).text);
  return {
    kind: 'message',
    account,
    at,
    providerMessageId: telegramMessageId(from.address, messageId),
    from,
    ...content,
    replyToProviderId: replyId === null ? null : telegramMessageId(from.address, replyId),
    ...(quote === null ? {} : { quote }),
    interactive: null,
    callbackQueryId: null,
    ...inGroup(chat),
    ...(objectOf(message.from).is_bot === true ? { isFromBot: true as const } : {}),
    raw: message,
  };
}

function parseEdited(account: WebhookAccount, message: unknown, receivedAt: Date): InboundItem {
  const parsed = parseMessage(account, message, receivedAt);
  if (parsed.kind !== 'message') return parsed;
  const { providerMessageId, text, raw, at } = parsed;
  return { kind: 'edited', account, at: timeOf(objectOf(message).edit_date) ?? at, providerMessageId, text, raw };
}

/** The emoji of a reaction; a custom one is represented by its id, a paid one by a star. */
function emojiOf(reaction: unknown): string | null {
  const { type, emoji, custom_emoji_id: custom } = objectOf(reaction);
  return type === 'paid' ? '⭐' : (textOf(emoji) ?? textOf(custom));
}

function parseReaction(account: WebhookAccount, reaction: unknown, receivedAt: Date): InboundItem[] {
  const given = objectOf(reaction);
  const chat = objectOf(given.chat);
  const chatFrom = senderOf(chat, objectOf(given.user ?? given.actor_chat));
  const messageId = idOf(given.message_id);
  const at = timeOf(given.date) ?? receivedAt;
  if (chatFrom === null || messageId === null) return [unknown('reaction of unknown shape', reaction)];
  const [before, after] = [given.old_reaction, given.new_reaction].map(
    (list) =>
      new Set(
        listOf(list)
          .map(emojiOf)
          .filter((emoji) => emoji !== null),
      ),
  );
  // In a group several people react: each has their own id.
  const actor = idOf(objectOf(given.user ?? given.actor_chat).id);
  const from = chat.type === 'private' || actor === null ? chatFrom : { ...chatFrom, address: actor };
  const base = {
    kind: 'reaction' as const,
    account,
    at,
    targetProviderId: telegramMessageId(chatFrom.address, messageId),
    from,
  };
  const changes = (
    action: ReactionItem['action'],
    list: Iterable<string>,
    other: Set<string> | undefined,
  ): ReactionItem[] => [...list].filter((emoji) => !other?.has(emoji)).map((emoji) => ({ ...base, emoji, action }));
  const items = [...changes('removed', before ?? [], after), ...changes('added', after ?? [], before)];
  return items.length > 0 ? items : [ignored('reaction without a change')];
}

/** The text of the button with this data, from the keyboard of its message. */
const buttonTitle = (message: JsonObject, data: string): string | null =>
  listOf(objectOf(message.reply_markup).inline_keyboard)
    .flatMap(listOf)
    .filter(isObject)
    .flatMap((button) => (button.callback_data === data ? (textOf(button.text) ?? []) : []))[0] ?? null;

function parseCallback(account: WebhookAccount, query: unknown, receivedAt: Date): InboundItem {
  const given = objectOf(query);
  const id = textOf(given.id);
  const message = objectOf(given.message);
  const person = objectOf(given.from);
  // An inline message has no chat: the person's private chat has the person's id.
  const from = senderOf(isObject(message.chat) ? message.chat : { id: person.id }, person);
  if (id === null || from === null) return unknown('callback query of unknown shape', query);
  const data = textOf(given.data);
  // A game's button has no data: nothing was chosen, but the person's app still waits for an answer.
  if (data === null)
    return {
      ...ignored('callback query without data'),
      unanswered: { botId: account.externalId, callbackQueryId: id },
    };
  const messageId = idOf(message.message_id);
  return {
    kind: 'message',
    account,
    at: receivedAt,
    providerMessageId: `callback:${id}`,
    from,
    text: data,
    attachments: [],
    replyToProviderId: messageId === null ? null : telegramMessageId(from.address, messageId),
    interactive: choice('button', { id: data, title: buttonTitle(message, data) ?? data }),
    callbackQueryId: id,
    ...inGroup(objectOf(message.chat)),
    raw: query,
  };
}

const NOTHING_TO_US = [
  'my_chat_member',
  'chat_member',
  'chat_join_request',
  'message_reaction_count',
  'inline_query',
  'chosen_inline_result',
  'poll',
  'poll_answer',
  'chat_boost',
  'removed_chat_boost',
];

/**
 * Reads one Update of a bot. Never throws; an unknown update becomes an `unknown` item. A callback query has no time, so it gets
 * the time of its receipt, like every update with an invalid date.
 */
export function parseTelegramUpdate(update: unknown, botId: string, receivedAt = new Date()): InboundItem[] {
  const account: WebhookAccount = { channel: 'tg', externalId: botId };
  if (!isObject(update)) return [unknown('update is no object', update)];
  if (update.message !== undefined) return [parseMessage(account, update.message, receivedAt)];
  if (update.channel_post !== undefined) return [parseMessage(account, update.channel_post, receivedAt)];
  if (update.edited_message !== undefined) return [parseEdited(account, update.edited_message, receivedAt)];
  if (update.edited_channel_post !== undefined) return [parseEdited(account, update.edited_channel_post, receivedAt)];
  if (update.message_reaction !== undefined) return parseReaction(account, update.message_reaction, receivedAt);
  if (update.callback_query !== undefined) return [parseCallback(account, update.callback_query, receivedAt)];
  const known = NOTHING_TO_US.find((name) => update[name] !== undefined);
  return [known === undefined ? unknown('update of unknown kind', update) : ignored(known)];
}
