import type { IncomingHttpHeaders } from 'node:http';
import { type IsIn, normalizeAddress } from './address-network.ts';
import { type Hop, readHops } from './read-forwarded.ts';

/** The caller's address, from the peer of the connection and the headers. */
export type FindClient = (peer: string | undefined, headers: IncomingHttpHeaders) => string;

/** The rightmost hop that is not a trusted proxy: hops to its left were written by that hop itself. Null: unknown. */
function findOrigin(hops: readonly Hop[], isTrusted: IsIn): Hop {
  const untrusted = hops.findLast((hop) => hop === null || !isTrusted(hop));
  return untrusted === undefined ? (hops[0] ?? null) : untrusted;
}

/**
 * Trusts `Forwarded` and `X-Forwarded-For` only from trusted proxies (PARLEY_TRUSTED_PROXIES). Where the origin is unknown (no
 * header, an obfuscated or malformed hop, or two headers that disagree, because a proxy writes one and forwards the other
 * unchanged) it returns the proxy's own address: all its callers then count as one.
 */
export function makeFindClient(isTrusted: IsIn): FindClient {
  return (peer, headers) => {
    const from = normalizeAddress(peer ?? '') ?? '';
    if (!isTrusted(from)) return from;
    const [origin = null, ...others] = readHops(headers).map((hops) => findOrigin(hops, isTrusted));
    return origin === null || others.some((other) => other !== origin) ? from : origin;
  };
}

/**
 * Warns once when a private address that is not a trusted proxy sends forwarding headers: it is probably a proxy that is
 * missing in PARLEY_TRUSTED_PROXIES.
 */
export function noticeForgottenProxy(
  find: FindClient,
  { isTrusted, isPrivate, warn }: { isTrusted: IsIn; isPrivate: IsIn; warn: (peer: string) => void },
): FindClient {
  let hasWarned = false;
  return (peer = '', headers) => {
    if (!hasWarned && readHops(headers).length > 0 && isPrivate(peer) && !isTrusted(peer)) {
      hasWarned = true;
      warn(peer);
    }
    return find(peer, headers);
  };
}
