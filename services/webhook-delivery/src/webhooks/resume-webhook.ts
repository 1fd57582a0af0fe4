import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import type { resumeWebhook as contract } from '@parley/common/contracts/operator/webhooks';
import type { OutputOf } from '@parley/common/define-contract';
import type { TargetInput } from '../deliveries/scope.rules.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { findTarget, showWebhook } from './webhook.steps.ts';
import { resumeLane } from './webhook.store.ts';

/**
 * Ends any pause of a webhook (docs/reference/webhook-delivery.md#managing-deliveries). Errors: unknown_tenant,
 * unknown_platform_webhook, unknown_key.
 */
export async function resumeWebhook(
  service: WebhookDeliveryService,
  input: TargetInput,
): Promise<OutputOf<typeof contract>> {
  const target = await findTarget(service, input);
  await resumeLane(service.database.prisma, target);
  wakeDeliveries(service.bus, [target.instanceId]);
  return showWebhook(service, target);
}
