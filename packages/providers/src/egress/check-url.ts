import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { EgressError, type EgressPolicy } from './egress-policy.ts';

/** All addresses of a name. */
export type ResolveAll = (host: string) => Promise<string[]>;

export const resolveAll: ResolveAll = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** The host of a URL as an address or name: without brackets and trailing dot. WHATWG parsing has already turned every spelling of an IPv4 address into its usual one, and IDN into punycode. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/**
 * Checks an address that somebody gave us: https (plain http only inside an opened range), no credentials, and every
 * address that the host has now is allowed. The same is checked again when the socket connects. Throws {@link EgressError}.
 */
export async function checkUrl(text: string, policy: EgressPolicy, resolve: ResolveAll = resolveAll): Promise<URL> {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new EgressError('not_a_url', 'must be an absolute https URL');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new EgressError('not_https', 'must be an https URL');
  if (url.username !== '' || url.password !== '')
    throw new EgressError('has_credentials', 'must not contain a user name or password');
  const host = hostOf(url);
  if (host === '') throw new EgressError('no_host', 'must name a host');
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
  if (addresses.length === 0) throw new EgressError('does_not_resolve', 'must be on a public hostname that resolves');
  if (!addresses.every((address) => policy.allows(address)))
    throw new EgressError('not_public', 'must be on a public address');
  if (url.protocol === 'http:' && !addresses.every((address) => policy.isOpened(address)))
    throw new EgressError('not_https', 'must be an https URL');
  return url;
}
