import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { decideSettlements } from '../domain/decide-settlements.ts';
import type { SettleItem } from '../domain/settlement.ts';
import type { SendService } from '../service.ts';
import { retryTransaction } from '../storage/retry-transaction.ts';
import { lockSettleFacts, writeSettlements } from '../storage/settle-store.ts';

/** Settles a batch of sends, with their events and deliveries, in one transaction. Returns nothing for each item. */
export async function settleSends(
  service: Pick<SendService, 'rawDatabase' | 'bus'>,
  items: readonly SettleItem[],
): Promise<undefined[]> {
  const instanceIds = await retryTransaction(service.rawDatabase, async (sql) => {
    const cases = await lockSettleFacts(sql, items);
    const writes = decideSettlements(cases);
    return sql.commitWith(() => writeSettlements(sql, writes));
  });
  if (instanceIds.length > 0) wakeDeliveries(service.bus, instanceIds);
  return items.map(() => undefined);
}
