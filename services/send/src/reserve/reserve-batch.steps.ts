import type { BusClient } from '@parley/bus/bus-client';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { type Batcher, makeBatcher } from '@parley/database/batches/natural-batch';
import { upsertConversations } from '@parley/messaging/people/upsert-conversations';
import type { ReservedSend } from '../sends/send.rules.ts';
import { retryTransaction, SEND_BATCH, type Transactions } from '../sends/transaction.store.ts';
import { decideReservations, findLowCredit } from './decide-reservations.rules.ts';
import type { KnownRecipients } from './known-recipients.store.ts';
import { writePlainSends } from './plain-send.store.ts';
import { expectSends, isRepeatable } from './plain-sends.rules.ts';
import type { NewSend, ReserveResult, WantedSend } from './reservation.rules.ts';
import { findApprovedTemplates, forgetKeys, writeReservations } from './reservation.store.ts';
import { lockReserveFacts } from './reserve-facts.store.ts';
import { acceptedSends, firstConversations, newSends, reserveResults } from './reserved-sends.rules.ts';

/** The parts of the service that a batch of reservations needs. */
export interface ReservingParts {
  database: Transactions;
  bus: Pick<BusClient, 'publishHint'>;
  knownRecipients: KnownRecipients;
}

/** Batches of reservations, each of which is one transaction. */
export interface ReservationBatchers {
  /** By a comparison with the stored facts; null where they leave something to decide. */
  plain: Batcher<WantedSend, ReservedSend | null>;
  decided: Batcher<WantedSend, ReserveResult>;
  /** Separate: their batches lock conversations before the others lock people. */
  ofBots: Batcher<WantedSend, ReserveResult>;
}

export const makeReservationBatchers = (parts: ReservingParts): ReservationBatchers => ({
  plain: makeBatcher({ ...SEND_BATCH, run: (sends) => reservePlainSends(parts, sends) }),
  decided: makeBatcher({ ...SEND_BATCH, run: (sends) => reserveSends(parts, sends) }),
  ofBots: makeBatcher({ ...SEND_BATCH, run: (sends) => reserveSends(parts, sends) }),
});

/**
 * Reserves a batch of plain sends to known recipients in one write with its COMMIT; null for each send whose stored facts
 * leave something to decide. Results in the order of the sends.
 */
async function reservePlainSends(
  { database }: ReservingParts,
  sends: readonly WantedSend[],
): Promise<(ReservedSend | null)[]> {
  const expected = expectSends(sends);
  const reserved = await retryTransaction(database, (sql) => sql.commitWith(writePlainSends(expected)));
  return sends.map((send) => reserved.get(send) ?? null);
}

/**
 * Reserves a batch of sends in one transaction: locks and loads the facts, decides, inserts the messages as `sending`
 * and debits their price. All or nothing per send; results in the order of the sends.
 */
async function reserveSends(
  { database, bus, knownRecipients }: ReservingParts,
  sends: readonly WantedSend[],
): Promise<ReserveResult[]> {
  let reportedTo: string[] = [];
  let repeatable: NewSend[] = [];
  const results = await retryTransaction(database, async (sql) => {
    reportedTo = [];
    repeatable = [];
    const cases = await lockReserveFacts(sql, sends);
    const decisions = decideReservations(cases);
    const templates = await findApprovedTemplates(sql, decisions);
    const accepted = acceptedSends(cases, decisions);
    if (accepted.length === 0) return reserveResults(decisions, [], templates);

    const first = firstConversations(accepted);
    const onReported = (instanceIds: readonly string[]) => reportedTo.push(...instanceIds);
    const made = first.length === 0 ? [] : await upsertConversations(sql, first, onReported);
    await forgetKeys(sql, accepted);
    const reserved = newSends(accepted, made);
    repeatable = reserved.filter(isRepeatable);
    const lowCredit = findLowCredit(accepted);
    // Before the commit: it throws when a result is missing.
    const results = reserveResults(decisions, reserved, templates);
    await sql.commitWith(writeReservations(reserved, lowCredit));
    return results;
  });
  // Platform webhooks of new conversations.
  if (reportedTo.length > 0) wakeDeliveries(bus, reportedTo);
  for (const send of repeatable) knownRecipients.remember(send);
  return results;
}
