import { GROUP_MEMBERS_MAX } from '@parley/common/events/opt-in-events';
import { type Pricing, RECEIVED_LIMITS } from '@parley/common/messages/received-content';
import { HANDOVER_LIMITS } from '@parley/common/messages/thread-owner';
import { boundText, cutText } from '@parley/common/text/clean-text';
import { isTooDeep } from '@parley/providers/http/json-depth';
import type { InboundAttachment, InboundItem, InboundSender } from '@parley/providers/received/inbound-item';
import { tidyReferral, withTidyFacts } from '@parley/providers/received/tidy-facts';
import {
  boundId,
  clampDate,
  countFrom,
  MAX_NAME_LENGTH,
  MAX_TEXT_LENGTH,
} from '@parley/providers/received/tidy-values';

const MAX_ADDRESSES = 10;
const MAX_ATTACHMENTS = 100;
const MAX_EMOJI_LENGTH = 64;
const MAX_FILENAME_LENGTH = 1024;
const MAX_MIME_TYPE_LENGTH = 255;
/** Length of an address or opaque id that opens a file. */
const MAX_SOURCE_LENGTH = 16_384;
/** Length of all attachments' own fields together, as JSON. */
const MAX_PAYLOAD_LENGTH = 262_144;

/** An item within the storage limits; `refusal` is the reason that it still must not be stored. */
export interface TidyItem {
  item: InboundItem;
  refusal: string | null;
}

const nullable = <T, R>(value: T | null, change: (value: T) => R): R | null => (value === null ? null : change(value));
const bound = (value: string | null, maxLength: number): string | null =>
  nullable(value, (text) => boundText(text, maxLength));
const thread = (threadId: string | undefined): { threadId?: string } =>
  threadId === undefined ? {} : { threadId: boundId(threadId) };
const addresses = (list: readonly string[]): string[] => list.slice(0, MAX_ADDRESSES).map(boundId);

const tidySender = (from: InboundSender): InboundSender => ({
  address: boundId(from.address),
  aliases: addresses(from.aliases),
  name: bound(from.name, MAX_NAME_LENGTH),
  username: bound(from.username, MAX_NAME_LENGTH),
  phone: nullable(from.phone, boundId),
  ...(from.id === undefined ? {} : { id: boundId(from.id) }),
  ...thread(from.threadId),
});

const tidyChat = ({ type, title }: { type: string; title: string | null }) => ({
  type: boundText(type, MAX_NAME_LENGTH),
  title: bound(title, MAX_NAME_LENGTH),
});

/** A truncated URL or file id would open nothing, or another file. */
const sourceOf = (value: string | null): string | null =>
  value !== null && value.length <= MAX_SOURCE_LENGTH ? value : null;

const tidyAttachment = (given: InboundAttachment): InboundAttachment => ({
  type: given.type,
  providerMediaId: sourceOf(given.providerMediaId),
  url: sourceOf(given.url),
  mimeType: bound(given.mimeType, MAX_MIME_TYPE_LENGTH),
  filename: bound(given.filename, MAX_FILENAME_LENGTH),
  size: countFrom(given.size),
  payload: given.payload,
});

/**
 * The reason that attachments cannot be stored: their own fields are stored unchanged, so they must not be truncated.
 */
function refusalOf(attachments: readonly InboundAttachment[]): string | null {
  const payloads = attachments.map(({ payload }) => payload);
  if (isTooDeep(payloads)) return 'nested too deeply';
  if (attachments.length > MAX_ATTACHMENTS) return 'too many attachments';
  return JSON.stringify(payloads).length > MAX_PAYLOAD_LENGTH ? 'attachments too large' : null;
}

const tidyMembers = (list: readonly string[]): string[] =>
  [...new Set(list)].slice(0, GROUP_MEMBERS_MAX).filter(Boolean).map(boundId);

const tidyPricing = ({ category, billable, model, type = null }: Pricing): Pricing => ({
  category: bound(category, RECEIVED_LIMITS.pricing),
  billable,
  model: bound(model, RECEIVED_LIMITS.pricing),
  type: bound(type, RECEIVED_LIMITS.pricing),
});

const said = ({ text, attachments }: { text: string; attachments: readonly InboundAttachment[] }) => ({
  text: cutText(text, MAX_TEXT_LENGTH),
  attachments: attachments.map(tidyAttachment),
});

type Addressed = Extract<InboundItem, { account: unknown }>;

