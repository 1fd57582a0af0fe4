import { isObject, type JsonObject, listOf, objectOf, textOf, timeOf } from '../http/json-walk.ts';
import type { InboundItem, WebhookAccount } from '../received/inbound-item.ts';
import { isConnectionId, telegramMessageId } from './telegram-chat.ts';
import { parseCallback, parseVote } from './telegram-choice.ts';
import { ignored, unknown } from './telegram-element.ts';
import { parseEdited, parseMessage } from './telegram-message.ts';
import { addressOf, idOf } from './telegram-person.ts';
import { parseReaction } from './telegram-reaction.ts';

/** `deleted_business_messages`: Telegram reports deletions only in accounts that connected the bot. */
function parseDeletions(account: WebhookAccount, deletion: unknown, receivedAt: Date): InboundItem[] {
  const given = objectOf(deletion);
  const address = textOf(given.business_connection_id) === null ? null : addressOf(given, objectOf(given.chat));
  const ids = listOf(given.message_ids).flatMap((id) => idOf(id) ?? []);
  if (address === null || ids.length === 0) return [unknown('deletion of unknown shape', deletion)];
  return ids.map((id) => ({
    kind: 'revoked',
    account,
    at: receivedAt,
    providerMessageId: telegramMessageId(address, id),
  }));
}

/** `business_connection`: a person connected the bot to their own account, or changed or ended the connection. */
function parseConnection(account: WebhookAccount, connection: unknown, receivedAt: Date): InboundItem {
  const given = objectOf(connection);
  const connectionId = textOf(given.id);
  const ownerId = idOf(objectOf(given.user).id);
  if (
    connectionId === null ||
    !isConnectionId(connectionId) ||
    ownerId === null ||
    typeof given.is_enabled !== 'boolean'
  )
    return unknown('business connection of unknown shape', connection);
  const at = timeOf(given.date) ?? receivedAt;
  return { kind: 'bot-connection', account, at, connectionId, ownerId, isEnabled: given.is_enabled };
}

type Reader = (
  account: WebhookAccount,
  value: unknown,
  receivedAt: Date,
  update: JsonObject,
) => InboundItem | InboundItem[];

const READERS: Readonly<Record<string, Reader>> = {
  message: parseMessage,
  channel_post: parseMessage,
  business_message: parseMessage,
  edited_message: parseEdited,
  edited_channel_post: parseEdited,
  edited_business_message: parseEdited,
  deleted_business_messages: parseDeletions,
  message_reaction: parseReaction,
  callback_query: parseCallback,
  poll_answer: parseVote,
  business_connection: parseConnection,
};

const NOTHING_TO_US = [
  'my_chat_member',
  'chat_member',
  'chat_join_request',
  'message_reaction_count',
  'inline_query',
  'chosen_inline_result',
  'poll',
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
  for (const [kind, read] of Object.entries(READERS))
    if (update[kind] !== undefined) return [read(account, update[kind], receivedAt, update)].flat();
  const known = NOTHING_TO_US.find((name) => update[name] !== undefined);
  return [known === undefined ? unknown('update of unknown kind', update) : ignored(known)];
}
