/** `Retry-After` in either of its forms, as milliseconds from now; null where it is absent or invalid. */
export function readRetryAfter(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string' || header.trim() === '') return null;
  const seconds = Number(header);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : null;
}
