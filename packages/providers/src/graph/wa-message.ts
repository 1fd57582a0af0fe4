import { isObject, type JsonObject, objectOf, textOf, timeOf } from '../http/json-walk.ts';
import type { InboundItem, InboundSender, WebhookAccount } from '../received/inbound-item.ts';
import { knownWaContent, typeByMember, waContent } from './wa-content.ts';
import { waFacts } from './wa-facts.ts';
import { personOf, phoneOf } from './wa-person.ts';

const unknown = (reason: string, raw: unknown): InboundItem => ({ kind: 'unknown', channel: 'wa', reason, raw });

interface Known {
  account: WebhookAccount;
  id: string;
  at: Date;
  /** Null when neither the message nor its members show it. */
  type: string | null;
}

/** A message's own type; otherwise the type of the member that it has. */
const typeOf = (message: JsonObject): string | null => textOf(message.type) ?? typeByMember(message);

/** A reply names the message; a forwarded one has a context without an id. */
const replyTo = (message: JsonObject): string | null => textOf(objectOf(message.context).id);

function edited(message: JsonObject, { account, at }: Known): InboundItem {
  const edit = objectOf(message.edit);
  const inner = objectOf(edit.message);
  const original = textOf(edit.original_message_id);
  const content = knownWaContent(typeOf(inner) ?? '', inner);
  if (original === null || content === null) return unknown('edit of unknown shape', message);
  return { kind: 'edited', account, at, providerMessageId: original, text: content.text, raw: message };
}

/** The id that a person had before; webhooks from before August 2026 have it only in their sentence. */
const previousUserId = (news: JsonObject): string | null =>
  textOf(news.previous_user_id) ?? /from (\S+) to \S+$/.exec(textOf(news.body) ?? '')?.[1] ?? null;

function system(message: JsonObject, { account, at }: Known): InboundItem {
  const news = objectOf(message.system);
  const newAddress = phoneOf(news.wa_id ?? news.new_wa_id);
  const previous = phoneOf(message.from) ?? phoneOf(news.customer);
  if (news.type === 'user_changed_number' && newAddress !== null && previous !== null) {
    return { kind: 'identity', account, at, previousAddress: previous, newAddress };
  }
  const oldId = previousUserId(news);
  const newId = textOf(news.user_id);
  if (news.type === 'user_changed_user_id' && oldId !== null && newId !== null) {
    return { kind: 'identity', account, at, previousAddress: oldId, newAddress: newId };
  }
  return { kind: 'notice', topic: `system ${textOf(news.type) ?? 'without type'}`, raw: message };
}

function byType(message: JsonObject, known: Known, from: InboundSender | null): InboundItem {
  const { account, at, id, type } = known;
  switch (type) {
    case 'edit':
      return edited(message, known);
    case 'revoke': {
      const original = textOf(objectOf(message.revoke).original_message_id);
      return original === null
        ? unknown('revoke without a message', message)
        : { kind: 'revoked', account, at, providerMessageId: original };
    }
    case 'system':
      return system(message, known);
    case 'request_welcome':
      return { kind: 'ignored', reason: 'request_welcome' };
  }
  if (from === null) return unknown('message without a sender', message);
  if (type === 'reaction') {
    const reaction = objectOf(message.reaction);
    const target = textOf(reaction.message_id);
    const emoji = textOf(reaction.emoji);
    if (target === null) return unknown('reaction without a message', message);
    return {
      kind: 'reaction',
      account,
      at,
      targetProviderId: target,
      from,
      emoji,
      action: emoji === null ? 'removed' : 'added',
    };
  }
  const content = waContent(type, message);
  if (type === null && content.text === '' && content.attachments.length === 0)
    return unknown('message without type or content', message);
  return {
    kind: 'message',
    account,
    at,
    providerMessageId: id,
    from,
    ...content,
    ...waFacts(message),
    replyToProviderId: replyTo(message),
    callbackQueryId: null,
    raw: message,
  };
}

/**
 * Reads one element of `messages[]`; the `errors` next to the list belong to it when it contains nothing else. An
 * invalid timestamp is replaced by `receivedAt`.
 */
export function parseMessage(
  account: WebhookAccount,
  { contacts, errors }: JsonObject,
  message: unknown,
  receivedAt: Date,
): InboundItem {
  if (!isObject(message)) return unknown('message is no object', message);
  const id = textOf(message.id);
  const at = timeOf(message.timestamp) ?? receivedAt;
  const type = typeOf(message);
  if (id === null) return unknown('message without an id', message);
  if (textOf(message.group_id) !== null)
    return { kind: 'notice', topic: 'group message (wa has no normal groups)', raw: message };
  const isEmpty =
    message.errors === undefined && errors !== undefined && (type === null || message[type] === undefined);
  return byType(
    isEmpty ? { ...message, errors } : message,
    { account, id, at, type },
    personOf(contacts, { waId: message.from, userId: message.from_user_id }),
  );
}

/** One element of `message_echoes[]`: sent from the business's own phone, to a person of `contacts`. */
export function parseEcho(
  account: WebhookAccount,
  { contacts }: JsonObject,
  echo: unknown,
  receivedAt: Date,
): InboundItem {
  if (!isObject(echo)) return unknown('echo is no object', echo);
  const id = textOf(echo.id);
  const at = timeOf(echo.timestamp) ?? receivedAt;
  const type = typeOf(echo);
  if (id === null) return unknown('echo without an id', echo);
  if (type === 'edit' || type === 'revoke') return byType(echo, { account, id, at, type }, null);
  const person = personOf(contacts, { waId: echo.to, userId: echo.to_user_id });
  const address = person?.address ?? textOf(echo.to_parent_user_id);
  if (address === null) return unknown(`echo without a recipient (${type ?? 'no type'})`, echo);
  const { text, attachments } = waContent(type, echo);
  return {
    kind: 'echo',
    origin: 'phone',
    mayBeOurs: false,
    callbackData: null,
    account,
    at,
    providerMessageId: id,
    to: {
      address,
      aliases: person?.aliases ?? [],
      ...(person === null || person.username === null ? {} : { username: person.username }),
    },
    text,
    attachments,
    raw: echo,
  };
}
