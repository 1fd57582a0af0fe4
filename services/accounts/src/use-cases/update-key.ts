import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import type { updateKey as contract } from '@parley/common/contracts/operator/keys';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { keyChanged } from '@parley/common/hints';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { restartLane } from '@parley/messaging/lanes/key-lane';
import { toKeyView } from '../domain/key.ts';
import type { AccountsService } from '../service.ts';
import { findKey, hasKey, saveKey } from '../storage/key-store.ts';
import { checkWebhookUrl } from './check-webhook-url.ts';

/**
 * Takes effect on every gateway within 1 s. A webhook address wakes a lane that was stopped by 410 or by failures; one
 * that an operator paused stays paused. Errors: unknown_tenant, unknown_key (a revoked key too), invalid_webhook_url.
 */
export async function updateKey(
  service: AccountsService,
  { slug, instanceId, ...changes }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { database, bus } = service;
  const tenantId = await tenantOfSlug(database, slug);
  if (typeof changes.webhookUrl === 'string') await checkWebhookUrl(service, changes.webhookUrl);
  const key = await database.prismaTransaction(async ({ prisma }) => {
    if (!(await hasKey(prisma, tenantId, instanceId))) return null;
    await saveKey(prisma, tenantId, instanceId, changes);
    if (typeof changes.webhookUrl === 'string') await restartLane(prisma, instanceId);
    return findKey(prisma, tenantId, instanceId);
  });
  if (!key) throw new AppError('unknown_key');
  bus.publishHint(keyChanged, { instanceId });
  wakeDeliveries(bus, [instanceId]);
  return toKeyView(key);
}
