import type { LookupFunction } from 'node:net';
import { openEgress } from '@parley/providers/egress/open-egress';
import { PostPool } from '@parley/providers/post/post-pool';
import { attemptLimits, leaseMsOf, type WebhookDeliveryEnvironment } from './attempt-limits.rules.ts';

const MAX_SOCKETS_A_HOST = 256;

export interface ReceiverOptions {
  /** Timeout of the whole attempt; default 15 s, and never more than half a lease. */
  attemptTimeoutMs?: number;
  /** Used by tests: resolves receivers' names. */
  lookup?: LookupFunction;
}

/** Connections to receivers, the number that may be open, and the limits of an attempt. */
export function openReceivers(environment: WebhookDeliveryEnvironment, { attemptTimeoutMs, lookup }: ReceiverOptions) {
  const egress = openEgress(environment, { demoPaths: ['/sandbox/receiver/'], ...(lookup ? { lookup } : {}) });
  const posts = new PostPool(egress.connector, { maxSocketsPerHost: MAX_SOCKETS_A_HOST });
  const limits = attemptLimits(leaseMsOf(environment), attemptTimeoutMs);
  const destroy = (): Promise<void> => {
    posts.destroy();
    return egress.destroy();
  };
  return { posts, destroy, sockets: makeSocketBudget(), limits };
}

export type Receivers = ReturnType<typeof openReceivers>;

const MAX_SOCKETS = 1024;

/**
 * Limits the sockets of all lanes together. The first socket of a lane is always granted, so that receivers that hang
 * until the deadline cannot block other lanes.
 */
export function makeSocketBudget(total = MAX_SOCKETS) {
  let open = 0;
  return {
    /** The number of `wanted` sockets that a lane with `held` ones may open now. */
    grant(held: number, wanted: number): number {
      if (wanted <= 0) return 0;
      const free = Math.max(total - open, 0);
      return Math.min(wanted, held === 0 ? Math.max(free, 1) : free);
    },
    /** Counts a socket while `work` runs. */
    async hold<T>(work: () => Promise<T>): Promise<T> {
      open++;
      try {
        return await work();
      } finally {
        open--;
      }
    },
  };
}
