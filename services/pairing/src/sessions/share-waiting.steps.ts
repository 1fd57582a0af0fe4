import { AppError } from '@parley/common/errors';
import type { LinkedDevice } from '../devices/linked-device.rules.ts';

const RETRY_AFTER_SECONDS = 2;

/** A key of waiting requests, and its limit. */
export interface Share {
  key: string;
  max: number;
}

/** Limits of waiting requests for codes in a worker: for one session (many visitors of its page), and for one tenant. */
const MAX_WAITING_OF_SESSION = 5;
const MAX_WAITING_OF_TENANT = 20;

export const codeSharesOf = ({ id, tenantId }: LinkedDevice): Share[] => [
  { key: `session:${id}`, max: MAX_WAITING_OF_SESSION },
  { key: `tenant:${tenantId}`, max: MAX_WAITING_OF_TENANT },
];

/**
 * Limits waiting requests per key, so that one caller cannot use all places. A request over the limit is `rate_limited`
 * at once.
 */
export function makeShareWaiting() {
  const waiting = new Map<string, number>();
  const change = (shares: readonly Share[], by: number): void => {
    for (const { key } of shares) {
      const count = (waiting.get(key) ?? 0) + by;
      if (count > 0) waiting.set(key, count);
      else waiting.delete(key);
    }
  };
  return async <T>(shares: readonly Share[], work: () => Promise<T>): Promise<T> => {
    const full = shares.find(({ key, max }) => (waiting.get(key) ?? 0) >= max);
    if (full)
      throw new AppError('rate_limited', {
        message: `At most ${full.max} requests for codes of one ${full.key.startsWith('session') ? 'session' : 'account'} may wait at a time.`,
        retry_after: RETRY_AFTER_SECONDS,
      });
    change(shares, 1);
    try {
      return await work();
    } finally {
      change(shares, -1);
    }
  };
}

export type ShareWaiting = ReturnType<typeof makeShareWaiting>;
