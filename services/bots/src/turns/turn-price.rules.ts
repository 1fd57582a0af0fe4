import type { Channel } from '@parley/common/channels';
import { priceOf } from '@parley/messaging/credit/message-price';
import { toMicros } from '@parley/messaging/credit/micros';
import type { Environment } from '@parley/runtime/environment';
import type { Bot } from '../settings/bot.rules.ts';

type Prices = Pick<Environment, 'PARLEY_PRICES' | 'PARLEY_BOT_PRICE'>;

/** The price of a message in millionths. */
export const messagePrice = (prices: Prices, channel: Channel): bigint => toMicros(priceOf(prices, channel));

/** The remaining price of a turn in millionths: a message, and the reply if no model call has paid for it. */
export const turnPrice = (
  prices: Prices,
  channel: Channel,
  { keyMode }: Pick<Bot, 'keyMode'>,
  isPaid: boolean,
): bigint =>
  messagePrice(prices, channel) + (keyMode === 'platform' && !isPaid ? toMicros(prices.PARLEY_BOT_PRICE) : 0n);
