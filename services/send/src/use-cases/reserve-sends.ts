import { decideReservations, type Reservation } from '../domain/decide-reservations.ts';
import { findLowCredit, type LowCredit } from '../domain/find-low-credit.ts';
import type { ReserveFacts, ReserveItem, ReserveResult } from '../domain/reservation.ts';
import type { NewSend } from '../storage/reservation-store.ts';

/** A conversation that a send creates, unless a concurrent transaction has created it. */
export interface FirstConversation {
  item: ReserveItem;
  accountId: number;
  isNewContact: boolean;
}

/** Operations of the transaction. */
export interface ReserveStore {
  /** Locks the tenants; facts in the order of the items. */
  loadFacts(items: readonly ReserveItem[]): Promise<ReserveFacts[]>;
  /** Returns ids in the order of `wanted`. */
  makeConversations(wanted: readonly FirstConversation[]): Promise<number[]>;
  forgetKeys(items: readonly ReserveItem[]): Promise<void>;
  /** Template names by account. */
  findApprovedTemplates(accountIds: readonly number[]): Promise<Map<number, string[]>>;
  /** Writes the sends and commits the transaction. */
  commit(sends: readonly NewSend[], lowCredit: readonly LowCredit[]): Promise<void>;
}

export type InReserveTransaction = <T>(work: (store: ReserveStore) => Promise<T>) => Promise<T>;

interface Accepted {
  item: ReserveItem;
  facts: ReserveFacts;
  reservation: Reservation;
}

/** The conversations of accepted sends, in order; creates missing ones. */
async function conversationsOf(store: ReserveStore, accepted: readonly Accepted[]): Promise<(number | undefined)[]> {
  const wanted = accepted
    .filter(({ reservation }) => reservation.conversationId === null)
    .map(({ item, facts, reservation }) => ({
      item,
      accountId: reservation.account.id,
      isNewContact: facts.contactId === null,
    }));
  const made = wanted.length === 0 ? [] : await store.makeConversations(wanted);
  return accepted.map(({ reservation }) => reservation.conversationId ?? made.shift());
}

async function write(store: ReserveStore, accepted: readonly Accepted[]): Promise<ReserveResult[]> {
  const conversationIds = await conversationsOf(store, accepted);
  await store.forgetKeys(accepted.filter(({ reservation }) => reservation.renewsKey).map(({ item }) => item));
  const written = accepted.map(
    ({ item, facts: { messageId, mayPauseBot = false }, reservation: { account, peer, threadId } }, index) => {
      const conversationId = conversationIds[index];
      if (conversationId === undefined) throw new Error('A send has no conversation.');
      return { item, messageId, conversationId, peer, threadId, account, mayPauseBot };
    },
  );
  await store.commit(
    written.map(({ account, ...send }) => ({ ...send, accountId: account.id })),
    findLowCredit(accepted),
  );
  return written.map(({ item: _, mayPauseBot: __, ...reserved }) => ({ outcome: 'reserved', ...reserved }));
}

/**
 * Reserves a batch of sends in one transaction: locks and loads the facts, decides, inserts the messages as `sending`
 * and debits their price. All or nothing per send; results in the order of the items.
 */
export function makeReserveSends(inTransaction: InReserveTransaction) {
  return (items: readonly ReserveItem[]): Promise<ReserveResult[]> =>
    inTransaction(async (store) => {
      const facts = await store.loadFacts(items);
      const cases = items.flatMap((item, index) => {
        const found = facts[index];
        return found === undefined ? [] : { item, facts: found };
      });
      const decisions = decideReservations(cases);
      const accepted = cases.flatMap((found, index) => {
        const reservation = decisions[index];
        return reservation?.outcome === 'reserve' ? { ...found, reservation } : [];
      });
      const templates = await store.findApprovedTemplates(
        decisions.flatMap((decision) => (decision.outcome === 'window_closed' ? decision.accountId : [])),
      );
      const reserved = accepted.length === 0 ? [] : await write(store, accepted);
      return decisions.flatMap((decision): ReserveResult[] => {
        if (decision.outcome === 'reserve') return reserved.splice(0, 1);
        if (decision.outcome !== 'window_closed') return [decision];
        return [{ outcome: 'window_closed', templates: templates.get(decision.accountId) ?? [] }];
      });
    });
}
