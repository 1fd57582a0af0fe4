import type { createTenant as contract } from '@parley/common/contracts/operator/tenants';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { toMicros } from '@parley/messaging/credit/micros';
import { toTenantView } from '../domain/tenant.ts';
import type { AccountsService } from '../service.ts';
import { insertLedgerEntry } from '../storage/credit-store.ts';
import { insertTenant } from '../storage/tenant-store.ts';

/** Creates a tenant, with its opening credit in the ledger. Errors: slug_taken. */
export async function createTenant(
  { database }: AccountsService,
  { slug, name = slug, plan, balance = '0' }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const tenant = await database.prismaTransaction(async ({ prisma }) => {
    const made = await insertTenant(prisma, { slug, name, plan, balance });
    if (!made) throw new AppError('slug_taken');
    const opening = { tenantId: made.id, amount: made.balance, kind: 'top_up', note: 'Opening credit' } as const;
    if (toMicros(made.balance) !== 0n) await insertLedgerEntry(prisma, opening);
    return made;
  });
  return toTenantView(tenant);
}
