import { chooseOwner } from './choose-owner.ts';
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
 * Each key is counted by one gateway, its owner; the others ask it. When the owner does not answer, this gateway counts
 * against its share of the limit, so that all gateways together stay below it.
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
