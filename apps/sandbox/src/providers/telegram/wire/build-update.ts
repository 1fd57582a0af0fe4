import type { Customer } from '../../../customers/customer.ts';
import type { CustomerMessage, CustomerMessages } from '../../../customers/customer-message.ts';
import { fieldsOf } from '../../../http/read-fields.ts';
import { mediaOf } from '../../../media/default-media.ts';
import type { SandboxState } from '../../../state/sandbox-state.ts';
import type { Bot } from '../state/bot.ts';
import { ACCOUNT_OWNER, botUser, chatOf, connectionOf, senderOf } from './describe-chat.ts';
import { fileContent } from './file-ids.ts';

/** The kind and content of one update, and the id of the message that it concerns. */
export interface BuiltUpdate {
  kind: string;
  content: Record<string, unknown>;
  messageId: number | null;
}

/** Makes the update that a customer's act causes, in the Bot API's form. */
export function buildUpdate(
  state: SandboxState,
  bot: Bot,
  customer: Customer,
  message: CustomerMessage,
  participant: CustomerMessages['participant'],
  nowMs: number,
): BuiltUpdate {
  const date = Math.floor((message.at === undefined ? nowMs : Date.parse(message.at)) / 1000);
  if (message.topic !== undefined && !customer.topics.includes(message.topic)) customer.topics.push(message.topic);
  const chat = chatOf(customer);
  const connection = connectionOf(customer);
  const business = connection.business_connection_id === undefined ? '' : 'business_';
  const from = message.by_owner ? ACCOUNT_OWNER : senderOf(customer, participant);
  const target = Number(message.target ?? 0);
  switch (message.type) {
    case 'reaction': {
      const content = { chat, message_id: target, user: from, date, ...reactionsOf(bot, customer, message) };
      return { kind: 'message_reaction', content, messageId: target };
    }
    case 'callback':
    case 'button':
    case 'button_reply': {
      const pressed = recall(state, bot, customer, target) ?? { message_id: target, chat, date: 0 };
      const data = message.payload ?? message.text ?? '';
      const id = `${Date.now()}${target}`;
      state.telegram.callbackQueries.set(`${bot.id}:${id}`, true);
      const content = { id, from, message: pressed, chat_instance: `-${bot.id}`, data };
      return { kind: 'callback_query', content, messageId: target };
    }
    case 'blocked':
    case 'unblocked':
      return {
        kind: 'my_chat_member',
        content: membership(bot, customer, chat, from, date, message.type),
        messageId: null,
      };
    case 'edited': {
      const known = recall(state, bot, customer, target);
      const edited = {
        ...(known ?? { message_id: target, from, chat, date }),
        edit_date: date,
        text: message.text ?? '',
      };
      return { kind: `edited_${business}message`, content: edited, messageId: target };
    }
    case 'poll_vote': {
      const { id } = fieldsOf(recall(state, bot, customer, target)?.poll);
      const chosen = message.options ?? [];
      const content = {
        poll_id: id ?? `${target}`,
        user: from,
        option_ids: chosen,
        option_persistent_ids: chosen.map(String),
      };
      return { kind: 'poll_answer', content, messageId: target };
    }
    case 'business_connection': {
      const { business_connection_id: id = '' } = connection;
      bot.connectionId = id;
      const rights = { can_reply: true, can_read_messages: true };
      const content = { id, user: ACCOUNT_OWNER, user_chat_id: ACCOUNT_OWNER.id, date, rights, is_enabled: true };
      return { kind: 'business_connection', content, messageId: null };
    }
    case 'revoked': {
      // In the bot's own chats Telegram reports no deletion: no bot subscribes to an update without a name.
      const kind = business === '' ? '' : 'deleted_business_messages';
      return { kind, content: { ...connection, chat, message_ids: [target] }, messageId: target };
    }
    default: {
      const content = newMessage(state, bot, customer, message, { ...connection, from, chat, date });
      return { kind: `${business}message`, content, messageId: content.message_id };
    }
  }
}

/** A person's account numbers its own messages: they are the same through each of its business connections. */
const messageKey = (bot: Bot, customer: Customer, id: unknown): string =>
  `${bot.id}:${customer.address.replace(/@.*/, '@')}:${id}`;

/** Stores a Telegram message, so that replies can quote it. */
export function remember(state: SandboxState, bot: Bot, customer: Customer, message: Record<string, unknown>) {
  state.telegram.messages.set(messageKey(bot, customer, message.message_id), message);
}

