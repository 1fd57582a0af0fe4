import { verb } from '@parley/bus/verb';
import { openDemo as contract } from '@parley/common/contracts/internal/demo';
import { AppError } from '@parley/common/errors';
import type { AccountsService } from '../service.ts';
import { insertTenant } from '../tenants/tenant.store.ts';
import { insertLedgerEntry } from '../usage/credit.store.ts';
import { findDemos, insertDemo } from './demo.store.ts';

/** A workspace that has ended is deleted within seconds. */
const DELETED_WITHIN_SECONDS = 15;

const secondsUntil = (end: Date, now: Date): number =>
  Math.max(0, Math.ceil((end.getTime() - now.getTime()) / 1000)) + DELETED_WITHIN_SECONDS;

/**
 * Opens a workspace of a demo with its credit. The only caller opens one at a time, so that the count is exact. Errors:
 * demo_full, slug_taken.
 */
export const openDemo = verb(
  contract,
  async ({ database, now }: AccountsService, { slug, name, balance, endsAt, most }) => {
    return database.prismaTransaction(async ({ prisma }) => {
      const running = await findDemos(prisma);
      const [first] = running;
      if (first && running.length >= most)
        throw new AppError('demo_full', { retry_after: secondsUntil(first.endsAt, now()) });
      const tenant = await insertTenant(prisma, { slug, name, plan: undefined, balance });
      if (!tenant) throw new AppError('slug_taken');
      const opening = { tenantId: tenant.id, amount: tenant.balance, kind: 'top_up', note: 'Opening credit' } as const;
      await insertLedgerEntry(prisma, opening);
      await insertDemo(prisma, { tenantId: tenant.id, slug, endsAt: new Date(endsAt) });
      return { tenantId: tenant.id };
    });
  },
);
