import type { getPlatformWebhook as contract } from '@parley/common/contracts/operator/platform-webhook';
import type { OutputOf, TenantOrDeployment } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { tenantOrDeployment } from '@parley/database/tenant-of-slug';
import type { AccountsService } from '../service.ts';
import { toPlatformView } from './platform-webhook.rules.ts';
import { findPlatformWebhook } from './platform-webhook.store.ts';

/** Errors: unknown_tenant, unknown_platform_webhook. */
export async function getPlatformWebhook(
  service: AccountsService,
  scope: TenantOrDeployment,
): Promise<OutputOf<typeof contract>> {
  const webhook = await findPlatformWebhook(service.database.prisma, await tenantOrDeployment(service.database, scope));
  if (!webhook) throw new AppError('unknown_platform_webhook');
  return toPlatformView(webhook);
}
