import { z } from 'zod';
import { CHANNELS } from '../channels.ts';

/** Categories of wa templates that may have a separate price (docs/reference/credit.md#price). */
export const PRICED_CATEGORIES = ['marketing', 'utility', 'authentication'] as const;

/** Names that can have a price: a channel, or a category of wa templates. */
const PRICE_NAMES = [...CHANNELS, ...PRICED_CATEGORIES.map((category) => `wa.${category}` as const)] as const;
type PriceName = (typeof PRICE_NAMES)[number];

/** Prices of one message by name, exact decimals. */
export type MessagePrices = Partial<Readonly<Record<PriceName, string>>>;

const PAIR = '[^=,]+=\\d{1,6}(?:\\.\\d{1,6})?';

/** `PARLEY_PRICES`: `wa=1,wa.marketing=3,tg=0.5`. An unknown or repeated name is refused with the name. */
export const MessagePricesText = z
  .string()
  .regex(new RegExp(`^${PAIR}(?:,${PAIR})*$`), 'must be like wa=1,wa.marketing=3,tg=0.5')
  .transform((text, context): MessagePrices => {
    // safe: the pattern has one = a pair
    const pairs = text.split(',').map((pair) => pair.split('=') as [string, string]);
    const names = pairs.map(([name]) => name);
    const unknown = names.find((name) => !PRICE_NAMES.some((known) => known === name));
    const repeated = names.find((name, index) => names.indexOf(name) !== index);
    if (unknown !== undefined) context.addIssue(`${unknown} has no price; the names are ${PRICE_NAMES.join(', ')}`);
    else if (repeated !== undefined) context.addIssue(`${repeated} is given twice`);
    return Object.fromEntries(pairs);
  });
