import type { EgressEnvironment } from '@parley/providers/egress/open-egress';
import type { Environment } from '@parley/runtime/environment';

/** The variables that this service reads. */
export type WebhookDeliveryEnvironment = Pick<
  Environment,
  'PARLEY_WEBHOOK_LEASE_SECONDS' | 'PARLEY_WEBHOOK_RETRY_SCHEDULE'
> &
  EgressEnvironment;
