import type { getWebhook as contract } from '@parley/common/contracts/operator/webhooks';
import type { OutputOf } from '@parley/common/define-contract';
import type { TargetInput } from '../deliveries/scope.rules.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { findTarget, showWebhook } from './webhook.steps.ts';

/** The state of a webhook. Errors: unknown_tenant, unknown_platform_webhook, unknown_key. */
export async function getWebhook(
  service: WebhookDeliveryService,
  input: TargetInput,
): Promise<OutputOf<typeof contract>> {
  return showWebhook(service, await findTarget(service, input));
}
