import { AppError } from '@parley/common/errors';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import { type IsIn, networkOf } from '../addresses/address-network.ts';
import { makeWindowLog, type WindowLog } from '../rate-limit/window-log.ts';

/** Total bytes of bodies that wait for their signature check, per gateway. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Of these, the bytes from one network: four of the largest bodies. */
const MAX_BYTES_PER_NETWORK = 16 * 1024 * 1024;
/** After this many wrong signatures in a minute, one body of an address is checked at a time. */
const MAX_FAILURES = 30;
const WINDOW_MS = 60_000;
const MAX_NETWORKS = 20_000;

/** One body whose signature has not been checked yet. */
export interface UnverifiedBody {
  /** Call it for every chunk before it is stored; throws `service_unavailable` when there is no room. */
  take(bytes: number): void;
  /** Call it when the signature was wrong. */
  failed(): void;
  /** Call it once when the body is no longer in memory, whatever the outcome. */
  release(): void;
}

/**
 * Admits bodies of provider callbacks. Only services/inbound has the secrets, so every body stays in memory until it
 * answers.
 */
export interface UnverifiedBodies {
  /**
   * Throws `rate_limited` while an address with many wrong signatures has another body under check. Providers retry.
   */
  enter(address: string): UnverifiedBody;
}

interface Held {
  bodies: number;
  bytes: number;
  failures: WindowLog;
}

interface Deps {
  nowMs: () => number;
  /** Whether an address has more than one caller: they must not slow each other down. */
  isShared: IsIn;
  maxBytes?: number;
}

/**
 * Limits the bytes in memory, in total and for each network. An address with many wrong signatures is slowed down and
 * never refused for good: providers call from shared addresses, and anybody can make a provider call here.
 */
export function makeUnverifiedBodies({ nowMs, isShared, maxBytes = MAX_BYTES }: Deps): UnverifiedBodies {
  const byNetwork = makeBoundedMap<string, Held>(MAX_NETWORKS);
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
