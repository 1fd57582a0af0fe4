import { AppError } from '@parley/common/errors';
import type { SendResult } from '../domain/after-attempt.ts';

interface Notified {
  tenantId: number | null;
  way: 'email' | 'sms';
  address: string;
}

export interface TakeRoomDeps {
  hasOwnAccount(tenantId: number | null, way: 'email' | 'sms'): Promise<boolean>;
  /** Errors: rate_limited. */
  count(given: Notified): Promise<void>;
}

/** Counts a notification over an account of the deployment; one beyond the limit waits for the next hour or day. */
export const makeTakeRoom =
  ({ hasOwnAccount, count }: TakeRoomDeps) =>
  async (given: Notified): Promise<SendResult | null> => {
    if (await hasOwnAccount(given.tenantId, given.way)) return null;
    try {
      await count(given);
      return null;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
      const retryAfterMs = (error.extras.retry_after ?? 0) * 1000;
      return { outcome: 'later', provider: 'none', reason: 'limit_reached', retryAfterMs };
    }
  };
