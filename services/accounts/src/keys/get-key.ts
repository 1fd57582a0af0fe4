import { verb } from '@parley/bus/verb';
import { getKey as contract } from '@parley/common/contracts/operator/keys';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { countScheduledOfKey } from '@parley/messaging/scheduled/cancel-scheduled-of-key';
import type { AccountsService } from '../service.ts';
import { toKeyView } from './key.rules.ts';
import { findKey } from './key.store.ts';

/** Errors: unknown_tenant, unknown_key. */
export const getKey = verb(contract, async ({ database }: AccountsService, { slug, instanceId }) => {
  const key = await findKey(database.prisma, await tenantOfSlug(database, slug), instanceId);
  if (!key) throw new AppError('unknown_key');
  return { ...toKeyView(key), scheduledMessages: await countScheduledOfKey(database, instanceId) };
});
