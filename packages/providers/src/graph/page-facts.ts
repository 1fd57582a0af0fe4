import type { Product, Referral } from '@parley/common/messages/received-content';
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../http/json-walk.ts';
import type { ReceivedFacts } from '../received/inbound-item.ts';
import { referral } from '../received/read-referral.ts';
import { idOf } from './page-element.ts';

/** The ad or link of a `referral`; null when it names neither, for example only a product. */
export function pageReferral(given: JsonObject): Referral | null {
  const source = textOf(given.source);
  const ref = textOf(given.ref);
  const adId = idOf(given.ad_id);
  if (source === 'ADS' || adId !== null) {
    const ad = objectOf(given.ads_context_data);
    const media = textOf(ad.photo_url) ?? textOf(ad.video_url);
    return referral('ad', { source_id: adId, headline: textOf(ad.ad_title), media_url: media, ref });
  }
  return source === null && ref === null ? null : referral('link', { url: textOf(given.referer_uri), ref });
}

/** The product of a message from a shop or an ad, else the first product that it shows; the platform's id. */
function productOf(from: JsonObject, { attachments }: JsonObject): Product | null {
  const [shown] = listOf(attachments)
    .filter(isObject)
    .flatMap(({ payload }) => listOf(objectOf(objectOf(payload).product).elements));
  const id =
    idOf(objectOf(from.product).id) ?? idOf(objectOf(from.ads_context_data).product_id) ?? idOf(objectOf(shown).id);
  return id === null ? null : { product_id: id, catalog_id: null };
}

/**
 * The facts about a message or a postback besides its content. Some events have the referral next to the message, not
 * in it (docs/reference/fb.md#referrals).
 */
export function pageFacts(event: JsonObject, part: JsonObject): ReceivedFacts {
  const given = objectOf(part.referral ?? event.referral);
  const origin = pageReferral(given);
  const product = productOf(given, part);
  return { ...(origin ? { referral: origin } : {}), ...(product ? { product } : {}) };
}
