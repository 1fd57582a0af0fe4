import type { getWebhook } from '@parley/common/contracts/operator/webhooks';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { findScope } from '../deliveries/find-scope.steps.ts';
import type { TargetInput, WebhookTarget } from '../deliveries/scope.rules.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { findPlatformWebhook, findWebhook } from './webhook.store.ts';

/** The webhook that an input names. Errors: unknown_tenant, unknown_platform_webhook. */
export async function findTarget(service: WebhookDeliveryService, input: TargetInput): Promise<WebhookTarget> {
  const scope = await findScope(service, input);
  const instanceId = input.instanceId ?? (await findPlatformWebhook(service.database.prisma, scope));
  if (instanceId === null) throw new AppError('unknown_platform_webhook');
  return { scope, instanceId };
}

/** The state of a webhook. Errors: unknown_key. */
export async function showWebhook(
  { database, now }: WebhookDeliveryService,
  target: WebhookTarget,
): Promise<OutputOf<typeof getWebhook>> {
  const found = await findWebhook(database.prisma, target, now());
  if (!found) throw new AppError('unknown_key');
  return {
    instanceId: found.instanceId,
    webhookUrl: found.webhookUrl,
    status: found.pausedAt === null ? 'active' : 'paused',
    reason: found.reason,
    pausedAt: found.pausedAt?.toISOString() ?? null,
    consecutiveFailures: found.consecutiveFailures,
    failingSince: found.failingSince?.toISOString() ?? null,
    resumesAt: found.resumesAt?.toISOString() ?? null,
    waiting: found.waiting,
  };
}
