import type { Referral } from '@parley/common/received-content';
import type { InboundItem, WebhookAccount } from '../inbound-item.ts';
import { isObject, type JsonObject, listOf, momentOf, objectOf, textOf } from '../json-walk.ts';
import { referral } from '../read-referral.ts';
import { tiktokSender } from './tiktok-sender.ts';

/** One object, which lists of conversations wrap into a list. */
const oneOf = (value: unknown): JsonObject => objectOf(Array.isArray(value) ? listOf(value).find(isObject) : value);

/** The ad or tiktok.me link of an event's `referral` (docs/reference/tt.md#callbacks); null when it names neither. */
export function readTiktokReferral(content: JsonObject): Referral | null {
  const given = objectOf(content.referral);
  const source = textOf(given.source)?.toLowerCase() ?? null;
  const ad = oneOf(given.ad);
  const link = oneOf(given.short_link);
  const adId = textOf(ad.ad_id);
  if (source === 'ad' || adId !== null)
    return referral('ad', { source_id: adId, url: textOf(ad.embed_url), headline: textOf(ad.ad_name) });
  const ref = textOf(link.ref);
  return source === null && ref === null ? null : referral('link', { ref });
}

/** `im_referral_msg`: a person opened the conversation from an ad or a link; null when it does not say which. */
export function parseTiktokReferral(account: WebhookAccount, content: JsonObject, sentAt: Date): InboundItem | null {
  const from = tiktokSender(content);
  const came = readTiktokReferral(content);
  if (from === null || came === null) return null;
  return { kind: 'referral', account, at: momentOf(content.timestamp) ?? sentAt, from, referral: came };
}

/** `im_mark_read_msg`: the person read everything up to a time; without one, up to the event's own. */
export function parseTiktokRead(account: WebhookAccount, content: JsonObject, sentAt: Date): InboundItem {
  const from = tiktokSender(content);
  if (from === null) return { kind: 'unknown', channel: 'tt', reason: 'read mark without a person', raw: content };
  const isOwn = textOf(objectOf(content.from_user).role)?.toLowerCase() === 'business_account';
  if (isOwn || from.address === account.externalId) return { kind: 'ignored', reason: 'read by the account itself' };
  const at = momentOf(content.timestamp) ?? sentAt;
  const until = momentOf(objectOf(content.read).last_read_timestamp) ?? at;
  return { kind: 'watermark', account, at, status: 'read', peer: from.address, until, untilProviderId: null };
}
