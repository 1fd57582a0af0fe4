const MASK = '•••';
const TEXT_MAX = 200;
const LIST_MAX = 50;
const DEPTH_MAX = 4;

/** Secrets, and what customers are told: the audit log outlives an erasure. */
const SECRET = /token|password|secret|api_key|^code$|smtp_url|account$|^message$|^media_url$/;

function mask(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH_MAX) return '…';
  if (Array.isArray(value)) return value.slice(0, LIST_MAX).map((entry: unknown) => mask(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [
      key,
      SECRET.test(key) && inner !== null ? MASK : mask(inner, depth + 1),
    ]),
  );
}

/** An input as the audit log keeps it (docs/reference/console.md#audit-log). */
export function maskInput(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // safe: an object is masked into an object
  return mask(input, 0) as Record<string, unknown>;
}
