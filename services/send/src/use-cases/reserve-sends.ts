import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { upsertConversations } from '@parley/messaging/people/upsert-conversations';
import { decideReservations } from '../domain/decide-reservations.ts';
import { findLowCredit } from '../domain/find-low-credit.ts';
import { isRepeatable } from '../domain/plain-sends.ts';
import type { NewSend, ReserveItem, ReserveResult } from '../domain/reservation.ts';
import { acceptedSends, firstConversations, newSends, reserveResults } from '../domain/reserved-sends.ts';
import type { SendService } from '../service.ts';
import { findApprovedTemplates, forgetKeys, writeReservations } from '../storage/reservation-store.ts';
import { lockReserveFacts } from '../storage/reserve-facts-store.ts';
import { retryTransaction } from '../storage/retry-transaction.ts';

/**
 * Reserves a batch of sends in one transaction: locks and loads the facts, decides, inserts the messages as `sending`
 * and debits their price. All or nothing per send; results in the order of the items.
 */
export async function reserveSends(
  service: Pick<SendService, 'rawDatabase' | 'bus' | 'knownRecipients'>,
  items: readonly ReserveItem[],
): Promise<ReserveResult[]> {
  let reportedTo: string[] = [];
  let repeatable: NewSend[] = [];
  const results = await retryTransaction(service.rawDatabase, async (sql) => {
    reportedTo = [];
    repeatable = [];
    const cases = await lockReserveFacts(sql, items);
    const decisions = decideReservations(cases);
    const templates = await findApprovedTemplates(sql, decisions);
    const accepted = acceptedSends(cases, decisions);
    if (accepted.length === 0) return reserveResults(decisions, [], templates);

    const first = firstConversations(accepted);
    const onReported = (instanceIds: readonly string[]) => reportedTo.push(...instanceIds);
    const made = first.length === 0 ? [] : await upsertConversations(sql, first, onReported);
    await forgetKeys(sql, accepted);
    const sends = newSends(accepted, made);
    repeatable = sends.filter(isRepeatable);
    const lowCredit = findLowCredit(accepted);
    // Before the commit: it throws when a result is missing.
    const results = reserveResults(decisions, sends, templates);
    await sql.commitWith(writeReservations(sends, lowCredit));
    return results;
  });
  // Platform webhooks of new conversations.
  if (reportedTo.length > 0) wakeDeliveries(service.bus, reportedTo);
  for (const { item } of repeatable) service.knownRecipients.remember(item);
  return results;
}
