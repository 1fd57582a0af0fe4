import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { AppError } from '@parley/common/errors';

/** `[::1]` in an address is `::1`. */
const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);

/**
 * Whether a page at the host that the browser asked for may make changes although it is not at PARLEY_PUBLIC_URL. A
 * page whose foreign name resolves to the gateway (DNS rebinding) has that host too, so no name except `localhost` may;
 * an IP address cannot be rebound. Addresses other than loopback are allowed only while PARLEY_PUBLIC_URL is this
 * machine as well.
 */
const isOwnHost = (hostname: string, publicHostname: string): boolean =>
  isLoopback(hostname) || (isLoopback(publicHostname) && isIP(bare(hostname)) !== 0);

/** Whether a request comes from a page of the console (docs/reference/console.md#sessions). */
function isOurs(origin: string, { host, publicUrl }: { host: string | undefined; publicUrl: string }): boolean {
  if (!URL.canParse(origin)) return false;
  const [given, own] = [new URL(origin), new URL(publicUrl)];
  if (given.origin === own.origin) return true;
  return /^https?:$/.test(given.protocol) && given.host === host && isOwnHost(given.hostname, own.hostname);
}

/**
 * Throws foreign_origin for a request from a page of another site, even if the name of the site resolves to the gateway
 * (DNS rebinding). Programs send no Origin.
 */
export function refuseForeignPage({ origin, host }: IncomingHttpHeaders, publicUrl: string): void {
  if (origin !== undefined && !isOurs(origin, { host, publicUrl })) throw new AppError('foreign_origin');
}

/** Throws foreign_origin for a change that does not declare an origin of ours, and for a query from another site. */
export function checkOrigin(method: string | undefined, headers: IncomingHttpHeaders, publicUrl: string): void {
  if (headers.origin === undefined && method !== 'GET') throw new AppError('foreign_origin');
  refuseForeignPage(headers, publicUrl);
}
