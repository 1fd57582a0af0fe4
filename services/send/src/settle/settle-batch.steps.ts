import type { BusClient } from '@parley/bus/bus-client';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { type Batcher, makeBatcher } from '@parley/database/batches/natural-batch';
import { retryTransaction, SEND_BATCH, type Transactions } from '../sends/transaction.store.ts';
import { lockSettleFacts, writePlainSettlements, writeSettlements } from './settle.store.ts';
import { decideSettlements, type PlainSettlement, type SettleItem, splitSettlements } from './settlement.rules.ts';

/** The parts of the service that a batch of settlements needs. */
interface SettlingParts {
  database: Transactions;
  bus: Pick<BusClient, 'publishHint'>;
}

/** Batches of settlements. */
export const makeSettlementBatcher = (parts: SettlingParts): Batcher<SettleItem, void> =>
  makeBatcher({ ...SEND_BATCH, run: (items) => settleSends(parts, items) });

/**
 * Settles a batch of sends, each with its event and deliveries in one transaction: accepted ones by a comparison with
 * the state that was reserved, all others under locks. A settlement that is stored already changes nothing, so a failed
 * batch may run again. Returns nothing for each item.
 */
export async function settleSends(parts: SettlingParts, items: readonly SettleItem[]): Promise<undefined[]> {
  const { plain, others } = splitSettlements(items);
  const changed = plain.length > 0 ? await settleUnchanged(parts, plain) : [];
  const left = [...others, ...changed];
  if (left.length > 0) await settleLocked(parts, left);
  return items.map(() => undefined);
}

/** In one write with its COMMIT. Returns the settlements whose sends have changed since they were reserved. */
async function settleUnchanged({ database, bus }: SettlingParts, items: readonly PlainSettlement[]) {
  const { messageIds, instanceIds, events } = await retryTransaction(database, (sql) =>
    sql.commitWith(writePlainSettlements(items)),
  );
  if (instanceIds.length > 0) wakeDeliveries(bus, instanceIds, events);
  return items.filter(({ messageId }) => !messageIds.has(messageId));
}

async function settleLocked({ database, bus }: SettlingParts, items: readonly SettleItem[]): Promise<void> {
  const instanceIds = await retryTransaction(database, async (sql) => {
    const cases = await lockSettleFacts(sql, items);
    const writes = decideSettlements(cases);
    return sql.commitWith(writeSettlements(writes));
  });
  if (instanceIds.length > 0) wakeDeliveries(bus, instanceIds);
}
