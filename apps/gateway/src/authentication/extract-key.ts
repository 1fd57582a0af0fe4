import type { IncomingHttpHeaders } from 'node:http';

const BEARER = /^bearer +(\S.*)$/i;

/**
 * The token of `Authorization: Bearer …`, or null; another scheme counts as absent
 * (docs/reference/requests.md#api-keys).
 */
export function bearerOf(headers: IncomingHttpHeaders): string | null {
  const found = headers.authorization ? BEARER.exec(headers.authorization) : null;
  return found?.[1]?.trim() ?? null;
}

/** The API key of a request, or null: the bearer wins over `X-API-Key` (docs/reference/requests.md#api-keys). */
export function extractKey(headers: IncomingHttpHeaders): string | null {
  const bearer = bearerOf(headers);
  if (bearer !== null) return bearer;
  const given = headers['x-api-key'];
  const key = (Array.isArray(given) ? given.join(', ') : given)?.trim();
  return key || null;
}