function tidyAddressed(item: Addressed, now: Date): Addressed {
  const { channel, externalId, otherExternalId } = item.account;
  const other = otherExternalId === undefined ? {} : { otherExternalId: boundId(otherExternalId) };
  const account = { channel, externalId: boundId(externalId), ...other };
  const base = { account, at: clampDate(item.at, now) };
  switch (item.kind) {
    case 'message':
      return {
        ...withTidyFacts(item),
        ...base,
        ...said(item),
        providerMessageId: boundId(item.providerMessageId),
        from: tidySender(item.from),
        replyToProviderId: nullable(item.replyToProviderId, boundId),
        ...(item.chat ? { chat: tidyChat(item.chat) } : {}),
        ...(item.quote === undefined ? {} : { quote: cutText(item.quote, MAX_TEXT_LENGTH) }),
        ...(item.threadSummary === undefined
          ? {}
          : { threadSummary: cutText(item.threadSummary, HANDOVER_LIMITS.summary) }),
        interactive: nullable(item.interactive, ({ id, title, ...chosen }) => ({
          ...chosen,
          id: bound(id, MAX_TEXT_LENGTH),
          title: bound(title, MAX_TEXT_LENGTH),
        })),
      };
    case 'echo':
      return {
        ...item,
        ...base,
        ...said(item),
        providerMessageId: boundId(item.providerMessageId),
        to: {
          address: boundId(item.to.address),
          aliases: addresses(item.to.aliases),
          ...thread(item.to.threadId),
          ...(item.to.username === undefined ? {} : { username: boundText(item.to.username, MAX_NAME_LENGTH) }),
          ...(item.to.name ? { name: boundText(item.to.name, MAX_NAME_LENGTH) } : {}),
        },
      };
    case 'edited':
      return {
        ...item,
        ...base,
        providerMessageId: boundId(item.providerMessageId),
        text: cutText(item.text, MAX_TEXT_LENGTH),
      };
    case 'revoked':
      return { ...item, ...base, providerMessageId: boundId(item.providerMessageId) };
    case 'receipt':
      return {
        ...item,
        ...base,
        providerMessageId: boundId(item.providerMessageId),
        error: nullable(item.error, ({ code, message, provider_code: given }) => ({
          code,
          message: boundText(message, MAX_TEXT_LENGTH),
          provider_code: typeof given === 'string' ? boundId(given) : given,
        })),
        ...(item.pricing ? { pricing: tidyPricing(item.pricing) } : {}),
      };
    case 'watermark':
      return {
        ...item,
        ...base,
        peer: boundId(item.peer),
        until: nullable(item.until, (until) => clampDate(until, now)),
        untilProviderId: nullable(item.untilProviderId, boundId),
      };
    case 'reaction': {
      const emoji = bound(item.emoji, MAX_EMOJI_LENGTH);
      return { ...item, ...base, targetProviderId: boundId(item.targetProviderId), from: tidySender(item.from), emoji };
    }
    case 'identity':
      return {
        ...item,
        ...base,
        previousAddress: boundId(item.previousAddress),
        newAddress: boundId(item.newAddress),
      };
    case 'comment':
      return {
        ...item,
        ...base,
        commentId: boundId(item.commentId),
        postId: nullable(item.postId, boundId),
        parentId: nullable(item.parentId, boundId),
        text: cutText(item.text, MAX_TEXT_LENGTH),
        from: nullable(item.from, ({ id, name }) => ({ id: boundId(id), name: bound(name, MAX_NAME_LENGTH) })),
      };
    case 'typing':
    case 'preference':
      return { ...item, ...base, from: tidySender(item.from) };
    case 'referral':
      return { ...item, ...base, from: tidySender(item.from), referral: tidyReferral(item.referral) };
    case 'call':
      return { ...item, ...base, callId: boundId(item.callId), from: tidySender(item.from) };
    case 'thread':
      return {
        ...item,
        ...base,
        from: tidySender(item.from),
        role: bound(item.role, HANDOVER_LIMITS.name),
        previousRole: bound(item.previousRole, HANDOVER_LIMITS.name),
        appId: bound(item.appId, HANDOVER_LIMITS.name),
        previousAppId: bound(item.previousAppId, HANDOVER_LIMITS.name),
        metadata: nullable(item.metadata, (text) => cutText(text, HANDOVER_LIMITS.metadata)),
        summary: nullable(item.summary, (text) => cutText(text, HANDOVER_LIMITS.summary)),
      };
    case 'group-change':
      return {
        ...item,
        ...base,
        group: boundId(item.group),
        noticeId: nullable(item.noticeId, boundId),
        subject: bound(item.subject, MAX_NAME_LENGTH),
        joined: tidyMembers(item.joined),
        left: tidyMembers(item.left),
        by: nullable(item.by, boundId),
      };
    case 'group-request':
      return {
        ...item,
        ...base,
        group: boundId(item.group),
        noticeId: boundId(item.noticeId),
        person: boundId(item.person),
        method: nullable(item.method, boundId),
        by: nullable(item.by, boundId),
      };
    case 'bot-connection':
    case 'history':
    case 'unauthorized':
      return { ...item, ...base };
  }
}

/**
 * Brings an item within the storage limits: texts that PostgreSQL can store, ids that fit an index, times between the
 * epoch and tomorrow. A value that truncation would falsify is refused; values within the limits do not change.
 */
export function tidyItem(item: InboundItem, now: Date): TidyItem {
  if (!('account' in item)) return { item, refusal: null };
  const tidied = tidyAddressed(item, now);
  return { item: tidied, refusal: 'attachments' in item ? refusalOf(item.attachments) : null };
}
