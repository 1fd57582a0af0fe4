import { BlockList, isIP } from 'node:net';
import { memoizeBounded } from '@parley/runtime/bounded-map';

/** Addresses that many callers share: a proxy, a container bridge or a whole site. */
const PRIVATE: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::/127',
  'fc00::/7',
  'fe80::/10',
];

/** Whether an address is in one of the networks. */
export type IsIn = (address: string) => boolean;

/** The canonical form of an address: IPv4-mapped IPv6 as IPv4, without a zone; null when it is not an address. */
export function normalizeAddress(text: string): string | null {
  const [bare = ''] = text.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
  return isIP(mapped) === 0 ? null : mapped.toLowerCase();
}

/**
 * A bounded cache, because most requests come from the same few peers, and a look-up costs as much as parsing a small
 * request.
 */
const REMEMBERED = 1000;

/** Takes validated CIDRs or single addresses (PARLEY_TRUSTED_PROXIES). */
export function makeIsIn(networks: readonly string[]): IsIn {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return memoizeBounded((address) => {
    const normal = normalizeAddress(address);
    return normal !== null && list.check(normal, isIP(normal) === 6 ? 'ipv6' : 'ipv4');
  }, REMEMBERED);
}

/** Loopback, private and link-local addresses. */
export const isPrivate: IsIn = makeIsIn(PRIVATE);

const LOOPBACK = makeIsIn(['127.0.0.0/8', '::1']);

/** Whether the peer is a process of this machine. */
export const isLoopback = (address: string | undefined): boolean => address !== undefined && LOOPBACK(address);

/** The network under which failures are counted: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const normal = normalizeAddress(address) ?? address;
  if (isIP(normal) !== 6) return normal;
  const [head = '', tail] = normal.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  while (tail !== undefined && groups.length + after.length < 8) groups.push('0');
  const four = [...groups, ...after].slice(0, 4);
  return four.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
