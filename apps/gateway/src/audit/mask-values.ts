export const MASK = '•••';
const TEXT_MAX = 200;
const LIST_MAX = 100;
const DEPTH_MAX = 4;

/** Secrets, and what customers are told: the audit log outlives an erasure. */
const SECRET = /token|password|secret|api_key|^code$|smtp_url|pair_url|connect_url|account$|^message$|^media_url$/;

function maskInner(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH_MAX) return '…';
  if (Array.isArray(value)) return value.slice(0, LIST_MAX).map((entry: unknown) => maskInner(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [key, maskField(key, inner, depth + 1)]),
  );
}

/** The value of a field as the audit log keeps it (docs/reference/console.md#audit-log). */
export const maskField = (key: string, value: unknown, depth = 0): unknown =>
  SECRET.test(key) && value !== null ? MASK : maskInner(value, depth);

/** An input as the audit log keeps it. */
export function maskInput(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // safe: an object is masked into an object
  return maskInner(input, 0) as Record<string, unknown>;
}
