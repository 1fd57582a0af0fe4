import type { LookupFunction } from 'node:net';
import { openEgress } from '@parley/providers/egress/open-egress';
import { PostPool } from '@parley/providers/post/post-pool';
import { attemptLimits, leaseMsOf } from '../domain/attempt-limits.ts';
import { makeSocketBudget } from '../domain/socket-budget.ts';
import type { WebhookDeliveryEnvironment } from '../domain/webhook-delivery-environment.ts';

const MAX_SOCKETS_A_HOST = 256;

export interface ReceiverOptions {
  /** Timeout of the whole attempt; default 15 s, and never more than half a lease. */
  attemptTimeoutMs?: number;
  /** For tests: resolves receivers' names. */
  lookup?: LookupFunction;
}

/** Connections to receivers, the number that may be open, and the limits of an attempt. */
export function openReceivers(environment: WebhookDeliveryEnvironment, { attemptTimeoutMs, lookup }: ReceiverOptions) {
  const egress = openEgress(environment, lookup ? { lookup } : {});
  const posts = new PostPool(egress.connector, { maxSocketsPerHost: MAX_SOCKETS_A_HOST });
  const limits = attemptLimits(leaseMsOf(environment), attemptTimeoutMs);
  const destroy = (): Promise<void> => {
    posts.destroy();
    return egress.destroy();
  };
  return { posts, destroy, sockets: makeSocketBudget(), limits };
}

export type Receivers = ReturnType<typeof openReceivers>;
