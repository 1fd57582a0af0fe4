import type { InboundItem } from '@parley/providers/inbound-item';

const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

const cleanString = (value: string): string => value.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '\ufffd');

function cleanDeep(value: unknown): unknown {
  if (typeof value === 'string') return cleanString(value);
  if (Array.isArray(value)) return value.map(cleanDeep);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanString(key), cleanDeep(inner)]));
}

/**
 * Parses a webhook body and takes out what PostgreSQL cannot hold as text (NUL, lone surrogates), so that one strange
 * character costs no message. Throws `SyntaxError` on what is not JSON.
 */
export function parseBody(raw: string): unknown {
  const body: unknown = JSON.parse(raw);
  return UNSTORABLE.test(raw) ? cleanDeep(body) : body;
}

/** {@link parseBody}'s cleaning for what a parser of its own has read from `raw`. */
export function cleanItems(items: InboundItem[], raw: string): InboundItem[] {
  // safe: texts stay texts, and everything else stays what it is
  return UNSTORABLE.test(raw) ? (cleanDeep(items) as InboundItem[]) : items;
}
