import type { Channel } from '@parley/common/channels';
import { type MessagePrices, PRICED_CATEGORIES } from '@parley/common/messages/message-prices';
import type { Environment } from '@parley/runtime/environment';

const DEFAULT_PRICE = '1';

const categoryPrice = (prices: MessagePrices | undefined, category: string): string | undefined => {
  const known = PRICED_CATEGORIES.find((one) => one === category.toLowerCase());
  return known && prices?.[`wa.${known}`];
};

/**
 * The price of one message, an exact decimal (docs/reference/credit.md#price). `category` is that of a wa template, as
 * Meta names it; a category that is unknown or has no price costs the channel's price.
 */
export const priceOf = (
  { PARLEY_PRICES: prices }: Pick<Environment, 'PARLEY_PRICES'>,
  channel: Channel,
  category: string | null = null,
): string =>
  (channel === 'wa' && category !== null ? categoryPrice(prices, category) : undefined) ??
  prices?.[channel] ??
  DEFAULT_PRICE;
