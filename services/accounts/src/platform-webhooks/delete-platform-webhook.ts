import type { deletePlatformWebhook as contract } from '@parley/common/contracts/operator/platform-webhook';
import type { OutputOf, TenantOrDeployment } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { keyChanged } from '@parley/common/hints';
import { tenantOrDeployment } from '@parley/database/tenant-of-slug';
import type { AccountsService } from '../service.ts';
import { toPlatformView } from './platform-webhook.rules.ts';
import { findPlatformWebhook, revokePlatformWebhook } from './platform-webhook.store.ts';

/**
 * Permanent: the next one has another instance id and another secret. Errors: unknown_tenant, unknown_platform_webhook.
 */
export async function deletePlatformWebhook(
  service: AccountsService,
  scope: TenantOrDeployment,
): Promise<OutputOf<typeof contract>> {
  const { prisma } = service.database;
  const tenantId = await tenantOrDeployment(service.database, scope);
  const webhook = await findPlatformWebhook(prisma, tenantId);
  if (!webhook) throw new AppError('unknown_platform_webhook');
  await revokePlatformWebhook(prisma, webhook.instanceId, service.now());
  service.bus.publishHint(keyChanged, { instanceId: webhook.instanceId });
  return toPlatformView(webhook);
}
