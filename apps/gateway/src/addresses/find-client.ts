import type { IncomingHttpHeaders } from 'node:http';
import { type IsIn, normalizeAddress } from './address-network.ts';

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

/** One hop that a proxy wrote; null if it is obfuscated, `unknown` or malformed. */
type Hop = string | null;

/**
 * `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:4711` (RFC 7239 §6, and variants that
 * proxies write).
 */
function readNode(text: string): Hop {
  const bracketed = /^\[([^\]]+)\](?::[\w.-]+)?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed.includes(':') ? normalizeAddress(bracketed) : null;
  const withPort = /^(\d+\.\d+\.\d+\.\d+):[\w.-]+$/.exec(text)?.[1];
  return normalizeAddress(withPort ?? text);
}

/** The elements of a list, split at commas outside of quotes; null when a quote is left open. */
function splitList(text: string, separator: ',' | ';'): string[] | null {
  const parts: string[] = [];
  let part = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (quoted && character === '\\') {
      part += character + text.charAt(++at);
      continue;
    }
    if (character === '"') quoted = !quoted;
    if (character === separator && !quoted) {
      parts.push(part);
      part = '';
    } else part += character;
  }
  return quoted ? null : [...parts, part];
}

function unquote(text: string): string {
  const inner = /^"(.*)"$/s.exec(text)?.[1];
  return inner === undefined ? text : inner.replaceAll(/\\(.)/gs, '$1');
}

/** The `for` of one element of `Forwarded`; null unless there is exactly one. */
function forOf(element: string): Hop {
  const found = (splitList(element, ';') ?? [])
    .map((pair) => /^\s*for\s*=\s*(\S+)\s*$/i.exec(pair)?.[1])
    .filter((value) => value !== undefined);
  const [only, ...more] = found;
  return only === undefined || more.length > 0 ? null : readNode(unquote(only));
}

/** Hops of `Forwarded` (RFC 7239), in their order; null when the header is absent. */
function readForwarded(header: string | undefined): Hop[] | null {
  if (header === undefined) return null;
  return splitList(header, ',')?.map(forOf) ?? [null];
}

/** Hops of `X-Forwarded-For`, in their order; null when the header is absent. */
function readForwardedFor(header: string | string[] | undefined): Hop[] | null {
  if (header === undefined) return null;
  return String(header)
    .split(',')
    .map((element) => readNode(element.trim()));
}

/** The lists of hops that a request carries: none, one, or both. */
const readHops = (headers: IncomingHttpHeaders): Hop[][] =>
  [readForwarded(headers.forwarded), readForwardedFor(headers['x-forwarded-for'])].filter((hops) => hops !== null);
