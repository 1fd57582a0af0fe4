import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { decideSettlements } from '../domain/decide-settlements.ts';
import type { SettleItem } from '../domain/settlement.ts';
import { type PlainSettlement, splitSettlements } from '../domain/split-settlements.ts';
import type { SendService } from '../service.ts';
import { writePlainSettlements } from '../storage/plain-settle-store.ts';
import { retryTransaction } from '../storage/retry-transaction.ts';
import { lockSettleFacts, writeSettlements } from '../storage/settle-store.ts';

type Service = Pick<SendService, 'rawDatabase' | 'bus'>;

/** In one write with its COMMIT. Returns the settlements whose sends have changed since they were reserved. */
async function settleUnchanged({ rawDatabase, bus }: Service, items: readonly PlainSettlement[]) {
  const { messageIds, instanceIds, events } = await retryTransaction(rawDatabase, (sql) =>
    sql.commitWith(writePlainSettlements(items)),
  );
  if (instanceIds.length > 0) wakeDeliveries(bus, instanceIds, events);
  return items.filter(({ messageId }) => !messageIds.has(messageId));
}

async function settleLocked({ rawDatabase, bus }: Service, items: readonly SettleItem[]): Promise<void> {
  const instanceIds = await retryTransaction(rawDatabase, async (sql) => {
    const cases = await lockSettleFacts(sql, items);
    const writes = decideSettlements(cases);
    return sql.commitWith(writeSettlements(writes));
  });
  if (instanceIds.length > 0) wakeDeliveries(bus, instanceIds);
}

/**
 * Settles a batch of sends, each with its event and deliveries in one transaction: accepted ones by a comparison with
 * the state that was reserved, all others under locks. A settlement that is stored already changes nothing, so a failed
 * batch may run again. Returns nothing for each item.
 */
export async function settleSends(service: Service, items: readonly SettleItem[]): Promise<undefined[]> {
  const { plain, others } = splitSettlements(items);
  const changed = plain.length > 0 ? await settleUnchanged(service, plain) : [];
  const left = [...others, ...changed];
  if (left.length > 0) await settleLocked(service, left);
  return items.map(() => undefined);
}
