import { at } from '@parley/common/at';
import type { WantedConversation } from '@parley/messaging/people/upsert-conversations';
import type { Reservation, ReserveDecision } from './decide-reservations.ts';
import type { NewSend, ReserveCase, ReserveResult } from './reservation.ts';

export interface AcceptedSend extends ReserveCase {
  reservation: Reservation;
}

/** The sends to reserve, in order. */
export const acceptedSends = (cases: readonly ReserveCase[], decisions: readonly ReserveDecision[]): AcceptedSend[] =>
  cases.flatMap(({ item, facts }, index) => {
    const reservation = at(decisions, index);
    return reservation.outcome === 'reserve' ? [{ item, facts, reservation }] : [];
  });

/**
 * The conversations that sends create, in order, unless a concurrent transaction has created them. A number is the
 * recipient's phone from the first message on.
 */
export const firstConversations = (accepted: readonly AcceptedSend[]): WantedConversation[] =>
  accepted.flatMap(({ item, facts, reservation: { account, conversationId } }) =>
    conversationId !== null
      ? []
      : {
          tenantId: item.tenantId,
          channel: item.channel,
          channelAccountId: account.id,
          addresses: [item.recipient],
          name: item.recipientName ?? null,
          username: null,
          phone: facts.contactId === null && item.recipient.startsWith('+') ? item.recipient : null,
          peer: item.recipient,
          providerThreadId: null,
          lastInboundAt: null,
          lastMessageAt: item.happenedAt,
          startedBy: item.origin,
        },
  );

/** The sends with their conversations; `made` are those of {@link firstConversations}. */
export function newSends(accepted: readonly AcceptedSend[], made: readonly { id: number }[]): NewSend[] {
  let next = 0;
  return accepted.map(({ item, facts, reservation }) => {
    const { messageId, mayPauseBot = false, isPlatformReported = false } = facts;
    const { account, peer, threadId, price, category } = reservation;
    const conversationId = reservation.conversationId ?? made[next++]?.id;
    if (conversationId === undefined) throw new Error('A send has no conversation.');
    return {
      item,
      messageId,
      conversationId,
      peer,
      threadId,
      account,
      price,
      category,
      mayPauseBot,
      isPlatformReported,
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
    if (decision.outcome !== 'reserve') return decision;
    const { messageId, conversationId, peer, threadId, account, isPlatformReported } = at(sends, next++);
    return { outcome: 'reserved', messageId, conversationId, peer, threadId, account, isPlatformReported };
  });
}
