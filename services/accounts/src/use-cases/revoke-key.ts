import type { revokeKey as contract } from '@parley/common/contracts/operator/keys';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { keyChanged } from '@parley/common/hints';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { toKeyView } from '../domain/key.ts';
import type { AccountsService } from '../service.ts';
import { findKey, saveKey } from '../storage/key-store.ts';

/** Permanent; a repeat returns the same, with the first time. Errors: unknown_tenant, unknown_key. */
export async function revokeKey(
  { database, bus, now }: AccountsService,
  { slug, instanceId }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const tenantId = await tenantOfSlug(database, slug);
  await saveKey(database.prisma, tenantId, instanceId, { revokedAt: now() });
  const key = await findKey(database.prisma, tenantId, instanceId);
  if (!key) throw new AppError('unknown_key');
  bus.publishHint(keyChanged, { instanceId });
  return toKeyView(key);
}
