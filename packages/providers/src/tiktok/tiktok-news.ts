import type { Referral } from '@parley/common/messages/received-content';
import { isObject, type JsonObject, momentOf, objectOf, textOf } from '../http/json-walk.ts';
import type { InboundItem, WebhookAccount } from '../received/inbound-item.ts';
import { referral } from '../received/read-referral.ts';
import { ignored, unknown } from './tiktok-element.ts';
import { tiktokSender } from './tiktok-sender.ts';

/** The object, or the first one of a list: lists of conversations wrap it in a list. */
const oneOf = (value: unknown): JsonObject => [value].flat().find(isObject) ?? {};

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

/** `im_referral_msg`: a person opened the conversation from an ad or a link; null when it names neither. */
export function parseTiktokReferral(account: WebhookAccount, content: JsonObject, sentAt: Date): InboundItem | null {
  const from = tiktokSender(content);
  const origin = readTiktokReferral(content);
  if (from === null || origin === null) return null;
  return { kind: 'referral', account, at: momentOf(content.timestamp) ?? sentAt, from, referral: origin };
}

/** `im_mark_read_msg`: the person read everything up to a time; without one, up to the event's own. */
export function parseTiktokRead(account: WebhookAccount, content: JsonObject, sentAt: Date): InboundItem {
  const from = tiktokSender(content);
  if (from === null) return unknown('read mark without a person', content);
  const isOwn = textOf(objectOf(content.from_user).role)?.toLowerCase() === 'business_account';
  if (isOwn || from.address === account.externalId) return ignored('read by the account itself');
  const at = momentOf(content.timestamp) ?? sentAt;
  const until = momentOf(objectOf(content.read).last_read_timestamp) ?? at;
  return { kind: 'watermark', account, at, status: 'read', peer: from.address, until, untilProviderId: null };
}
