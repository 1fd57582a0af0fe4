import { useCallback } from 'react';
import type { OperationError } from '../../../api/call-gateway.ts';
import { useChange } from '../../../api/use-operations.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import type { ChangeMessage } from '../compose/use-composing.ts';
import type { Outbox } from '../compose/use-outbox.ts';
import type { Conversation, Message } from '../conversation/conversation.ts';
import { answerOf, shownOf } from './send-again.ts';

/** The account as the author of its own reactions. */
export const ownAddress = ({ account }: Pick<Conversation, 'account'>): string => account.number ?? account.id;

/** The account's reaction to a message; null if there is none. */
export const ownReaction = ({ reactions }: Pick<Message, 'reactions'>, address: string): string | null =>
  reactions.find(({ from }) => from === address)?.emoji ?? null;

export interface Acts {
  /** Null removes the reaction. */
  react(message: Message, emoji: string | null): void;
  /** Cancels a scheduled message. */
  cancel(message: Message): void;
  /** Sends a failed message again. */
  retry(message: Message): void;
  /** Shows a message as deleted, ahead of its refetch. */
  markDeleted(messageId: string): void;
  error: OperationError | null;
}

/**
 * Acts on messages that need no form. The thread shows a reaction at once, also on messages that are not refetched. The
 * functions are stable: new ones would render every message again.
 */
export function useActs(conversation: Conversation, outbox: Outbox, change: ChangeMessage): Acts {
  const { id, channel } = conversation;
  const address = ownAddress(conversation);
  const { mutate: mutateReaction, error: reactError } = useChange('react', {
    refreshes: ['list-conversation-messages'],
  });
  const { mutate: mutateScheduled, error: cancelError } = useChange('cancel-scheduled-message', {
    refreshes: ['list-conversation-messages'],
  });
  const react = useCallback(
    ({ message_id }: Message, emoji: string | null): void => {
      const withOwn = (message: Message): Message => {
        const others = message.reactions.filter(({ from }) => from !== address);
        return { ...message, reactions: emoji === null ? others : [...others, { from: address, emoji }] };
      };
      mutateReaction({ channel, message_id, emoji }, { onSuccess: () => change(message_id, withOwn) });
    },
    [channel, address, mutateReaction, change],
  );
  const cancel = useCallback(
    ({ message_id }: Message): void => mutateScheduled({ id, message_id }),
    [id, mutateScheduled],
  );
  const latest = useLatest(outbox);
  const retry = useCallback(
    (message: Message): void => {
      void latest.current.sendOnce(`retry-${message.message_id}`, answerOf(message), shownOf(message));
    },
    [latest],
  );
  const markDeleted = useCallback(
    (messageId: string): void =>
      change(messageId, (message) => ({ ...message, text: '', revoked_at: new Date().toISOString() })),
    [change],
  );
  return { react, cancel, retry, markDeleted, error: reactError ?? cancelError };
}
