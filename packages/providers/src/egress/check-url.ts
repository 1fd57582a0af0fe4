import { isIP } from 'node:net';
import { AppError } from '@parley/common/errors';
import { closed, EgressError, type EgressPolicy } from './egress-policy.ts';
import { LookupError } from './lookup-error.ts';
import { systemLookup } from './system-lookup.ts';

/** Resolves all addresses of a name. */
export type ResolveAll = (host: string) => Promise<readonly string[]>;

/**
 * The addresses of a name; empty when it has none. Throws `service_unavailable` when our own name servers do not
 * answer.
 */
async function addressesOf(host: string, resolve: ResolveAll): Promise<readonly string[]> {
  try {
    return await resolve(host);
  } catch (error) {
    if (error instanceof LookupError && error.ours)
      throw new AppError('service_unavailable', { message: 'Names cannot be looked up now.', cause: error });
    return [];
  }
}

/** The host of a URL as an address or name: without brackets and trailing dot. WHATWG parsing has already turned every spelling of an IPv4 address into its usual one, and IDN into punycode. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/**
 * Checks a user's URL without a look-up: it must be an absolute https URL (plain http only inside an opened range) without
 * credentials; a literal address must be allowed. Throws {@link EgressError}.
 */
export function readUrl(text: string, policy: EgressPolicy): URL {
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
  const { closedTo } = policy;
  if (closedTo && !(url.origin === closedTo.origin && closedTo.paths.some((path) => url.pathname.startsWith(path))))
    throw closed();
  if (isIP(host)) checkAddresses(url, [host], policy);
  return url;
}

function checkAddresses(url: URL, addresses: readonly string[], policy: EgressPolicy): void {
  if (!addresses.every((address) => policy.allows(address)))
    throw new EgressError('not_public', 'must be on a public address');
  if (url.protocol === 'http:' && !addresses.every((address) => policy.isOpened(address)))
    throw new EgressError('not_https', 'must be an https URL');
}

/**
 * Checks a user's URL: everything that {@link readUrl} checks, and that every current address of the host is allowed.
 * The same is checked again when the socket connects. Throws {@link EgressError}, and `service_unavailable` when our
 * own name servers do not answer.
 */
export async function checkUrl(
  text: string,
  policy: EgressPolicy,
  resolve: ResolveAll = systemLookup().resolve,
): Promise<URL> {
  const url = readUrl(text, policy);
  const host = hostOf(url);
  if (isIP(host)) return url;
  const addresses = await addressesOf(host, resolve);
  if (addresses.length === 0) throw new EgressError('does_not_resolve', 'must be on a public hostname that resolves');
  checkAddresses(url, addresses, policy);
  return url;
}
