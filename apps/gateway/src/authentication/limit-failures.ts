import { isIP } from 'node:net';
import { AppError } from '@parley/common/errors';
import { LRUCache } from 'lru-cache';
import { makeWindowLog, type WindowLog } from '../rate-limit/window-log.ts';

const WINDOW_MS = 60_000;
const MAX_FAILURES = 30;
/** Beyond the limit, an address may still try one unseen secret in this time. */
const SLOW_LANE_MS = 250;
const MAX_ADDRESSES = 50_000;
const MAX_SEEN = 50_000;

/** Keeps secrets from being guessed at speed (contract §3). */
export interface FailureLimit {
  /**
   * Throws `rate_limited` when the address failed too often of late. A secret that was right before passes always,
   * and an unseen one still gets its turn a few times a second, so that nobody is locked out by a neighbour.
   */
  admit(address: string, secretHash: string): void;
  failed(address: string, secretHash: string): void;
  succeeded(secretHash: string): void;
}

interface Attempts {
  failures: WindowLog;
  nextAtMs: number;
}

/** An IPv6 customer has a whole /64 to send from. */
function networkOf(address: string): string {
  if (isIP(address) !== 6 || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  if (tail !== undefined) while (groups.length < 4) groups.push('0');
  return groups.slice(0, 4).join(':');
}

/** A failure limit of 30 a minute for each address. */
export function makeFailureLimit(nowMs: () => number): FailureLimit {
  const byNetwork = new LRUCache<string, Attempts>({ max: MAX_ADDRESSES });
  const seen = new LRUCache<string, true>({ max: MAX_SEEN });
  return {
    admit(address, secretHash) {
      const attempts = byNetwork.get(networkOf(address));
      if (!attempts || seen.has(secretHash)) return;
      const now = nowMs();
      const failures = attempts.failures.count(now);
      if (failures < MAX_FAILURES) return;
      if (now < attempts.nextAtMs) {
        throw new AppError('rate_limited', {
          message: 'Too many failed authentications from this address.',
          retry_after: 1,
        });
      }
      attempts.nextAtMs = now + SLOW_LANE_MS;
    },
    failed(address, secretHash) {
      seen.delete(secretHash);
      const network = networkOf(address);
      const attempts = byNetwork.get(network) ?? { failures: makeWindowLog(WINDOW_MS), nextAtMs: 0 };
      byNetwork.set(network, attempts);
      attempts.failures.take(MAX_FAILURES, nowMs());
    },
    succeeded: (secretHash) => void seen.set(secretHash, true),
  };
}
