import { decideReservations, type Reservation } from '../domain/decide-reservations.ts';
import type { ReserveFacts, ReserveItem, ReserveResult } from '../domain/reservation.ts';
import type { NewSend } from '../storage/reservation-store.ts';

/** A conversation that a send begins, or finds begun by somebody else just now. */
export interface FirstConversation {
  item: ReserveItem;
  accountId: number;
  isNewContact: boolean;
}

/** What one transaction can load and write. */
export interface ReserveStore {
  /** Locks the tenants; facts in the order of the items. */
  loadFacts(items: readonly ReserveItem[]): Promise<ReserveFacts[]>;
  /** Ids in the order of what is wanted. */
  makeConversations(wanted: readonly FirstConversation[]): Promise<number[]>;
  forgetKeys(items: readonly ReserveItem[]): Promise<void>;
  /** Ids of the messages in the order of the sends. */
  insert(sends: readonly NewSend[]): Promise<string[]>;
  /** By account. */
  findApprovedTemplates(accountIds: readonly number[]): Promise<Map<number, string[]>>;
}

export type InReserveTransaction = <T>(work: (store: ReserveStore) => Promise<T>) => Promise<T>;

interface Accepted {
  item: ReserveItem;
  facts: ReserveFacts;
  reservation: Reservation;
}

/** The conversations of accepted sends, in their order; those that are missing are made. */
async function conversationsOf(store: ReserveStore, accepted: readonly Accepted[]): Promise<number[]> {
  const wanted = accepted
    .filter(({ reservation }) => reservation.conversationId === null)
    .map(({ item, facts, reservation }) => ({
      item,
      accountId: reservation.account.id,
      isNewContact: facts.contactId === null,
    }));
  const made = wanted.length === 0 ? [] : await store.makeConversations(wanted);
  return accepted.map(({ reservation }) => {
    const id = reservation.conversationId ?? made.shift();
    if (id === undefined) throw new Error('A send has no conversation.');
    return id;
  });
}

async function write(store: ReserveStore, accepted: readonly Accepted[]): Promise<ReserveResult[]> {
  const conversationIds = await conversationsOf(store, accepted);
  await store.forgetKeys(accepted.filter(({ reservation }) => reservation.renewsKey).map(({ item }) => item));
  const sends = accepted.flatMap(({ item, reservation: { account, peer } }, index): NewSend[] => {
    const conversationId = conversationIds[index];
    return conversationId === undefined ? [] : [{ item, conversationId, accountId: account.id, peer }];
  });
  const messageIds = await store.insert(sends);
  return accepted.map(({ reservation: { account, peer, threadId } }, index) => {
    const [messageId, conversationId] = [messageIds[index], conversationIds[index]];
    if (messageId === undefined || conversationId === undefined) throw new Error('A send was not written.');
    return { outcome: 'reserved', messageId, conversationId, peer, threadId, account };
  });
}

/**
 * Reserves a batch of sends in one transaction: locks and loads what decides, decides, writes the messages as `sending`
 * with their price taken. All or nothing per send; results in the order of the items.
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
      const reserved = accepted.length === 0 ? [] : await write(store, accepted);
      const templates = await store.findApprovedTemplates(
        decisions.flatMap((decision) => (decision.outcome === 'window_closed' ? decision.accountId : [])),
      );
      return decisions.flatMap((decision): ReserveResult[] => {
        if (decision.outcome === 'reserve') return reserved.splice(0, 1);
        if (decision.outcome !== 'window_closed') return [decision];
        return [{ outcome: 'window_closed', templates: templates.get(decision.accountId) ?? [] }];
      });
    });
}
