import { AppError } from '@parley/common/errors';
import { LRUCache } from 'lru-cache';
import { type IsIn, networkOf } from '../addresses/address-network.ts';
import { makeWindowLog, type WindowLog } from '../rate-limit/window-log.ts';

/** All bodies that wait for their signature to be checked, at one gateway. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Of these, the ones of one address: four of the largest. */
const MAX_BYTES_PER_NETWORK = 16 * 1024 * 1024;
/** So many wrong signatures in a minute, and an address has one body checked at a time. */
const MAX_FAILURES = 30;
const WINDOW_MS = 60_000;
const MAX_NETWORKS = 20_000;

/** One body on its way to the part that can check its signature. */
export interface UnverifiedBody {
  /** Told of every piece before it is kept; throws `service_unavailable` when there is no room. */
  take(bytes: number): void;
  /** The signature was wrong. */
  failed(): void;
  /** No longer held. Called once, whatever became of it. */
  release(): void;
}

/** Admits bodies of provider callbacks. Only inbound knows the secrets, so that anybody's body is held until it has answered. */
export interface UnverifiedBodies {
  /** Throws `rate_limited` while an address with many wrong signatures has a body under way. Senders repeat. */
  enter(address: string): UnverifiedBody;
}

interface Held {
  bodies: number;
  bytes: number;
  failures: WindowLog;
}

interface Deps {
  nowMs: () => number;
  /** Addresses of more than one caller: one of them must not slow the others. */
  isShared: IsIn;
  maxBytes?: number;
}

/**
 * Bounds the bytes held, in all and for each address. An address with many wrong signatures is slowed and never
 * refused for good: providers call many customers' servers from the same addresses, and anybody can make them call here.
 */
export function makeUnverifiedBodies({ nowMs, isShared, maxBytes = MAX_BYTES }: Deps): UnverifiedBodies {
  const byNetwork = new LRUCache<string, Held>({ max: MAX_NETWORKS });
  let total = 0;
  const heldOf = (network: string): Held => {
    const held = byNetwork.get(network) ?? { bodies: 0, bytes: 0, failures: makeWindowLog(WINDOW_MS) };
    byNetwork.set(network, held);
    return held;
  };
  return {
    enter(address) {
      const held = heldOf(networkOf(address));
      const shared = isShared(address);
      if (!shared && held.bodies > 0 && held.failures.count(nowMs()) >= MAX_FAILURES)
        throw new AppError('rate_limited', {
          message: 'Too many wrong signatures from this address: one callback at a time.',
          retry_after: 1,
        });
      held.bodies++;
      let own = 0;
      return {
        take(bytes) {
          const full = total + bytes > maxBytes || (!shared && held.bytes + bytes > MAX_BYTES_PER_NETWORK);
          if (full)
            throw new AppError('service_unavailable', { message: 'Too many callbacks at once.', retry_after: 1 });
          own += bytes;
          held.bytes += bytes;
          total += bytes;
        },
        failed: () => void held.failures.take(MAX_FAILURES, nowMs()),
        release() {
          held.bodies--;
          held.bytes -= own;
          total -= own;
        },
      };
    },
  };
}
