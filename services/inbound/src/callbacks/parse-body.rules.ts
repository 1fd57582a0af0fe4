import { cleanText } from '@parley/common/clean-text';
import type { InboundItem } from '@parley/providers/inbound-item';
import { mapTexts } from '@parley/providers/json-depth';

const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/**
 * Parses a webhook body and removes characters that PostgreSQL cannot store (NUL, lone surrogates), so that one such character
 * does not lose a message. Throws `SyntaxError` on invalid JSON.
 */
export function parseBody(raw: string): unknown {
  const body: unknown = JSON.parse(raw);
  return UNSTORABLE.test(raw) ? mapTexts(body, cleanText) : body;
}

/** {@link parseBody}'s cleaning for a value that another parser read from `raw`. */
export function cleanItems(items: InboundItem[], raw: string): InboundItem[] {
  // safe: texts stay texts, and everything else is unchanged
  return UNSTORABLE.test(raw) ? (mapTexts(items, cleanText) as InboundItem[]) : items;
}
