import { AppError } from '@parley/common/errors';
import type { TargetInput, WebhookTarget } from '../domain/scope.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { findPlatformWebhook } from '../storage/webhook-store.ts';
import { findScope } from './find-scope.ts';

/** The webhook that an input names. Errors: unknown_tenant, unknown_platform_webhook. */
export async function findTarget(service: WebhookDeliveryService, input: TargetInput): Promise<WebhookTarget> {
  const scope = await findScope(service, input);
  const instanceId = input.instanceId ?? (await findPlatformWebhook(service.database.prisma, scope));
  if (instanceId === null) throw new AppError('unknown_platform_webhook');
  return { scope, instanceId };
}
