import type { Channel } from '@parley/common/channels';
import type { Environment } from '@parley/runtime/environment';

/** The price of one message by channel, an exact decimal (docs/reference/credit.md#price). */
export const makePriceOf =
  ({ PARLEY_PRICES: prices }: Pick<Environment, 'PARLEY_PRICES'>) =>
  (channel: Channel): string =>
    prices?.[channel] ?? '1';
