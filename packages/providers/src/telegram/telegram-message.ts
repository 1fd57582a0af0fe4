import { isObject, type JsonObject, objectOf, textOf, timeOf } from '../http/json-walk.ts';
import type { EchoItem, InboundItem, WebhookAccount } from '../received/inbound-item.ts';
import { telegramMessageId } from './telegram-chat.ts';
import { telegramContent } from './telegram-content.ts';
import { ignored, notice, unknown } from './telegram-element.ts';
import { telegramFacts } from './telegram-facts.ts';
import { idOf, inGroup, senderIn } from './telegram-person.ts';

/**
 * An outgoing message, by the owner of an account that connected the bot. Messages that the bot wrote are ignored: they
 * are stored when they are sent.
 */
function parseOwners(
  echo: Omit<EchoItem, 'kind' | 'origin' | 'mayBeOurs' | 'callbackData'>,
  message: JsonObject,
): InboundItem {
  if (isObject(message.sender_business_bot)) return ignored('sent by the bot');
  const ownerId = idOf(objectOf(message.from).id);
  const owner = ownerId === null ? {} : { ownerId };
  return { kind: 'echo', origin: 'phone', mayBeOurs: false, callbackData: null, ...owner, ...echo };
}

/** Whether the owner of the connected account wrote it; a message of the other side has the chat's id as sender. */
const isOwners = (message: JsonObject, chat: JsonObject): boolean =>
  message.business_connection_id !== undefined && idOf(objectOf(message.from).id) !== idOf(chat.id);

/** A message of a chat, a channel, or of a business connection (docs/reference/tg.md#updates). */
export function parseMessage(account: WebhookAccount, message: unknown, receivedAt: Date): InboundItem {
  if (!isObject(message)) return unknown('message is no object', message);
  const chat = objectOf(message.chat);
  // A message sent as a chat (an anonymous administrator, a channel) has a placeholder person in `from`.
  const from = senderIn(message, chat, objectOf(message.sender_chat ?? message.from));
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
  const named = { account, at, providerMessageId: telegramMessageId(from.address, messageId) };
  if (isOwners(message, chat))
    return parseOwners({ ...named, ...content, to: { address: from.address, aliases: [] }, raw: message }, message);
  const replyId = idOf(objectOf(message.reply_to_message).message_id);
  const quote = textOf(objectOf(message.quote).text);
  return {
    kind: 'message',
    ...named,
    from,
    ...content,
    ...telegramFacts(message),
    replyToProviderId: replyId === null ? null : telegramMessageId(from.address, replyId),
    ...(quote === null ? {} : { quote }),
    interactive: null,
    callbackQueryId: null,
    ...inGroup(chat),
    ...(objectOf(message.from).is_bot === true ? { isFromBot: true as const } : {}),
    raw: message,
  };
}

/** The new form of a message. */
export function parseEdited(account: WebhookAccount, message: unknown, receivedAt: Date): InboundItem {
  const parsed = parseMessage(account, message, receivedAt);
  if (parsed.kind !== 'message' && parsed.kind !== 'echo') return parsed;
  const { providerMessageId, text, raw, at } = parsed;
  return { kind: 'edited', account, at: timeOf(objectOf(message).edit_date) ?? at, providerMessageId, text, raw };
}
