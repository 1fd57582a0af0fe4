import { at } from '@parley/common/at';
import { conversationAfterMessage } from '@parley/messaging/people/domain/conversation-after-message';
import type { ConversationFacts } from '@parley/messaging/people/domain/conversation-facts';
import type { NewMessage, PlacedMessage } from './new-message.rules.ts';

/** A message by the provider's id. */
export interface MessageName {
  channelAccountId: number;
  providerMessageId: string;
}

export const nameKey = ({ channelAccountId, providerMessageId }: MessageName): string =>
  `${channelAccountId} ${providerMessageId}`;

/** The messages that are neither stored nor duplicates within the batch, with their positions; the others are repeats. */
export function findFresh<Message extends MessageName>(
  messages: readonly Message[],
  stored: ReadonlySet<string>,
): { message: Message; position: number }[] {
  const seen = new Set(stored);
  return messages.flatMap((message, position) => {
    const key = nameKey(message);
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ message, position }];
  });
}

/** The conversation of a message, as it is created when there is none. */
export const beginningOf = (message: NewMessage) => ({
  ...message,
  peer: at(message.addresses, 0),
  providerThreadId: message.threadId,
  lastInboundAt: message.direction === 'in' ? message.happenedAt : null,
  lastMessageAt: message.happenedAt,
  startedBy: message.origin,
});

/** A message that may answer another. */
export interface ReplyingMessage extends MessageName {
  replyToProviderId: string | null;
}

/** The message that a message answers, or null. */
export const repliedBy = ({ channelAccountId, replyToProviderId }: ReplyingMessage): MessageName | null =>
  replyToProviderId === null ? null : { channelAccountId, providerMessageId: replyToProviderId };

/** The earlier messages of the same batch that messages reply to, by message key: these have no id yet. */
export function findInnerReplies(messages: readonly ReplyingMessage[]): Map<string, MessageName> {
  const earlier = new Set<string>();
  const replies = new Map<string, MessageName>();
  for (const message of messages) {
    const replied = repliedBy(message);
    if (replied && earlier.has(nameKey(replied))) replies.set(nameKey(message), replied);
    earlier.add(nameKey(message));
  }
  return replies;
}

/** A message, and its conversation as it was before the batch. */
export interface JoiningMessage {
  message: Pick<NewMessage, 'direction' | 'happenedAt' | 'addresses' | 'threadId'> & { id: string };
  conversation: ConversationFacts;
  /** Set when it answers a satisfaction question. */
  rating?: object | null;
}

/** The changed conversations after all of their messages, in order of arrival. */
export function joinConversations(joining: readonly JoiningMessage[]): ConversationFacts[] {
  const changed = new Map<number, ConversationFacts>();
  for (const { message, conversation, rating } of joining) {
    const before = changed.get(conversation.id) ?? conversation;
    const after = conversationAfterMessage(before, {
      id: message.id,
      direction: message.direction,
      at: message.happenedAt,
      peer: message.addresses[0] ?? before.peer,
      providerThreadId: message.threadId,
      isQuiet: rating != null,
    });
    if (after !== before) changed.set(after.id, after);
  }
  return [...changed.values()];
}

/**
 * The provider's id of the message that a message of a linked device quotes and that is not stored yet: an import of the
 * phone's history may still store it (docs/reference/wd.md#history).
 */
export const awaitedQuote = ({
  channel,
  replyToId,
  replyToProviderId,
}: Pick<PlacedMessage, 'channel' | 'replyToId' | 'replyToProviderId'>): string | null =>
  channel === 'wd' && replyToId === null ? replyToProviderId : null;
