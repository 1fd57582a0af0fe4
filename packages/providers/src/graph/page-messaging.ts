import { isObject, type JsonObject, listOf, momentOf, numberOf, objectOf, textOf } from '../http/json-walk.ts';
import type { InboundItem, WatermarkItem } from '../received/inbound-item.ts';
import { idOf, ignored, notice, type PageEntry, unknown } from './page-element.ts';
import { pageReferral } from './page-facts.ts';
import { type PageEvent, parsePageMessage, parsePostback, senderOf } from './page-message.ts';

/** Names that some webhooks use instead of an emoji (docs/reference/fb.md#callbacks). */
const EMOJI: Readonly<Record<string, string>> = {
  smile: '😆',
  angry: '😠',
  sad: '😢',
  wow: '😮',
  love: '❤️',
  like: '👍',
  dislike: '👎',
};

function parseReaction({ entry, account, peer, isOwn, at, raw }: PageEvent, reaction: JsonObject): InboundItem {
  const targetProviderId = textOf(reaction.mid);
  const name = textOf(reaction.reaction) ?? '';
  const emoji = textOf(reaction.emoji) ?? (Object.hasOwn(EMOJI, name) ? (EMOJI[name] ?? null) : textOf(name));
  const isAdded = reaction.action === 'react' && emoji !== null;
  if (isOwn) return ignored('reaction of the account itself');
  if (targetProviderId === null || peer === null || (!isAdded && reaction.action !== 'unreact'))
    return unknown(entry, 'reaction of unknown shape', raw);
  return {
    kind: 'reaction',
    account,
    at,
    targetProviderId,
    from: senderOf(peer, raw),
    emoji: isAdded ? emoji : null,
    action: isAdded ? 'added' : 'removed',
  };
}

function parseEdit({ entry, account, at, raw }: PageEvent, edit: JsonObject): InboundItem {
  const providerMessageId = textOf(edit.mid);
  if (numberOf(edit.num_edit) === 0) return ignored('first form of a message');
  if (providerMessageId === null) return unknown(entry, 'edit without a message', raw);
  return { kind: 'edited', account, at, providerMessageId, text: textOf(edit.text) ?? '', raw };
}

/** A receipt for everything up to a time (fb) or a message (ig). A delivery may name messages instead. */
function parseReceipt(event: PageEvent, status: WatermarkItem['status'], receipt: JsonObject): InboundItem[] {
  const { entry, account, peer, isOwn, at, raw } = event;
  if (isOwn) return [ignored(`${status} by the account itself`)];
  const until = momentOf(receipt.watermark);
  const untilProviderId = until === null ? textOf(receipt.mid) : null;
  if (peer !== null && (until !== null || untilProviderId !== null))
    return [{ kind: 'watermark', account, at, status, peer, until, untilProviderId }];
  const mids = listOf(receipt.mids).flatMap((mid) => textOf(mid) ?? []);
  if (mids.length === 0) return [unknown(entry, `${status} of unknown shape`, raw)];
  return mids.map((providerMessageId) => ({
    kind: 'receipt',
    account,
    at,
    providerMessageId,
    status,
    error: null,
    callbackData: null,
  }));
}

/** `referral` without a message: a person opened the conversation through a link or an ad. */
function parseReferral({ account, peer, isOwn, at, raw, entry }: PageEvent, given: JsonObject): InboundItem {
  const origin = pageReferral(given);
  // A visitor of a website's chat plugin has no account that a send could reach.
  if (peer === null || isOwn || origin === null) return notice(entry, 'referral', { messaging: [raw] });
  return { kind: 'referral', account, at, from: senderOf(peer, raw), referral: origin };
}

const CHANGES = { pass: 'passed', take: 'taken', request: 'requested' } as const;

