import type { getKey as contract } from '@parley/common/contracts/operator/keys';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { countScheduledOfKey } from '@parley/messaging/scheduled/cancel-scheduled-of-key';
import { toKeyView } from '../domain/key.ts';
import type { AccountsService } from '../service.ts';
import { findKey } from '../storage/key-store.ts';

/** Errors: unknown_tenant, unknown_key. */
export async function getKey(
  { database }: AccountsService,
  { slug, instanceId }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const key = await findKey(database.prisma, await tenantOfSlug(database, slug), instanceId);
  if (!key) throw new AppError('unknown_key');
  return { ...toKeyView(key), scheduledMessages: await countScheduledOfKey(database, instanceId) };
}
