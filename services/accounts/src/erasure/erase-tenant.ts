import { verb } from '@parley/bus/verb';
import { eraseTenant as contract } from '@parley/common/contracts/operator/erasures';
import { AppError } from '@parley/common/errors';
import { keyChanged, sessionChanged } from '@parley/common/hints';
import { makeId } from '@parley/common/ids';
import { deleteSignInsOf, saveRemovalOfAll } from '../members/member.store.ts';
import { deletePeopleWithoutMembership, findPeopleOnlyIn, lockPeople } from '../people/person.store.ts';
import type { AccountsService } from '../service.ts';
import { closeTenant, revokeKeysOf } from '../tenants/tenant.store.ts';
import { toReceipt } from './erasure.rules.ts';
import { findTenantErasure, insertErasure } from './erasure.store.ts';

/**
 * Starts the durable erasure of a tenant, whose slug, keys, webhooks and sign-ins end at once; a repeat returns the same
 * receipt (docs/reference/operator-api.md#erasure). Errors: unknown_tenant.
 */
export const eraseTenant = verb(contract, async (service: AccountsService, { slug }) => {
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
    bus.publishHint(keyChanged, { instanceId: null });
    bus.publishHint(sessionChanged, { sessionId: null });
    service.wakeErasures();
  }
  const erasure = await findTenantErasure(database.prisma, slug);
  if (!erasure) throw new AppError('unknown_tenant');
  return toReceipt(erasure);
});