/** Forgets a deleted message. */
export const forget = (state: SandboxState, bot: Bot, customer: Customer, id: number): void =>
  void state.telegram.messages.delete(messageKey(bot, customer, id));

/** A stored Telegram message without its own quotation, or undefined. */
export function recall(
  state: SandboxState,
  bot: Bot,
  customer: Customer,
  id: number,
): Record<string, unknown> | undefined {
  const known = state.telegram.messages.get(messageKey(bot, customer, id));
  if (!known) return undefined;
  const { reply_to_message: _, ...plain } = known;
  return plain;
}

function newMessage(
  state: SandboxState,
  bot: Bot,
  customer: Customer,
  message: CustomerMessage,
  head: { from: Record<string, unknown>; chat: Record<string, unknown>; date: number; business_connection_id?: string },
) {
  const quoted = message.reply_to === undefined ? undefined : Number(message.reply_to);
  const built = {
    message_id:
      message.provider_message_id === undefined ? customer.nextMessageId++ : Number(message.provider_message_id),
    ...head,
    ...topicOf(message.topic),
    ...(message.forwarded
      ? { forward_origin: { type: 'hidden_user', sender_user_name: 'Someone', date: head.date - 60 } }
      : {}),
    ...(quoted === undefined
      ? {}
      : { reply_to_message: recall(state, bot, customer, quoted) ?? { message_id: quoted, chat: head.chat, date: 0 } }),
    ...contentOf(state, message),
  };
  remember(state, bot, customer, built);
  return built;
}

function contentOf(state: SandboxState, message: CustomerMessage): Record<string, unknown> {
  const media = mediaOf(state, message);
  if (media) {
    const kind = message.type === 'image' ? 'photo' : message.type;
    return { ...fileContent(kind, media), ...(message.text === undefined ? {} : { caption: message.text }) };
  }
  switch (message.type) {
    case 'text':
      return { text: message.text ?? '', ...entitiesOf(message.text ?? '') };
    case 'location': {
      const { latitude, longitude, name, address } = message.location ?? { latitude: 37.44, longitude: -122.16 };
      const location = { latitude, longitude };
      return name === undefined ? { location } : { location, venue: { location, title: name, address: address ?? '' } };
    }
    case 'contact': {
      const { name, phone } = message.contact ?? { name: 'Lucia Gomez', phone: '19835552319' };
      return { contact: { phone_number: phone, first_name: name } };
    }
    case 'poll':
      return {
        poll: {
          id: '5',
          question: message.text ?? 'Q?',
          options: [
            { text: 'A', voter_count: 0 },
            { text: 'B', voter_count: 0 },
          ],
          total_voter_count: 0,
          is_closed: false,
          is_anonymous: true,
          type: 'regular',
          allows_multiple_answers: false,
        },
      };
    default:
      return { dice: { emoji: '🎲', value: 4 } };
  }
}

/** Members of a message that is in a topic of a forum. */
export const topicOf = (topic: number | undefined): Record<string, unknown> =>
  topic === undefined ? {} : { message_thread_id: topic, is_topic_message: true };

function entitiesOf(text: string): Record<string, unknown> {
  const entities = [...text.matchAll(/^\/\w+|\B@\w+/g)].map(({ 0: found, index }) => ({
    offset: index,
    length: found.length,
    type: found.startsWith('/') ? 'bot_command' : 'mention',
  }));
  return entities.length > 0 ? { entities } : {};
}

const lastReactions = new WeakMap<Customer, Map<string, unknown[]>>();

function reactionsOf(bot: Bot, customer: Customer, message: CustomerMessage) {
  const byMessage = lastReactions.get(customer) ?? new Map<string, unknown[]>();
  lastReactions.set(customer, byMessage);
  const key = `${bot.id}:${message.target}`;
  const before = byMessage.get(key) ?? [];
  const after = message.emoji ? [{ type: 'emoji', emoji: message.emoji }] : [];
  byMessage.set(key, after);
  if (byMessage.size > 1000) byMessage.clear();
  return { old_reaction: before, new_reaction: after };
}

function membership(
  bot: Bot,
  customer: Customer,
  chat: Record<string, unknown>,
  from: Record<string, unknown>,
  date: number,
  type: 'blocked' | 'unblocked',
) {
  const user = botUser(bot);
  const member = { user, status: 'member' };
  const kicked = { user, status: 'kicked', until_date: 0 };
  customer.reach = type === 'blocked' ? 'blocked' : 'ok';
  const [before, after] = type === 'blocked' ? [member, kicked] : [kicked, member];
  return { chat, from, date, old_chat_member: before, new_chat_member: after };
}
