import { at } from '@parley/common/at';
import type { WantedConversation } from '@parley/messaging/people/upsert-conversations';
import type { Reservation, ReserveDecision } from './decide-reservations.rules.ts';
import type { NewSend, ReserveCase, ReserveResult } from './reservation.rules.ts';

export interface AcceptedSend extends ReserveCase {
  reservation: Reservation;
}

/** The sends to reserve, in order. */
export const acceptedSends = (cases: readonly ReserveCase[], decisions: readonly ReserveDecision[]): AcceptedSend[] =>
  cases.flatMap(({ send, facts }, index) => {
    const reservation = at(decisions, index);
    return reservation.outcome === 'reserve' ? [{ send, facts, reservation }] : [];
  });

/**
 * The conversations that sends create, in order, unless a concurrent transaction has created them. A number is the
 * recipient's phone from the first message on.
 */
export const firstConversations = (accepted: readonly AcceptedSend[]): WantedConversation[] =>
  accepted.flatMap(({ send, facts, reservation: { account, conversationId } }) => {
    if (conversationId !== null) return [];
    const { to } = send.message;
    return {
      tenantId: send.tenantId,
      channel: send.channel,
      channelAccountId: account.id,
      addresses: [to],
      name: send.recipientName ?? null,
      username: null,
      phone: facts.contactId === null && to.startsWith('+') ? to : null,
      peer: to,
      providerThreadId: null,
      lastInboundAt: null,
      lastMessageAt: send.happenedAt,
      startedBy: send.origin,
    };
  });

/** The sends with their conversations; `made` are those of {@link firstConversations}. */
export function newSends(accepted: readonly AcceptedSend[], made: readonly { id: number }[]): NewSend[] {
  let next = 0;
  return accepted.map(({ send, facts, reservation }) => {
    const { messageId, mayPauseBot = false, isPlatformReported = false } = facts;
    const { account, peer, threadId, price: charge, category, filledTemplate } = reservation;
    const conversationId = reservation.conversationId ?? at(made, next++).id;
    return {
      messageId,
      conversationId,
      peer,
      threadId,
      account,
      filledTemplate,
      isPlatformReported,
      charge,
      category,
      mayPauseBot,
      // Last: V8 takes about 1 µs for each member that is named after a spread.
      ...send,
    };
  });
}

/**
 * The result of each send, in order; `templates` are the approved ones of each account. Throws where a send is missing:
 * each result after it would go to another caller.
 */
export function reserveResults(
  decisions: readonly ReserveDecision[],
  sends: readonly NewSend[],
  templates: ReadonlyMap<number, string[]>,
): ReserveResult[] {
  let next = 0;
  return decisions.map((decision): ReserveResult => {
    if (decision.outcome === 'window_closed')
      return { outcome: 'window_closed', templates: templates.get(decision.accountId) ?? [] };
    return decision.outcome === 'reserve' ? { outcome: 'reserved', send: at(sends, next++) } : decision;
  });
}
