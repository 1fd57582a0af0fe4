import { AppError } from '@parley/common/errors';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import { type IsIn, networkOf } from '../addresses/address-network.ts';
import { makeWindowLog, type WindowLog } from '../rate-limit/window-log.ts';
import { type BodyRoom, type HeldBody, makeBodyRoom } from './body-room.ts';
import { makeCheckTurns, type Turn } from './check-turns.ts';

/** Almost every callback is smaller. These have a separate budget, and their checks cost little. */
export const SMALL_MAX_BYTES = 64 * 1024;
const SMALL_ROOM = { maxBytes: 16 * 1024 * 1024, maxBytesPerNetwork: 4 * 1024 * 1024 };
/** Sixteen of the largest bodies, four of them from one network. */
const LARGE_ROOM = { maxBytes: 64 * 1024 * 1024, maxBytesPerNetwork: 16 * 1024 * 1024 };
/** After this many wrong signatures in a minute, one body of an address is checked at a time. */
const MAX_FAILURES = 30;
/** After this many wrong signatures over large bodies in a minute, one large body is read at each interval. */
const LARGE_LIMIT = { failures: 4, everyMs: 5000 };
/** Behind a proxy that names no caller, providers are among those who are limited together. */
const SHARED_LARGE_LIMIT = { failures: 40, everyMs: 500 };
const WINDOW_MS = 60_000;
const MAX_NETWORKS = 20_000;

/** One body whose signature has not been checked yet. */
export interface UnverifiedBody {
  /**
   * Call it for every chunk before it is stored. Errors: service_unavailable when the budget is used up, rate_limited
   * for a large body of a network with wrong signatures over such bodies.
   */
  take(bytes: number): void;
  /** Resolves when the whole body may be checked. Errors: service_unavailable when it is dropped for others. */
  turn(): Promise<void>;
  /** Call it when the signature was wrong. */
  failed(): void;
  /** Call it once when the body is no longer in memory, whatever the outcome. */
  release(): void;
}

/**
 * Admits bodies of provider callbacks. Only services/inbound has the secrets, so every body stays in memory until it
 * answers.
 */
export type UnverifiedBodies = ReturnType<typeof makeUnverifiedBodies>;

interface Sender {
  bodies: number;
  failures: WindowLog;
  largeFailures: WindowLog;
  largeLimit: typeof LARGE_LIMIT;
  /** The time when its next large body may be read, while it has many wrong ones. */
  nextLargeAtMs: number;
}

interface Deps {
  nowMs: () => number;
  /** Whether an address has more than one caller: they must not slow each other down. */
  isShared: IsIn;
}

const tooManyWrong = (message: string, retryAfter: number): AppError =>
  new AppError('rate_limited', {
    message: `Too many wrong signatures from this address: ${message}`,
    retry_after: retryAfter,
  });

/**
 * Limits the bytes in memory and the checks of large bodies. An address with many wrong signatures is slowed down but
 * never refused permanently, because providers call from shared addresses, and anyone can make a provider call here.
 */
export function makeUnverifiedBodies({ nowMs, isShared }: Deps) {
  const senders = makeBoundedMap<string, Sender>(MAX_NETWORKS);
  const small = makeBodyRoom(SMALL_ROOM, isShared);
  const large = makeBodyRoom(LARGE_ROOM, isShared);
  const turns = makeCheckTurns();

  const senderOf = (address: string): Sender => {
    const network = networkOf(address);
    const sender = senders.get(network) ?? {
      bodies: 0,
      failures: makeWindowLog(WINDOW_MS),
      largeFailures: makeWindowLog(WINDOW_MS),
      largeLimit: isShared(address) ? SHARED_LARGE_LIMIT : LARGE_LIMIT,
      nextLargeAtMs: 0,
    };
    senders.set(network, sender);
    return sender;
  };

  const isSuspect = (sender: Sender): boolean => sender.largeFailures.count(nowMs()) > 0;

  function admitLarge(sender: Sender): void {
    const now = nowMs();
    if (sender.largeFailures.count(now) < sender.largeLimit.failures) return;
    if (now < sender.nextLargeAtMs)
      throw tooManyWrong('one large callback at a time.', Math.ceil((sender.nextLargeAtMs - now) / 1000));
    sender.nextLargeAtMs = now + sender.largeLimit.everyMs;
  }

  return {
    /**
     * Throws `rate_limited` while an address with many wrong signatures has another body under check. Providers retry.
     * `giveWay` is called when the memory of a body that is still arriving is needed for others.
     */
    enter(address: string, giveWay: (error: AppError) => void): UnverifiedBody {
      const sender = senderOf(address);
      if (!isShared(address) && sender.bodies > 0 && sender.failures.count(nowMs()) >= MAX_FAILURES)
        throw tooManyWrong('one callback at a time.', 1);
      sender.bodies++;
      let bytes = 0;
      let refuse = giveWay;
      let turn: Turn | null = null;
      const enterRoom = (room: BodyRoom): HeldBody =>
        room.enter({ address, isSuspect: () => isSuspect(sender), giveWay: (error) => refuse(error) });
      let held = enterRoom(small);
      const isLarge = (): boolean => bytes > SMALL_MAX_BYTES;
      return {
        take(more) {
          const wasLarge = isLarge();
          bytes += more;
          if (wasLarge || !isLarge()) return held.take(more);
          admitLarge(sender);
          held.release();
          held = enterRoom(large);
          held.take(bytes);
        },
        async turn() {
          if (!isLarge()) return held.keep();
          await new Promise<void>((resolve, reject) => {
            refuse = reject;
            turn = turns.ask(
              () => isSuspect(sender),
              () => {
                held.keep();
                resolve();
              },
            );
          });
        },
        failed() {
          const now = nowMs();
          sender.failures.take(MAX_FAILURES, now);
          if (!isLarge()) return;
          sender.largeFailures.take(sender.largeLimit.failures, now);
          sender.nextLargeAtMs = now + sender.largeLimit.everyMs;
        },
        release() {
          sender.bodies--;
          held.release();
          turn?.end();
        },
      };
    },
  };
}
