import { verb } from '@parley/bus/verb';
import { addCredit as contract } from '@parley/common/contracts/operator/tenants';
import { AppError, invalidField } from '@parley/common/errors';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import { resumeBots } from '@parley/messaging/bots/resume-bots';
import { writeFacts } from '@parley/messaging/notify/write-facts';
import type { AccountsService } from '../service.ts';
import { decideCredit } from './credit.rules.ts';
import { insertLedgerEntry, lockCredit, saveBalance } from './credit.store.ts';

/**
 * Tops up or adjusts the credit; the balance never goes below zero
 * (docs/reference/credit.md#reservation-and-refund). Balance, ledger and the bots that wait for credit change in one
 * transaction (docs/reference/credit.md#ledger). Errors: unknown_tenant, insufficient_balance, invalid_amount.
 */
export const addCredit = verb(contract, async ({ database, now }: AccountsService, { slug, amount, note }) => {
  const balance = await retryConflicts(() =>
    database.prismaTransaction(async ({ prisma, sql }) => {
      const held = await lockCredit(sql, slug);
      if (!held) throw new AppError('unknown_tenant');
      const move = decideCredit(held, amount);
      if (move === 'below_zero')
        throw new AppError('insufficient_balance', { message: 'This would take the credit below zero.' });
      if (move === 'too_large')
        throw invalidField('amount', 'amount would take the credit above what an account can hold.');
      const { id: tenantId } = held;
      const { kind, isReported, lowCredit } = move;
      const at = now();
      const saved = await saveBalance(prisma, held, { amount, isReported, at });
      const entryId = await insertLedgerEntry(prisma, { tenantId, amount, kind, note: note ?? null });
      if (kind === 'top_up') await resumeBots(sql, tenantId, at);
      if (lowCredit) {
        const fact = { tenantId, kind: 'low_credit', subject: 'credit', data: lowCredit, happenedAt: at } as const;
        await writeFacts(sql, [{ ...fact, period: `ledger ${entryId}` }]);
      }
      return saved;
    }),
  );
  return { balance: Number(balance) };
});
