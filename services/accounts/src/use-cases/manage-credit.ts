import { type CallContext, callerOf } from '@parley/common/call-context';
import type { status } from '@parley/common/contracts/account/status';
import type { addCredit } from '@parley/common/contracts/operator/tenants';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { type CreditFacts, type CreditMove, decideCredit } from '../domain/decide-credit.ts';

/** A tenant whose row the transaction has locked. */
export interface HeldCredit extends CreditFacts {
  id: number;
}

/** The steps of one transaction. */
export interface CreditStore {
  /** Locks the tenant's row; null when there is none. */
  lock(slug: string): Promise<HeldCredit | null>;
  /** Writes balance, ledger and the fact that the balance is low. Returns the new balance as the exact decimal. */
  write(held: HeldCredit, move: CreditMove & { amount: string; note: string | null; at: Date }): Promise<string>;
}

export interface ManageCreditDeps {
  inTransaction<T>(work: (store: CreditStore) => Promise<T>): Promise<T>;
  /** The exact decimal. */
  readBalance(tenantId: number): Promise<string>;
  now(): Date;
}

/** Credit of tenants (docs/reference/credit.md). */
export function makeManageCredit({ inTransaction, readBalance, now }: ManageCreditDeps) {
  return {
    /**
     * Tops up or adjusts the credit; the balance never goes below zero
     * (docs/reference/credit.md#reservation-and-refund). Errors: unknown_tenant, insufficient_balance, invalid_amount.
     */
    async add({ slug, amount, note }: InputOf<typeof addCredit>): Promise<OutputOf<typeof addCredit>> {
      const balance = await inTransaction(async (store) => {
        const held = await store.lock(slug);
        if (!held) throw new AppError('unknown_tenant');
        const move = decideCredit(held, amount);
        if (move === 'below_zero')
          throw new AppError('insufficient_balance', { message: 'This would take the credit below zero.' });
        if (move === 'too_large')
          throw invalidField('amount', 'amount would take the credit above what an account can hold.');
        return store.write(held, { ...move, amount, note: note ?? null, at: now() });
      });
      return { balance: Number(balance) };
    },

    /** State of the key and its account (docs/reference/channels.md#status). */
    async status(context: CallContext): Promise<OutputOf<typeof status>> {
      const { tenantId, instanceId, channels } = callerOf(context);
      return { ok: true, instanceId, channels, balance: Number(await readBalance(tenantId)) };
    },
  };
}
