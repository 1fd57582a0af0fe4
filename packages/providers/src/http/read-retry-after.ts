/**
 * `Retry-After` in either of its forms (RFC 9110, section 10.2.3), as milliseconds from `now`; null when it is absent,
 * invalid or in the past. Fractions of a second, which some providers send, are accepted.
 */
export function readRetryAfter(header: string | string[] | undefined, now: Date): number | null {
  if (typeof header !== 'string') return null;
  const text = header.trim();
  const waitMs = /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isFinite(waitMs) && waitMs >= 0 ? waitMs : null;
}
