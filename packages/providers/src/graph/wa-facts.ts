import type { Order, Pricing, Product, Referral } from '@parley/common/messages/received-content';
import { isObject, type JsonObject, listOf, numberOf, objectOf, textOf } from '../http/json-walk.ts';
import type { ReceivedFacts } from '../received/inbound-item.ts';
import { referral } from '../received/read-referral.ts';

/** The ad or post of a click-to-WhatsApp message; null for an object that names neither. */
function referralOf(given: JsonObject): Referral | null {
  const sourceId = textOf(given.source_id);
  const url = textOf(given.source_url);
  if (sourceId === null && url === null) return null;
  return referral(given.source_type === 'post' ? 'post' : 'ad', {
    source_id: sourceId,
    url,
    headline: textOf(given.headline),
    body: textOf(given.body),
    media_url: textOf(given.image_url) ?? textOf(given.video_url) ?? textOf(given.thumbnail_url),
    ctwa_clid: textOf(given.ctwa_clid),
    ref: textOf(given.ref),
  });
}

function orderOf(given: JsonObject): Order | null {
  const items = listOf(given.product_items)
    .filter(isObject)
    .flatMap((item) => {
      const id = textOf(item.product_retailer_id);
      if (id === null) return [];
      const [quantity, price] = [numberOf(item.quantity), numberOf(item.item_price)];
      return [{ product_id: id, quantity, price, currency: textOf(item.currency) }];
    });
  return items.length > 0 ? { catalog_id: textOf(given.catalog_id), items } : null;
}

function productOf(given: JsonObject): Product | null {
  const id = textOf(given.product_retailer_id);
  return id === null ? null : { product_id: id, catalog_id: textOf(given.catalog_id) };
}

/** The facts about a message besides its content (docs/reference/wa.md#messages). */
export function waFacts(message: JsonObject): ReceivedFacts {
  const context = objectOf(message.context);
  const source = referralOf(objectOf(message.referral));
  const order = orderOf(objectOf(message.order));
  const product = productOf(objectOf(context.referred_product));
  return {
    ...(source ? { referral: source } : {}),
    ...(context.forwarded === true || context.frequently_forwarded === true ? { forwarded: true as const } : {}),
    ...(order ? { order } : {}),
    ...(product ? { product } : {}),
  };
}

/** Meta's price of a message, from a status. */
export function waPricing(status: JsonObject): { pricing?: Pricing } {
  if (!isObject(status.pricing)) return {};
  const { category, billable, pricing_model: model, type } = status.pricing;
  const isKnown = typeof billable === 'boolean';
  return {
    pricing: {
      category: textOf(category),
      billable: isKnown ? billable : null,
      model: textOf(model),
      type: textOf(type),
    },
  };
}
