import type { eraseTenant as contract } from '@parley/common/contracts/operator/erasures';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { publishKeysChanged } from '../adapters/publish-keys-changed.ts';
import { toReceipt } from '../domain/erasure.ts';
import type { AccountsService } from '../service.ts';
import { findTenantErasure, insertErasure } from '../storage/erasure-store.ts';
import { deleteSignInsOf, saveRemovalOfAll } from '../storage/member-store.ts';
import { deletePeopleWithoutMembership, findPeopleOnlyIn, lockPeople } from '../storage/person-store.ts';
import { closeTenant, revokeKeysOf } from '../storage/tenant-store.ts';

/**
 * Starts the durable erasure of a tenant, whose slug, keys, webhooks and sign-ins end at once; a repeat returns the same
 * receipt (docs/reference/operator-api.md#erasure). Errors: unknown_tenant.
 */
export async function eraseTenant(
  service: AccountsService,
  { slug }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { database, bus } = service;
  const requestedAt = service.now();
  const isClosed = await database.prismaTransaction(async ({ prisma, sql }) => {
    const tenantId = await closeTenant(prisma, slug);
    if (tenantId === null) return false;
    await revokeKeysOf(prisma, tenantId, requestedAt);
    const people = await findPeopleOnlyIn(prisma, tenantId);
    await lockPeople(sql, people);
    await saveRemovalOfAll(prisma, tenantId, requestedAt);
    await deletePeopleWithoutMembership(prisma, people);
    await deleteSignInsOf(prisma, tenantId);
    const id = makeId('ers');
    await insertErasure(prisma, { id, tenantId, tenantSlug: slug, what: 'tenant', contactId: null, requestedAt });
    return true;
  });
  if (isClosed) {
    publishKeysChanged(bus);
    service.wakeErasures();
  }
  const erasure = await findTenantErasure(database.prisma, slug);
  if (!erasure) throw new AppError('unknown_tenant');
  return toReceipt(erasure);
}
