import { cleanText, cutText } from '@parley/common/text/clean-text';
import { hideUrlSecrets, isUrlText } from '@parley/common/text/hide-url-secrets';

export const MASK = '•••';
/** Characters of one text before its `…`. */
const TEXT_MAX = 200;
const LIST_MAX = 100;
const DEPTH_MAX = 4;

/** Truncates texts and lists, hides the secrets of addresses, and leaves only texts that PostgreSQL can store in JSON. */
function cutValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cutText(isUrlText(value) ? hideUrlSecrets(value) : value, TEXT_MAX + 1);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH_MAX) return '…';
  if (Array.isArray(value)) return value.slice(0, LIST_MAX).map((entry: unknown) => cutValue(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [cleanText(key), cutValue(inner, depth + 1)]),
  );
}

/**
 * The value of a field as the audit log stores it: whole if the field is in the list, otherwise only that there is one
 * (docs/reference/logged-fields.md#audit-log). `shown` holds paths; the fields of a list's items have the path of the
 * list.
 */
export function maskField(path: string, value: unknown, shown: readonly string[]): unknown {
  if (value === null || value === undefined) return value;
  if (shown.includes(path)) return cutValue(value);
  if (typeof value !== 'object' || !shown.some((field) => field.startsWith(`${path}.`))) return MASK;
  if (Array.isArray(value)) return value.slice(0, LIST_MAX).map((entry: unknown) => maskField(path, entry, shown));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [
      cleanText(key),
      maskField(`${path}.${key}`, inner, shown),
    ]),
  );
}

/** An input as the audit log stores it. */
export const maskInput = (
  input: Readonly<Record<string, unknown>>,
  shown: readonly string[],
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).map(([field, value]) => [field, maskField(field, value, shown)]));
