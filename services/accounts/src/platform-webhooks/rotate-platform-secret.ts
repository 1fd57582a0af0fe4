import type { rotatePlatformSecret as contract } from '@parley/common/contracts/operator/platform-webhook';
import type { OutputOf, TenantOrDeployment } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { keyChanged } from '@parley/common/hints';
import { SECRET_OVERLAP_MS } from '@parley/common/workspace/secret-overlap';
import { tenantOrDeployment } from '@parley/database/tenant-of-slug';
import { makeStandardSecret } from '@parley/providers/http/standard-signature';
import type { AccountsService } from '../service.ts';
import { PLATFORM_SECRET_PURPOSE } from './platform-webhook.rules.ts';
import { savePlatformSecret } from './platform-webhook.store.ts';

/**
 * Signs deliveries with the old secret too for 24 h (docs/reference/events.md#signatures). Errors: unknown_tenant,
 * unknown_platform_webhook.
 */
export async function rotatePlatformSecret(
  service: AccountsService,
  scope: TenantOrDeployment,
): Promise<OutputOf<typeof contract>> {
  const { database, cipher, bus, now } = service;
  const secret = makeStandardSecret();
  const instanceId = await savePlatformSecret(database, await tenantOrDeployment(service.database, scope), {
    encrypted: cipher.encrypt(secret, PLATFORM_SECRET_PURPOSE),
    previousUntil: new Date(now().getTime() + SECRET_OVERLAP_MS),
  });
  if (instanceId === null) throw new AppError('unknown_platform_webhook');
  bus.publishHint(keyChanged, { instanceId });
  return { secret };
}
