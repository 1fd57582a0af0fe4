import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import type { setPlatformWebhook as contract } from '@parley/common/contracts/operator/platform-webhook';
import type { InputOf, OutputOf, TenantOrDeployment } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { PLATFORM_EVENT_TYPES } from '@parley/common/events/event-types';
import { keyChanged } from '@parley/common/hints';
import { makeId } from '@parley/common/ids';
import { tenantOrDeployment } from '@parley/database/tenant-of-slug';
import { addLane, restartLane } from '@parley/messaging/lanes/key-lane';
import { makeStandardSecret } from '@parley/providers/http/standard-signature';
import { checkWebhookUrl } from '../keys/key.steps.ts';
import type { AccountsService } from '../service.ts';
import { PLATFORM_SECRET_PURPOSE, toPlatformView } from './platform-webhook.rules.ts';
import { findPlatformWebhook, insertPlatformWebhook, savePlatformWebhook } from './platform-webhook.store.ts';

const RETRY_AFTER_SECONDS = 1;

/**
 * Creates the webhook with its lane, or changes the existing one and restarts its lane. Only the answer that creates it
 * contains the secret. Errors: unknown_tenant, invalid_webhook_url.
 */
export async function setPlatformWebhook(
  service: AccountsService,
  { slug, url, events, enabled }: InputOf<typeof contract> & TenantOrDeployment,
): Promise<OutputOf<typeof contract>> {
  const { database, cipher, bus } = service;
  const tenantId = await tenantOrDeployment(database, { slug });
  await checkWebhookUrl(service, url, { field: 'url' });
  const secret = makeStandardSecret();
  const fresh = {
    instanceId: makeId('plt'),
    tenantId,
    url,
    events: events ?? [...PLATFORM_EVENT_TYPES],
    enabled: enabled ?? true,
    secret: cipher.encrypt(secret, PLATFORM_SECRET_PURPOSE),
  };
  const changes = { url, ...(events ? { events } : {}), ...(enabled === undefined ? {} : { enabled }) };
  const { webhook, isMade } = await database.prismaTransaction(async ({ prisma, sql }) => {
    const isMade = await insertPlatformWebhook(sql, fresh);
    if (isMade) await addLane(prisma, fresh.instanceId);
    else await savePlatformWebhook(prisma, tenantId, changes);
    const webhook = await findPlatformWebhook(prisma, tenantId);
    // It was deleted by a concurrent call.
    if (!webhook) throw new AppError('service_unavailable', { retry_after: RETRY_AFTER_SECONDS });
    if (!isMade) await restartLane(prisma, webhook.instanceId);
    return { webhook, isMade };
  });
  bus.publishHint(keyChanged, { instanceId: webhook.instanceId });
  wakeDeliveries(bus, [webhook.instanceId]);
  return isMade ? { ...toPlatformView(webhook), secret } : toPlatformView(webhook);
}
