import { RECEIVED_LIMITS, type ReceivedContent, type Referral } from '@parley/common/messages/received-content';
import { boundText, cutText } from '@parley/common/text/clean-text';
import type { ReceivedFacts } from './inbound-item.ts';
import { boundId } from './tidy-values.ts';

const { url: MAX_URL } = RECEIVED_LIMITS;
const text = (value: string | null, maxLength: number): string | null =>
  value === null ? null : cutText(value, maxLength);
/** A cut token or parameter would mean something else. */
const whole = (value: string | null, maxLength: number): string | null =>
  value !== null && value.length <= maxLength ? boundText(value, maxLength) : null;
const id = (value: string | null): string | null => (value === null || value === '' ? null : boundId(value));
const amount = (value: number | null): number | null =>
  value !== null && Number.isFinite(value) && value >= 0 ? value : null;

/** An address of the web; others, which might run in a browser, are dropped. */
export function webUrl(value: string | null): string | null {
  if (value === null || value.length > MAX_URL || !URL.canParse(value)) return null;
  const { protocol, href } = new URL(value);
  return (protocol === 'https:' || protocol === 'http:') && href.length <= MAX_URL ? boundText(value, MAX_URL) : null;
}

export const tidyReferral = (given: Referral): Referral => ({
  source: given.source,
  source_id: id(given.source_id),
  url: webUrl(given.url),
  headline: text(given.headline, RECEIVED_LIMITS.headline),
  body: text(given.body, RECEIVED_LIMITS.body),
  media_url: webUrl(given.media_url),
  ctwa_clid: whole(given.ctwa_clid, RECEIVED_LIMITS.clickId),
  ref: whole(given.ref, RECEIVED_LIMITS.ref),
});

function tidied({ referral, pollAnswer, mentions, order, product }: ReceivedFacts): ReceivedFacts {
  const items = (order?.items ?? []).slice(0, RECEIVED_LIMITS.orderItems).flatMap((item) => {
    const product_id = id(item.product_id);
    if (product_id === null) return [];
    const currency = whole(item.currency, RECEIVED_LIMITS.currency);
    return [{ product_id, quantity: amount(item.quantity), price: amount(item.price), currency }];
  });
  const options = pollAnswer?.options.slice(0, RECEIVED_LIMITS.pollOptions).map(({ index, title }) => ({
    index: index !== null && Number.isSafeInteger(index) && index >= 0 ? index : null,
    title: text(title, RECEIVED_LIMITS.pollOption),
  }));
  const mentioned = [...new Set(mentions ?? [])].slice(0, RECEIVED_LIMITS.mentions).flatMap((one) => id(one) ?? []);
  const productId = id(product?.product_id ?? null);
  return {
    ...(referral ? { referral: tidyReferral(referral) } : {}),
    ...(options ? { pollAnswer: { options } } : {}),
    ...(mentioned.length > 0 ? { mentions: mentioned } : {}),
    ...(order && items.length > 0 ? { order: { catalog_id: id(order.catalog_id), items } } : {}),
    ...(product && productId !== null
      ? { product: { product_id: productId, catalog_id: id(product.catalog_id) } }
      : {}),
  };
}

/**
 * An item with its facts within their limits (docs/reference/events.md#limits): texts and lists are cut, values that a
 * cut would falsify and addresses other than of the web are dropped. The message itself is never refused for them.
 */
export function withTidyFacts<Item extends ReceivedFacts>(item: Item): Item {
  const { referral, pollAnswer, forwarded, viewOnce, mentions, order, product, ...rest } = item;
  return {
    ...rest,
    ...tidied({ referral, pollAnswer, mentions, order, product }),
    ...(forwarded ? { forwarded } : {}),
    ...(viewOnce ? { viewOnce } : {}),
    // safe: every fact is put back as it was or absent
  } as Item;
}

/** The facts as messages store them and as `message.received` shows them. */
export const toReceivedContent = (facts: ReceivedFacts): ReceivedContent => ({
  ...(facts.referral ? { referral: facts.referral } : {}),
  ...(facts.pollAnswer ? { poll_answer: facts.pollAnswer } : {}),
  ...(facts.forwarded ? { forwarded: true as const } : {}),
  ...(facts.viewOnce ? { view_once: true as const } : {}),
  ...(facts.mentions ? { mentions: facts.mentions } : {}),
  ...(facts.order ? { order: facts.order } : {}),
  ...(facts.product ? { product: facts.product } : {}),
});
