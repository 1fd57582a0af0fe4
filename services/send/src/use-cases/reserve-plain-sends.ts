import { expectSends } from '../domain/plain-sends.ts';
import type { Reserved, ReserveItem } from '../domain/reservation.ts';
import type { SendService } from '../service.ts';
import { writePlainSends } from '../storage/plain-send-store.ts';
import { retryTransaction } from '../storage/retry-transaction.ts';

/**
 * Reserves a batch of plain sends to known recipients in one write with its COMMIT; null for each send whose stored facts
 * leave something to decide. Results in the order of the items.
 */
export async function reservePlainSends(
  { rawDatabase }: Pick<SendService, 'rawDatabase'>,
  items: readonly ReserveItem[],
): Promise<(Reserved | null)[]> {
  const expected = expectSends(items);
  const reserved = await retryTransaction(rawDatabase, (sql) => sql.commitWith(writePlainSends(expected)));
  return items.map((item) => reserved.get(item) ?? null);
}
