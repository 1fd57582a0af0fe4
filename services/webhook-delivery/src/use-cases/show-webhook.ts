import type { getWebhook } from '@parley/common/contracts/operator/webhooks';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { WebhookTarget } from '../domain/scope.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { findWebhook } from '../storage/webhook-store.ts';

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
