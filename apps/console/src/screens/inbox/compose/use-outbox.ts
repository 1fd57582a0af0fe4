import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { newKey } from './new-key.ts';
import type { Answer, PendingAnswer } from './outbox.ts';
import { dropPending, pendingIn, subscribeOutbox } from './outbox-store.ts';
import { sendPending } from './send-pending.ts';
import { useOutboxPrefix } from './use-unsent.ts';

export interface Outbox {
  pending: readonly PendingAnswer[];
  /** Resolves to whether the message was sent, or scheduled; a failure is in the thread. */
  send(answer: Answer, shown: string): Promise<boolean>;
  /** Sends under a key that identifies the repeated message: another member who retries it sends nothing more. */
  sendOnce(key: string, answer: Answer, shown: string): Promise<boolean>;
  retry(entry: PendingAnswer): void;
  /** Discards an answer that was not sent. */
  drop(entry: PendingAnswer): void;
}

/** The unsent answers of one conversation, which survive a reload for the member who wrote them. */
export function useOutbox(conversationId: number): Outbox {
  const queries = useQueryClient();
  const storedAs = `${useOutboxPrefix()}${conversationId}`;
  const pending = useSyncExternalStore(subscribeOutbox, () => pendingIn(storedAs));
  const from = { queries, storedAs };
  const sendOnce = (key: string, answer: Answer, shown: string): Promise<boolean> =>
    sendPending(from, { key, conversationId, answer, shown, at: new Date().toISOString(), problem: null });
  return {
    pending,
    sendOnce,
    send: (answer, shown) => sendOnce(newKey(), answer, shown),
    retry: (entry) => void sendPending(from, entry),
    drop: ({ key }) => dropPending(storedAs, key),
  };
}
