import type { LookupFunction } from 'node:net';
import { openEgress } from '@parley/providers/egress/open-egress';
import { attemptLimits, leaseMsOf, READ_BYTES } from '../domain/attempt-limits.ts';
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
  const { agent, destroy } = openEgress(environment, {
    maxSocketsPerHost: MAX_SOCKETS_A_HOST,
    answer: { bodyBytes: READ_BYTES },
    ...(lookup ? { lookup } : {}),
  });
  const limits = attemptLimits(leaseMsOf(environment), attemptTimeoutMs);
  return { agent, destroy, sockets: makeSocketBudget(), limits };
}

export type Receivers = ReturnType<typeof openReceivers>;
