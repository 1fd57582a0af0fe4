import type { getWebhook as contract } from '@parley/common/contracts/operator/webhooks';
import type { OutputOf } from '@parley/common/define-contract';
import type { TargetInput } from '../domain/scope.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { findTarget } from './find-target.ts';
import { showWebhook } from './show-webhook.ts';

/** The state of a webhook. Errors: unknown_tenant, unknown_platform_webhook, unknown_key. */
export async function getWebhook(
  service: WebhookDeliveryService,
  input: TargetInput,
): Promise<OutputOf<typeof contract>> {
  return showWebhook(service, await findTarget(service, input));
}
