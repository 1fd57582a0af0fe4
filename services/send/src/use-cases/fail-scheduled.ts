import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { lockTenant } from '@parley/database/lock-tenant';
import { failOpenSend } from '@parley/messaging/settle-late';
import type { ClaimedSend } from '../domain/scheduled-send.ts';
import type { SendFailed } from '../domain/send-failure.ts';
import type { SendService } from '../service.ts';
import { retryTransaction } from '../storage/retry-transaction.ts';

/** Fails a claimed message that was not sent: its credit is refunded, and message.status says why. */
export async function failScheduled(
  { rawDatabase, durableWriter, bus, now }: SendService,
  { tenantId, messageId }: ClaimedSend,
  failure: SendFailed,
): Promise<void> {
  const store = () =>
    retryTransaction(rawDatabase, async (sql) => {
      // Before the messages, as every credit movement does.
      const tenant = await lockTenant(sql, tenantId);
      return failOpenSend(sql, { tenant, messageId, providerMessageId: null, at: now(), ...failure });
    });
  wakeDeliveries(bus, await durableWriter.write(store, null));
}
