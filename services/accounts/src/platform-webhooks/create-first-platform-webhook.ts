import { PLATFORM_EVENT_TYPES } from '@parley/common/events/event-types';
import { makeId } from '@parley/common/ids';
import { addLane } from '@parley/messaging/lanes/key-lane';
import { makeStandardSecret } from '@parley/providers/http/standard-signature';
import { refuseUrl } from '../keys/key.steps.ts';
import type { AccountsService } from '../service.ts';
import { PLATFORM_SECRET_PURPOSE } from './platform-webhook.rules.ts';
import { insertFirstPlatformWebhook } from './platform-webhook.store.ts';

/**
 * Creates the deployment's webhook for PARLEY_PLATFORM_WEBHOOK_URL if it never had one. No answer contains its secret:
 * an operator rotates it to get one (docs/reference/platform-events.md#first-start). Throws for a URL that the egress
 * rules forbid.
 */
export async function createFirstPlatformWebhook(
  { database, cipher, egress }: AccountsService,
  url: string,
): Promise<void> {
  const reason = await refuseUrl(egress, url);
  if (reason !== null) throw new Error(`PARLEY_PLATFORM_WEBHOOK_URL ${reason}.`);
  const secret = cipher.encrypt(makeStandardSecret(), PLATFORM_SECRET_PURPOSE);
  const first = { instanceId: makeId('plt'), url, events: [...PLATFORM_EVENT_TYPES], secret };
  await database.prismaTransaction(async ({ prisma, sql }) => {
    if (await insertFirstPlatformWebhook(sql, first)) await addLane(prisma, first.instanceId);
  });
}
