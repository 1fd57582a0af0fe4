import type { pauseWebhook as contract } from '@parley/common/contracts/operator/webhooks';
import type { OutputOf } from '@parley/common/define-contract';
import { keyChanged } from '@parley/common/hints';
import type { TargetInput } from '../deliveries/scope.rules.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { findTarget, showWebhook } from './webhook.steps.ts';
import { pauseLane } from './webhook.store.ts';

/**
 * Pauses a webhook (docs/reference/webhook-delivery.md#managing-deliveries). Errors: unknown_tenant,
 * unknown_platform_webhook, unknown_key.
 */
export async function pauseWebhook(
  service: WebhookDeliveryService,
  input: TargetInput,
): Promise<OutputOf<typeof contract>> {
  const target = await findTarget(service, input);
  await pauseLane(service.database, target);
  // The worker that holds the lane has read deliveries of it.
  service.bus.publishHint(keyChanged, { instanceId: target.instanceId });
  return showWebhook(service, target);
}
