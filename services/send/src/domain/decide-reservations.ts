import { priceOf } from '@parley/messaging/credit/message-price';
import { toMicros } from '@parley/messaging/credit/micros';
import { isSuperseded } from './bot-send.ts';
import { isWindowClosed, needsThread } from './can-write.ts';
import { chooseAccount } from './choose-account.ts';
import { decideRepeat } from './decide-repeat.ts';
import { hasCredit } from './has-credit.ts';
import { findMissingCheck } from './refuse-template.ts';
import {
  type Account,
  keyOwnerOf,
  type Refusal,
  type Repeat,
  type ReserveCase,
  type ReserveFacts,
  type ReserveItem,
  type UncheckedTemplate,
} from './reservation.ts';

/** The values to write for a send. */
export interface Reservation {
  outcome: 'reserve';
  account: Account;
  peer: string;
  /** Null when it is the first message to this person from this account. */
  conversationId: number | null;
  threadId: string | null;
  price: string;
  /** Category of its template, by which it is priced; null: none, or unknown. */
  category: string | null;
  /** Whether its Idempotency-Key was used more than 24 h ago: the old entry is deleted. */
  renewsKey: boolean;
}

export type ReserveDecision =
  | Reservation
  | Repeat
  | { outcome: 'window_closed'; accountId: number }
  | UncheckedTemplate
  | { outcome: Refusal };

/** Credit and keys that earlier items of the batch have taken. */
interface Taken {
  /** By tenant, in millionths. */
  spent: Map<number, bigint>;
  keys: Set<string>;
}

const keyOf = (item: ReserveItem): string | null =>
  item.idempotency === null ? null : `${keyOwnerOf(item)} ${item.idempotency.key}`;

/** The item's answer as a repeat of an earlier request, or of the same request in this batch. */
function repeatOf(item: ReserveItem, { kept }: ReserveFacts, { keys }: Taken): Repeat | null {
  const key = keyOf(item);
  if (key === null || item.idempotency === null) return null;
  return decideRepeat(kept, item.idempotency, item.happenedAt) ?? (keys.has(key) ? { outcome: 'in_progress' } : null);
}

function refuseAccount({ conversationId, from }: ReserveItem, { named, hasAccount }: ReserveFacts): Refusal {
  if (conversationId !== null && named === null) return 'unknown_conversation';
  return from !== null && hasAccount ? 'invalid_from' : 'not_connected';
}

const priceIn = ({ channel, price, prices }: ReserveItem, category: string | null): string =>
  category === null ? price : priceOf({ PARLEY_PRICES: prices }, channel, category);

function decideOne(item: ReserveItem, facts: ReserveFacts, taken: Taken): ReserveDecision {
  const repeat = repeatOf(item, facts, taken);
  if (repeat) return repeat;
  if (item.bot && isSuperseded(item.bot, facts.conversation ?? null)) return { outcome: 'superseded' };
  const chosen = chooseAccount(item, facts.candidates);
  if (!chosen) return { outcome: refuseAccount(item, facts) };
  const { account, conversation } = chosen;
  const threadId = conversation?.threadId ?? null;
  const peer = item.conversationId === null ? item.recipient : (conversation?.peer ?? item.recipient);
  if (!item.schedule) {
    const { channel, template } = item;
    const lastInboundAt = conversation?.lastInboundAt ?? null;
    if (isWindowClosed({ channel, template, lastInboundAt }, item.happenedAt))
      return { outcome: 'window_closed', accountId: account.id };
    if (needsThread({ channel, threadId, commentId: item.commentId })) return { outcome: 'no_thread' };
    const recipient = { isOptedOut: facts.isOptedOut === true, peer };
    const check = template && findMissingCheck(account, recipient, item.checkedTemplate);
    if (check) return { outcome: 'unchecked_template', check };
  }
  const category = item.template ? (chosen.templateCategory ?? null) : null;
  const price = priceIn(item, category);
  if (!hasCredit(facts.tenant, price, taken.spent.get(item.tenantId))) return { outcome: 'insufficient_balance' };
  if (account.isOffline && !item.schedule) return { outcome: 'offline' };
  return {
    outcome: 'reserve',
    account,
    peer,
    conversationId: conversation?.id ?? null,
    threadId,
    price,
    category,
    renewsKey: item.idempotency !== null && facts.kept !== null,
  };
}

/**
 * Decides on sends in order, each by its stored facts and the earlier items of the batch (credit of the same tenant,
 * the same Idempotency-Key).
 */
export function decideReservations(cases: readonly ReserveCase[]): ReserveDecision[] {
  const taken: Taken = { spent: new Map(), keys: new Set() };
  return cases.map(({ item, facts }) => {
    const decision = decideOne(item, facts, taken);
    if (decision.outcome !== 'reserve') return decision;
    taken.spent.set(item.tenantId, (taken.spent.get(item.tenantId) ?? 0n) + toMicros(decision.price));
    const key = keyOf(item);
    if (key !== null) taken.keys.add(key);
    return decision;
  });
}
