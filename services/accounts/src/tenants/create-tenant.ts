import { verb } from '@parley/bus/verb';
import { createTenant as contract } from '@parley/common/contracts/operator/tenants';
import { AppError } from '@parley/common/errors';
import { toMicros } from '@parley/messaging/credit/micros';
import type { AccountsService } from '../service.ts';
import { insertLedgerEntry } from '../usage/credit.store.ts';
import { toTenantView } from './tenant.rules.ts';
import { insertTenant } from './tenant.store.ts';

/** Creates a tenant, with its opening credit in the ledger. Errors: slug_taken. */
export const createTenant = verb(
  contract,
  async ({ database }: AccountsService, { slug, name = slug, plan, balance = '0' }) => {
    const tenant = await database.prismaTransaction(async ({ prisma }) => {
      const made = await insertTenant(prisma, { slug, name, plan, balance });
      if (!made) throw new AppError('slug_taken');
      const opening = { tenantId: made.id, amount: made.balance, kind: 'top_up', note: 'Opening credit' } as const;
      if (toMicros(made.balance) !== 0n) await insertLedgerEntry(prisma, opening);
      return made;
    });
    return toTenantView(tenant);
  },
);
