import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';

const claim = defineStatement({
  name: 'channel-accounts.claim-payment-checks',
  text: `UPDATE channel_accounts c SET payment_check_at = $2
          WHERE c.id IN (SELECT a.id FROM channel_accounts a
                          WHERE a.channel = 'wa' AND a.status = 'connected'
                            AND coalesce(a.payment_check_at, a.connected_at + interval '15 minutes') <= $1
                          ORDER BY a.payment_check_at NULLS FIRST, a.id LIMIT $3::int4 FOR NO KEY UPDATE SKIP LOCKED)
         RETURNING c.id, c.tenant_id, c.waba_id, c.credentials, c.payment_missing_since`,
  params: { now: 'timestamptz', until: 'timestamptz', count: 'int4' },
  row: {
    id: 'int4',
    tenantId: 'int4',
    wabaId: 'text?',
    credentials: 'text',
    paymentMissingSince: 'timestamptz?',
  },
});

/** A wa number whose payment method is to be checked. */
export type PaymentCheck = Awaited<ReturnType<typeof claim.all>>[number];

/** Takes wa numbers whose check is due, a new one some minutes after its connection; each is taken again at `until`, whatever becomes of this one. */
export const claimPaymentChecks = (
  sql: Sql,
  given: { now: Date; until: Date; count: number },
): Promise<PaymentCheck[]> => claim.all(sql, given);

/** Stores that the account of a number has no payment method, or has one again; returns whether that is news. */
export async function keepPayment(
  { channelAccount }: Pick<PrismaTransaction['prisma'], 'channelAccount'>,
  { id, tenantId, at, isMissing }: { id: number; tenantId: number; at: Date; isMissing: boolean },
): Promise<boolean> {
  const { count } = await channelAccount.updateMany({
    where: { id, tenantId, status: 'connected', paymentMissingSince: isMissing ? null : { not: null } },
    data: { paymentMissingSince: isMissing ? at : null },
  });
  return count > 0;
}
