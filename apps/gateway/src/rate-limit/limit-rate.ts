import type { LocalCounter } from './count-locally.ts';
import type { GatewayMembers } from './gateway-members.ts';
import type { PeerLine } from './peer-line.ts';
import type { WindowVerdict } from './window-log.ts';

/**
 * Counts one request of a key against its limit (docs/reference/requests.md#rate-limit); never fails and never blocks
 * on another gateway.
 */
export type LimitRate = (key: string, limit: number) => WindowVerdict | Promise<WindowVerdict>;

interface Deps {
  counter: LocalCounter;
  members: Pick<GatewayMembers, 'self' | 'list'>;
  peers: Pick<PeerLine, 'count'>;
}

/**
 * Each key is counted by one gateway, its owner, which the others call. When the owner does not respond, this gateway
 * counts against its share of the limit, so that all gateways together stay below it.
 */
export function makeLimitRate({ counter, members, peers }: Deps): LimitRate {
  return (key, limit) => {
    const living = members.list();
    if (living.length === 1) return counter.take(key, limit);
    const owner = chooseOwner(key, living);
    if (owner === members.self || owner === null) return counter.take(key, limit);
    const share = Math.max(1, Math.floor(limit / living.length));
    return peers.count(owner, { key, limit }).catch(() => counter.take(key, share));
  };
}

/** Bounds a message to a gateway; a key with more requests than this has a high limit. */
const MOVED_MAX = 5000;

/** Sends the counts of this gateway to the new owners of their keys. */
export function makeMoveCounts({ counter, members, peers }: Omit<Deps, 'peers'> & { peers: Pick<PeerLine, 'absorb'> }) {
  return async (living: readonly string[]): Promise<void> => {
    const others = living.filter((id) => id !== members.self);
    const sent = others.map((owner) => {
      const taken = counter.takeCounts((key) => chooseOwner(key, living) === owner);
      return [...taken].map(([key, agesMs]) => peers.absorb(owner, { key, agesMs: agesMs.slice(-MOVED_MAX) }));
    });
    // If it is lost, the keys that moved may exceed their limit for a minute.
    await Promise.allSettled(sent.flat());
  };
}

/** FNV-1a, 32 bits: enough to distribute keys evenly over a few gateways. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/**
 * The gateway that counts a key (rendezvous hashing): all gateways with the same list of members choose the same one, and a
 * member that joins or leaves moves only its own keys.
 */
export function chooseOwner(key: string, members: readonly string[]): string | null {
  let owner: string | null = null;
  let best = -1;
  for (const member of members) {
    const weight = hash(`${member}/${key}`);
    if (weight > best || (weight === best && owner !== null && member < owner)) {
      best = weight;
      owner = member;
    }
  }
  return owner;
}
