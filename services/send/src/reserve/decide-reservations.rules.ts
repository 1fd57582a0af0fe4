import { fillTemplate } from '@parley/common/wa-template/template-text';
import { crossLine } from '@parley/messaging/credit/low-credit';
import { priceOf } from '@parley/messaging/credit/message-price';
import { toMicros } from '@parley/messaging/credit/micros';
import { type Account, chooseAccount } from '../accounts/account.rules.ts';
import { decideRepeat } from '../sends/repeat.rules.ts';
import { isSuperseded, keyOwnerOf } from '../sends/send.rules.ts';
import { findMissingCheck, hasCredit, isWindowClosed, needsThread } from './may-send.rules.ts';
import type { Refusal, Repeat, ReserveCase, ReserveFacts, UncheckedTemplate, WantedSend } from './reservation.rules.ts';

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
  /** Its template as the recipient reads it; absent: it has none, or its text is unknown. */
  filledTemplate?: string | undefined;
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

const keyOf = (send: WantedSend): string | null =>
  send.idempotency === null ? null : `${keyOwnerOf(send)} ${send.idempotency.key}`;

/** The send's answer as a repeat of an earlier request, or of the same request in this batch. */
function repeatOf(send: WantedSend, { kept }: ReserveFacts, { keys }: Taken): Repeat | null {
  const key = keyOf(send);
  if (key === null || send.idempotency === null) return null;
  return decideRepeat(kept, send.idempotency, send.happenedAt) ?? (keys.has(key) ? { outcome: 'in_progress' } : null);
}

function refuseAccount({ namedConversationId, from }: WantedSend, { named, hasAccount }: ReserveFacts): Refusal {
  if (namedConversationId !== null && named === null) return 'unknown_conversation';
  return from !== null && hasAccount ? 'invalid_from' : 'not_connected';
}

const priceIn = ({ channel, price, prices }: WantedSend, category: string | null): string =>
  category === null ? price : priceOf({ PARLEY_PRICES: prices }, channel, category);

function decideOne(send: WantedSend, facts: ReserveFacts, taken: Taken): ReserveDecision {
  const repeat = repeatOf(send, facts, taken);
  if (repeat) return repeat;
  if (send.bot && isSuperseded(send.bot, facts.conversation ?? null)) return { outcome: 'superseded' };
  const chosen = chooseAccount(send, facts.candidates);
  if (!chosen) return { outcome: refuseAccount(send, facts) };
  const { account, conversation } = chosen;
  const threadId = conversation?.threadId ?? null;
  const { to, template } = send.message;
  const peer = send.namedConversationId === null ? to : (conversation?.peer ?? to);
  if (!send.sendAt) {
    const { channel } = send;
    const lastInboundAt = conversation?.lastInboundAt ?? null;
    if (isWindowClosed({ channel, template, lastInboundAt }, send.happenedAt))
      return { outcome: 'window_closed', accountId: account.id };
    if (needsThread({ channel, threadId, commentId: send.commentId })) return { outcome: 'no_thread' };
    const { isOptedOut = false, marketingHeldUntil = null } = facts;
    const recipient = { isOptedOut, marketingHeldUntil, peer };
    const check = template && findMissingCheck(account, recipient, send.happenedAt, send.checkedTemplate);
    if (check) return { outcome: 'unchecked_template', check };
  }
  const category = template ? (chosen.templateCategory ?? null) : null;
  const price = priceIn(send, category);
  if (!hasCredit(facts.tenant, price, taken.spent.get(send.tenantId))) return { outcome: 'insufficient_balance' };
  if (account.isOffline && !send.sendAt) return { outcome: 'offline' };
  return {
    outcome: 'reserve',
    account,
    peer,
    conversationId: conversation?.id ?? null,
    threadId,
    price,
    category,
    filledTemplate: template && chosen.templateText ? fillTemplate(chosen.templateText, template) : undefined,
    renewsKey: send.idempotency !== null && facts.kept !== null,
  };
}

/**
 * Decides on sends in order, each by its stored facts and the earlier items of the batch (credit of the same tenant,
 * the same Idempotency-Key).
 */
export function decideReservations(cases: readonly ReserveCase[]): ReserveDecision[] {
  const taken: Taken = { spent: new Map(), keys: new Set() };
  return cases.map(({ send, facts }) => {
    const decision = decideOne(send, facts, taken);
    if (decision.outcome !== 'reserve') return decision;
    taken.spent.set(send.tenantId, (taken.spent.get(send.tenantId) ?? 0n) + toMicros(decision.price));
    const key = keyOf(send);
    if (key !== null) taken.keys.add(key);
    return decision;
  });
}

/** A tenant whose credit falls below its threshold with the sends to reserve. */
export interface LowCredit {
  tenantId: number;
  /** The remaining balance. */
  balance: string;
  threshold: string;
  /** The send that crosses the threshold. */
  messageId: string;
}

/**
 * Tenants that cross their threshold with these sends, once until the next top-up: the tenant's row is locked from
 * before its balance is read until the crossing is stored (docs/reference/notifications.md#kinds).
 */
export function findLowCredit(
  accepted: readonly {
    send: Pick<WantedSend, 'tenantId'>;
    reservation: Pick<Reservation, 'price'>;
    facts: Pick<ReserveFacts, 'tenant' | 'messageId'>;
  }[],
): LowCredit[] {
  const left = new Map<number, bigint>();
  const found = new Map<number, LowCredit>();
  for (const { send, facts, reservation } of accepted) {
    const { tenantId } = send;
    const line = facts.tenant?.lowCredit ?? null;
    if (!facts.tenant || !line || line.isReported) continue;
    const rest = (left.get(tenantId) ?? toMicros(facts.tenant.balance)) - toMicros(reservation.price);
    left.set(tenantId, rest);
    const crossed = crossLine(rest, line);
    if (!crossed) continue;
    const { messageId } = found.get(tenantId) ?? facts;
    found.set(tenantId, { tenantId, ...crossed, messageId });
  }
  return [...found.values()];
}
