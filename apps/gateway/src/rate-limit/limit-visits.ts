import { AppError } from '@parley/common/errors';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import { makeWindowLog, type WindowLog } from './window-log.ts';

const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 20_000;

/** Limits the requests to one of our URLs, over all callers. Throws `rate_limited`. */
export type LimitVisits = (addressHash: string) => void;

/** At most `perMinute` visits in any one minute, at this gateway. */
export function makeLimitVisits(perMinute: number, nowMs: () => number): LimitVisits {
  const byAddress = makeBoundedMap<string, WindowLog>(MAX_ADDRESSES);
  return (addressHash) => {
    const log = byAddress.get(addressHash) ?? makeWindowLog(WINDOW_MS);
    byAddress.set(addressHash, log);
    const { allowed, resetMs } = log.take(perMinute, nowMs());
    if (allowed) return;
    throw new AppError('rate_limited', {
      message: 'This address was asked too often.',
      retry_after: Math.ceil(resetMs / 1000),
    });
  };
}
