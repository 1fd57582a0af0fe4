import { createHash } from 'node:crypto';

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}

/**
 * SHA-256 (hex) of a request's action and parsed input, independent of the order of members
 * (docs/reference/requests.md#idempotency-key).
 */
export function hashRequest(action: string, input: object): string {
  return createHash('sha256')
    .update(`${action}\n${canonicalJson(input)}`)
    .digest('hex');
}
