import { AI_PROVIDERS, type AiProvider } from '@parley/common/ai-providers';
import type { AiUsage } from '@parley/providers/ai/ai-port';
import { z } from 'zod';

/** Price of a million tokens in units of the list's currency, with at most six decimal places; stored in millionths. */
const Price = z
  .union([z.number(), z.string()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be a decimal of at most six places'))
  .transform((price) => {
    const [whole = '0', fraction = ''] = price.split('.');
    return BigInt(whole) * MICROS + BigInt(fraction.padEnd(6, '0'));
  });
const MICROS = 1_000_000n;
const MAX_PRICES = 1000;

/** The operator's price list (docs/reference/bot-replies.md#prices). */
export const PriceList = z.object({
  version: z.string().min(1).max(100),
  prices: z
    .array(
      z.object({
        provider: z.enum(AI_PROVIDERS),
        model: z.string().min(1).max(200),
        /** First day of validity; the newest valid price applies. */
        from: z.iso.date().optional(),
        input: Price,
        /** Defaults to the price of input. */
        cached_input: Price.optional(),
        output: Price,
      }),
    )
    .max(MAX_PRICES),
});
export type PriceList = z.infer<typeof PriceList>;

/** Reads the JSON of a price list. Throws an error that names the problem. */
export function readPriceList(text: string): PriceList {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('PARLEY_AI_PRICES: the price list is not JSON.');
  }
  const { success, data, error } = PriceList.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw new Error(`PARLEY_AI_PRICES: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is no price list'}`);
}

/** Price of a model's tokens, in millionths of the list's currency per million tokens. */
export interface ModelPrice {
  input: bigint;
  cachedInput: bigint;
  output: bigint;
  /** Version of the list. */
  version: string;
}

/** The price of a model at a given time; null where the list has none. */
export function priceOf(
  list: PriceList | null,
  { provider, model }: { provider: AiProvider; model: string },
  at: Date,
): ModelPrice | null {
  const today = at.toISOString().slice(0, 10);
  const found = (list?.prices ?? [])
    .filter((price) => price.provider === provider && price.model === model && (price.from ?? '') <= today)
    .sort((one, other) => ((one.from ?? '') < (other.from ?? '') ? 1 : -1))
    .at(0);
  if (!list || !found) return null;
  const { input, cached_input: cachedInput = input, output } = found;
  return { input, cachedInput, output, version: list.version };
}

/** Cost of tokens in millionths, rounded up. */
export function costOf(
  { input, cachedInput, output }: Omit<ModelPrice, 'version'>,
  usage: Pick<AiUsage, 'inputTokens' | 'cachedInputTokens' | 'outputTokens'>,
): bigint {
  const cached = Math.min(usage.cachedInputTokens, usage.inputTokens);
  const whole =
    BigInt(usage.inputTokens - cached) * input + BigInt(cached) * cachedInput + BigInt(usage.outputTokens) * output;
  return (whole + MICROS - 1n) / MICROS;
}
