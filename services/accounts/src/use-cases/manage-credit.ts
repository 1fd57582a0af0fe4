import { type CallContext, callerOf } from '@parley/common/call-context';
import type { status } from '@parley/common/contracts/account/status';
import type { addCredit } from '@parley/common/contracts/operator/tenants';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';

/** How a movement of credit ended. */
export type CreditOutcome = { balance: string } | 'unknown_tenant' | 'below_zero' | 'too_large';

export interface ManageCreditDeps {
  /** Moves balance and ledger in one statement; `amount` is a decimal string and may be negative. */
  moveCredit(slug: string, amount: string, note: string | null): Promise<CreditOutcome>;
  /** The exact decimal. */
  readBalance(tenantId: number): Promise<string>;
}

/** What a tenant has left (docs/reference/credit.md). */
export function makeManageCredit({ moveCredit, readBalance }: ManageCreditDeps) {
  return {
    /**
     * Tops up or adjusts the credit; the balance never goes below zero
     * (docs/reference/credit.md#reservation-and-refund). Errors: unknown_tenant, insufficient_balance, invalid_amount.
     */
    async add({ slug, amount, note }: InputOf<typeof addCredit>): Promise<OutputOf<typeof addCredit>> {
      const outcome = await moveCredit(slug, amount, note ?? null);
      if (outcome === 'unknown_tenant') throw new AppError('unknown_tenant');
      if (outcome === 'below_zero')
        throw new AppError('insufficient_balance', { message: 'This would take the credit below zero.' });
      if (outcome === 'too_large')
        throw invalidField('amount', 'amount would take the credit above what an account can hold.');
      return { balance: Number(outcome.balance) };
    },

    /** State of the key and its account (docs/reference/channels.md#status). */
    async status(context: CallContext): Promise<OutputOf<typeof status>> {
      const { tenant_id, instance_id, channels } = callerOf(context);
      return { ok: true, instance_id, channels, balance: Number(await readBalance(tenant_id)) };
    },
  };
}