/** A hand-over between apps of the page; the apps are named, and this app knows itself by its id. */
const parseControl =
  (verb: keyof typeof CHANGES) =>
  ({ account, peer, at, raw, entry }: PageEvent, control: JsonObject): InboundItem => {
    if (peer === null) return notice(entry, `${verb}_thread_control`, { messaging: [raw] });
    return {
      kind: 'thread',
      account,
      at,
      from: senderOf(peer, raw),
      change: CHANGES[verb],
      role: null,
      previousRole: null,
      appId: idOf(verb === 'request' ? control.requested_owner_app_id : control.new_owner_app_id),
      previousAppId: idOf(control.previous_owner_app_id),
      metadata: textOf(control.metadata),
      summary: null,
      raw: { id: entry.id, messaging: [raw] },
    };
  };

const READERS: Readonly<Record<string, (event: PageEvent, part: JsonObject) => InboundItem | InboundItem[]>> = {
  message: parsePageMessage,
  message_edit: parseEdit,
  reaction: parseReaction,
  postback: parsePostback,
  referral: parseReferral,
  delivery: (event, part) => parseReceipt(event, 'delivered', part),
  read: (event, part) => parseReceipt(event, 'read', part),
  pass_thread_control: parseControl('pass'),
  take_thread_control: parseControl('take'),
  request_thread_control: parseControl('request'),
};
/** Stored unchanged (docs/reference/fb.md#callbacks). */
const NOTICES = ['referral', 'optin', 'account_linking', 'policy-enforcement', 'app_roles', 'game_play'];

/**
 * The side that is the account: the one that the entry names. When it names neither (an Instagram account's entry under
 * its page's id) the direction decides, and the entry's account is `orElse`.
 */
function sidesOf({ channel, id }: PageEntry, raw: JsonObject) {
  const sender = idOf(objectOf(raw.sender).id);
  const recipient = idOf(objectOf(raw.recipient).id);
  const isEcho = objectOf(raw.message).is_echo === true;
  if (id !== null && recipient === id) return { account: id, peer: sender, isOwn: isEcho || sender === id };
  if (id !== null && sender === id) return { account: id, peer: recipient, isOwn: true };
  const account = channel === 'ig' || id === null ? (isEcho ? sender : recipient) : id;
  const orElse = id !== null && account !== id ? { otherExternalId: id } : {};
  return { account, ...orElse, peer: isEcho ? recipient : sender, isOwn: isEcho };
}

const isSelf = (raw: JsonObject, peer: string | null, account: string): boolean =>
  peer === account || [raw, raw.message, raw.postback].some((part) => objectOf(part).is_self === true);

/** One event of `messaging[]` (docs/reference/fb.md#callbacks). */
export function parseMessaging(entry: PageEntry, raw: unknown): InboundItem[] {
  if (!isObject(raw)) return [unknown(entry, 'event is no object', raw)];
  const isPart = isObject(raw.message) || isObject(raw.postback);
  const kinds = Object.keys(READERS).filter((key) => isObject(raw[key]) && !(isPart && key === 'referral'));
  const topic = NOTICES.find((key) => raw[key] !== undefined);
  if (kinds.length === 0)
    return [topic ? notice(entry, topic, { messaging: [raw] }) : unknown(entry, 'event of unknown kind', raw)];
  const { account: externalId, peer, isOwn, ...orElse } = sidesOf(entry, raw);
  const at = momentOf(raw.timestamp) ?? entry.at ?? entry.receivedAt;
  if (externalId === null) return [unknown(entry, 'event without an account', raw)];
  if (isSelf(raw, peer, externalId)) return [ignored('the account writes to itself')];
  // A website visitor of the chat plugin has no account to answer.
  if (raw.postback !== undefined && peer === null) return [notice(entry, 'postback', { messaging: [raw] })];
  const event: PageEvent = { entry, account: { channel: entry.channel, externalId, ...orElse }, peer, isOwn, at, raw };
  return kinds.flatMap((kind) => READERS[kind]?.(event, objectOf(raw[kind])) ?? []);
}

/** One event of `standby[]`: like {@link parseMessaging}, with marked messages, because another app has the thread. */
export const parseStandby = (entry: PageEntry, raw: unknown): InboundItem[] =>
  parseMessaging(entry, raw).map((item) =>
    item.kind === 'message' || item.kind === 'echo' ? { ...item, isStandby: true } : item,
  );
