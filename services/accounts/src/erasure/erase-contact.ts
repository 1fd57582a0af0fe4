import { verb } from '@parley/bus/verb';
import { eraseContact as contract } from '@parley/common/contracts/operator/erasures';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { AccountsService } from '../service.ts';
import { toReceipt } from './erasure.rules.ts';
import { findContactErasure, insertErasure } from './erasure.store.ts';
import { findPersonToErase } from './erasure-owners.client.ts';

/**
 * Starts the durable erasure of a person; a repeat returns the same receipt
 * (docs/reference/operator-api.md#erasure). Errors: unknown_tenant, unknown_contact.
 */
export const eraseContact = verb(contract, async (service: AccountsService, { slug, id: contactId }) => {
  const { database, bus, now } = service;
  const tenantId = await tenantOfSlug(database, slug);
  const known = await findContactErasure(database.prisma, tenantId, contactId);
  if (known) return toReceipt(known);
  if (!(await findPersonToErase(bus, tenantId, contactId))) throw new AppError('unknown_contact');
  await insertErasure(database.prisma, {
    id: makeId('ers'),
    tenantId,
    tenantSlug: slug,
    what: 'contact',
    contactId,
    requestedAt: now(),
  });
  service.wakeErasures();
  const erasure = await findContactErasure(database.prisma, tenantId, contactId);
  if (!erasure) throw new Error('An erasure was not stored.');
  return toReceipt(erasure);
});
