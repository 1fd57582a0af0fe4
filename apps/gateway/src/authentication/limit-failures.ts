import { AppError } from '@parley/common/errors';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import { type IsIn, isPrivate, networkOf } from '../addresses/address-network.ts';
import { makeWindowLog, type WindowLog } from '../rate-limit/window-log.ts';

const WINDOW_MS = 60_000;
const MAX_FAILURES = 30;
/** Above the limit, an address may still try one unseen secret per this interval. */
const SLOW_LANE_MS = 250;
const MAX_ADDRESSES = 50_000;
const MAX_SEEN = 50_000;

/** Slows down the guessing of secrets (docs/reference/requests.md#failed-authentications). */
export type FailureLimit = ReturnType<typeof makeFailureLimit>;

interface Attempts {
  failures: WindowLog;
  nextAtMs: number;
}

const tooMany = (): AppError =>
  new AppError('rate_limited', { message: 'Too many failed authentications from this address.', retry_after: 1 });

/** A limit of 30 failures a minute for each network; `isShared` returns whether an address has more than one caller. */
export function makeFailureLimit(nowMs: () => number, isShared: IsIn = isPrivate) {
  const byNetwork = makeBoundedMap<string, Attempts>(MAX_ADDRESSES);
  const seen = makeBoundedMap<string, true>(MAX_SEEN);
  const takeTurn = (attempts: Attempts): void => {
    const now = nowMs();
    if (now < attempts.nextAtMs) throw tooMany();
    attempts.nextAtMs = now + SLOW_LANE_MS;
  };
  return {
    /**
     * Throws `rate_limited` when the address failed too often recently. A secret that was right before always passes, and an
     * unseen one is still checked a few times a second, so that callers behind one address cannot lock each other out. From a
     * shared address (a proxy whose callers count as one, a private network) every secret is checked first.
     */
    admit(address: string, secretHash: string) {
      const attempts = byNetwork.get(networkOf(address));
      if (!attempts || seen.has(secretHash) || isShared(address)) return;
      if (attempts.failures.count(nowMs()) >= MAX_FAILURES) takeTurn(attempts);
    },
    /** Counts a wrong secret; for a shared address that failed too often it throws `rate_limited`. */
    failed(address: string, secretHash: string) {
      seen.delete(secretHash);
      const network = networkOf(address);
      const attempts = byNetwork.get(network) ?? { failures: makeWindowLog(WINDOW_MS), nextAtMs: 0 };
      byNetwork.set(network, attempts);
      const { allowed } = attempts.failures.take(MAX_FAILURES, nowMs());
      if (!allowed && isShared(address)) takeTurn(attempts);
    },
    succeeded: (secretHash: string) => void seen.set(secretHash, true),
  };
}
