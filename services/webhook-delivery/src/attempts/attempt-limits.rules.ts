import type { EgressEnvironment } from '@parley/providers/egress/open-egress';
import type { PostLimits } from '@parley/providers/post/post';
import type { Environment } from '@parley/runtime/environment';

/** Maximum bytes read of an answer's body, also on the wire. */
const READ_BYTES = 16 * 1024;

const ATTEMPT_TIMEOUT_MS = 15_000;

/** Duration of a lane's lease, from its claim or its last renewal. */
export const leaseMsOf = ({
  PARLEY_WEBHOOK_LEASE_SECONDS: seconds,
}: Pick<WebhookDeliveryEnvironment, 'PARLEY_WEBHOOK_LEASE_SECONDS'>): number => seconds * 1000;

/** Limits of one attempt, which takes at most half a lease. */
export const attemptLimits = (leaseMs: number, timeoutMs = ATTEMPT_TIMEOUT_MS): PostLimits => ({
  timeoutMs: Math.min(timeoutMs, leaseMs / 2),
  maxBytes: READ_BYTES,
});

/** The variables that this service reads. */
export type WebhookDeliveryEnvironment = Pick<
  Environment,
  | 'PARLEY_WEBHOOK_LEASE_SECONDS'
  | 'PARLEY_WEBHOOK_RETRY_SCHEDULE'
  | 'PARLEY_EVOLUTION_API'
  | 'PARLEY_PUBLIC_URL'
  | 'PARLEY_PORT'
> &
  EgressEnvironment;
