import { readFileSync } from 'node:fs';
import { type PriceList, readPriceList } from './price-list.rules.ts';

/**
 * The operator's price list: JSON, or the path of a JSON file; null where there is none. Throws an error that names the
 * problem.
 */
export function loadPriceList(given: string | undefined): PriceList | null {
  if (given === undefined) return null;
  if (given.trimStart().startsWith('{')) return readPriceList(given);
  let text: string;
  try {
    text = readFileSync(given, 'utf8');
  } catch {
    throw new Error('PARLEY_AI_PRICES: the file cannot be read.');
  }
  return readPriceList(text);
}
