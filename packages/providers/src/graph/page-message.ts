import { type JsonObject, objectOf, textOf } from '../http/json-walk.ts';
import type { InboundItem, InboundSender, WebhookAccount } from '../received/inbound-item.ts';
import { choice } from '../received/read-choice.ts';
import { knownPageContent, pageContent } from './page-content.ts';
import { idOf, type PageEntry, unknown } from './page-element.ts';
import { pageFacts } from './page-facts.ts';

/** A messaging event with known sides and time. */
export interface PageEvent {
  entry: PageEntry;
  account: WebhookAccount & { channel: PageEntry['channel'] };
  /** The person; null when the platform hides them. */
  peer: string | null;
  /** Whether the account itself did it. */
  isOwn: boolean;
  at: Date;
  raw: JsonObject;
}

/** The person of an event, without a name: only profiles contain names. */
export function senderOf(peer: string, { sender }: JsonObject): InboundSender {
  const { name, username } = objectOf(sender);
  return { address: peer, aliases: [], name: textOf(name), username: textOf(username), phone: null };
}

/** App id of the page's own inbox: a person typed such an echo, so it is not our own send. */
const PAGE_INBOX_APP = '263902037430900';

function parseEcho({ entry, account, peer, at, raw }: PageEvent, message: JsonObject): InboundItem {
  const providerMessageId = textOf(message.mid);
  const content = knownPageContent(account.channel, message);
  if (providerMessageId === null || peer === null || content === null)
    return unknown(entry, 'echo of unknown shape', raw);
  return {
    kind: 'echo',
    account,
    at,
    providerMessageId,
    origin: 'dashboard',
    mayBeOurs: idOf(message.app_id) !== PAGE_INBOX_APP,
    callbackData: textOf(message.metadata),
    to: { address: peer, aliases: [] },
    ...content,
    raw,
  };
}

/**
 * `message`: from a person, or the echo of a message that the account sent; edits and removals have their own shapes.
 */
export function parsePageMessage(event: PageEvent, message: JsonObject): InboundItem {
  const { entry, account, peer, isOwn, at, raw } = event;
  const providerMessageId = textOf(message.mid);
  if (message.is_deleted === true && providerMessageId !== null)
    return { kind: 'revoked', account, at, providerMessageId };
  if (isOwn) return parseEcho(event, message);
  const content = pageContent(account.channel, message);
  if (providerMessageId === null || peer === null) return unknown(entry, 'message without an id or a sender', raw);
  const payload = textOf(objectOf(message.quick_reply).payload);
  return {
    kind: 'message',
    account,
    at,
    providerMessageId,
    from: senderOf(peer, raw),
    ...content,
    ...pageFacts(raw, message),
    replyToProviderId: textOf(objectOf(message.reply_to).mid),
    interactive: payload === null ? null : choice('quick_reply', { id: payload, title: textOf(content.text) }),
    callbackQueryId: null,
    raw,
  };
}

/** `postback`: a button was pressed. Old webhooks have no id, but a repeat has the same person and time. */
export function parsePostback({ entry, account, peer, at, raw }: PageEvent, postback: JsonObject): InboundItem {
  const payload = textOf(postback.payload);
  const title = textOf(postback.title) ?? payload;
  if (peer === null || title === null) return unknown(entry, 'postback without a sender or a title', raw);
  return {
    kind: 'message',
    account,
    at,
    providerMessageId: textOf(postback.mid) ?? `postback:${peer}:${at.getTime()}`,
    from: senderOf(peer, raw),
    text: title,
    attachments: [],
    ...pageFacts(raw, postback),
    replyToProviderId: null,
    interactive: choice('postback', { id: payload, title }),
    callbackQueryId: null,
    raw,
  };
}
