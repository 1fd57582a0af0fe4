import type { AnsweredConversation } from '@parley/messaging/people/answer-conversations';
import type { SettleItem } from './settlement.ts';

/** An accepted send, and whether a bot sent it: a bot's message is no answer of the workspace. */
export interface AcceptedMessage {
  item: SettleItem;
  isByBot: boolean;
}

/**
 * The newest send of each conversation, and the newest answer of the workspace, in the order of the conversations' ids.
 * `accepted` is sorted by message.
 */
export function findAnswered(accepted: readonly AcceptedMessage[]): AnsweredConversation[] {
  const answered = new Map<number, AnsweredConversation>();
  for (const { item, isByBot } of accepted) {
    const { conversationId, messageId, happenedAt } = item;
    const known = answered.get(conversationId);
    answered.set(conversationId, {
      conversationId,
      at: known !== undefined && known.at > happenedAt ? known.at : happenedAt,
      answeredBy: isByBot ? (known?.answeredBy ?? null) : messageId,
    });
  }
  return [...answered.values()].sort((a, b) => a.conversationId - b.conversationId);
}
