import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { AppError } from '@parley/common/errors';
import { lockTenant } from '@parley/database/transactions/lock-tenant';
import type { StoredAnswer } from '@parley/messaging/messages/outbound-message';
import { failOpenSend } from '@parley/messaging/messages/settle-late';
import { retryTransaction } from '../sends/transaction.store.ts';
import type { SendService } from '../service.ts';
import { findExpiredUnknownSends, markInterrupted } from './interrupted.store.ts';
import { runInBatches } from './run-in-batches.steps.ts';

const BATCH = 200;
/** Several times the longest pause between two tries to store an outcome. */
const GRACE_MS = 10_000;

const ERROR = {
  code: 'provider_timeout',
  message: 'The provider never reported the outcome of this message.',
  provider_code: null,
};
const ANSWER: StoredAnswer = {
  ok: false,
  error: { code: 'provider_timeout', message: new AppError('provider_timeout').message, extras: {} },
};

/**
 * Ends sends whose process died, or whose provider never answered: first they become unknown (a receipt or an echo may
 * still confirm them), then failed, with a refund and message.status. Safe with replicas: skips a send that another
 * one has ended.
 */
export async function sweepInterruptedSends(service: SendService): Promise<{ interrupted: number; ended: number }> {
  const { rawDatabase, bus } = service;
  const at = service.now();
  // How long a send with an unknown outcome waits for the receipt (wa) or echo (fb, ig, tt) that confirms it.
  const confirmMs = service.environment.PARLEY_CONFIRM_WAIT_SECONDS * 1000;
  const interrupted = await runInBatches(BATCH, () => markInterrupted(rawDatabase, at, GRACE_MS, BATCH));
  const ended = await runInBatches(BATCH, async () => {
    const expired = await findExpiredUnknownSends(rawDatabase, at, confirmMs, BATCH);
    for (const { messageId, tenantId } of expired) {
      const late = { messageId, providerMessageId: null, at, error: ERROR, answer: ANSWER };
      const woken = await retryTransaction(rawDatabase, async (sql) =>
        failOpenSend(sql, { ...late, tenant: await lockTenant(sql, tenantId) }),
      );
      wakeDeliveries(bus, woken);
    }
    return expired.length;
  });
  return { interrupted, ended };
}
