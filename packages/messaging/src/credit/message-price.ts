import type { Channel } from '@parley/common/channels';
import type { Environment } from '@parley/runtime/environment';

/** The price of one message of a channel, an exact decimal (docs/reference/credit.md#price). */
export const priceOf = ({ PARLEY_PRICES: prices }: Pick<Environment, 'PARLEY_PRICES'>, channel: Channel): string =>
  prices?.[channel] ?? '1';
