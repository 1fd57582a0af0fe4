import type { IncomingHttpHeaders } from 'node:http';
import { type IsIn, normalizeAddress } from './address-network.ts';
import { type Hop, readHops } from './read-forwarded.ts';

/** The address of whoever asks, given the peer of the connection and the headers. */
export type FindClient = (peer: string | undefined, headers: IncomingHttpHeaders) => string;

/** The rightmost hop that is no trusted proxy: what stands left of it was written by that hop itself. Null: not told. */
function findOrigin(hops: readonly Hop[], isTrusted: IsIn): Hop {
  const untrusted = hops.findLast((hop) => hop === null || !isTrusted(hop));
  return untrusted === undefined ? (hops[0] ?? null) : untrusted;
}

/**
 * Believes `Forwarded` and `X-Forwarded-For` of trusted proxies alone (PARLEY_TRUSTED_PROXIES). Where the origin is not told
 * (no header, an obfuscated or malformed hop, two headers that disagree, because a proxy writes one and hands the
 * other on as the caller made it) the answer is the proxy itself, whose callers are not told apart.
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
 * Tells once that a private address hands on what its callers wrote, although it is no trusted proxy: probably it is one, and
 * PARLEY_TRUSTED_PROXIES forgets it.
 */
export function noticeForgottenProxy(
  find: FindClient,
  { isTrusted, isPrivate, warn }: { isTrusted: IsIn; isPrivate: IsIn; warn: (peer: string) => void },
): FindClient {
  let told = false;
  return (peer = '', headers) => {
    if (!told && readHops(headers).length > 0 && isPrivate(peer) && !isTrusted(peer)) {
      told = true;
      warn(peer);
    }
    return find(peer, headers);
  };
}
