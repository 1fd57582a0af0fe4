import type { getPlatformWebhook as contract } from '@parley/common/contracts/operator/platform-webhook';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { toPlatformView } from '../domain/platform-webhook.ts';
import type { AccountsService } from '../service.ts';
import { findPlatformWebhook } from '../storage/platform-webhook-store.ts';
import { findPlatformScope, type PlatformScope } from './find-platform-scope.ts';

/** Errors: unknown_tenant, unknown_platform_webhook. */
export async function getPlatformWebhook(
  service: AccountsService,
  scope: PlatformScope,
): Promise<OutputOf<typeof contract>> {
  const webhook = await findPlatformWebhook(service.database.prisma, await findPlatformScope(service, scope));
  if (!webhook) throw new AppError('unknown_platform_webhook');
  return toPlatformView(webhook);
}
