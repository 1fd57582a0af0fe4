import { retryConflicts } from '@parley/database/retry-conflicts';
import { sendNow } from '@parley/database/unsent';
import { admitCall, type CallRefusal } from '../domain/admit-call.ts';
import { isCapped, type UsageCaps } from '../domain/cap-budget.ts';
import { beginsReply, type NewUsage } from '../domain/model-usage.ts';
import type { BotsService } from '../service.ts';
import { payReply } from '../storage/credit-store.ts';
import { insertUsage, lockAndLoadFacts } from '../storage/usage-store.ts';

/**
 * Stores a call with its worst case, and debits the price of its reply, unless a cap, the credit or the rate of trials
 * refuses it. Row locks serialize concurrent calls of the same bot or the same credit.
 */
export async function reserveUsage(
  { replyDatabase, environment }: Pick<BotsService, 'replyDatabase' | 'environment'>,
  call: NewUsage,
  caps: UsageCaps,
): Promise<{ id: string } | { refused: CallRefusal }> {
  const isFree = call.turnId !== null && (call.keyMode === 'own' || !beginsReply(call));
  if (isFree && !isCapped(caps)) return sendNow(replyDatabase, insertUsage(call, '0'));
  const replyPrice = call.keyMode === 'platform' ? environment.PARLEY_BOT_PRICE : '0';
  return retryConflicts(() =>
    replyDatabase.transaction(async (sql) => {
      const decision = admitCall({ caps, worst: call.worst, replyPrice }, await lockAndLoadFacts(sql, call, caps));
      if (decision.kind !== 'admit') return { refused: decision };
      if (decision.price !== '0') await payReply(sql, call, decision);
      return sql.commitWith(insertUsage(call, decision.price));
    }),
  );
}
