import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { mutate, OperationError } from '../../../api/call-gateway.ts';
import { pause } from '../../../api/pause.ts';
import { refetchAll } from '../../../api/refetch.ts';
import { useSession } from '../../../shell/session-context.tsx';
import { type Answer, isFirstRunning, isStoredAfter, newKey, type PendingAnswer } from './outbox.ts';
import { dropPending, pendingIn, putPending, runAlone, subscribeOutbox } from './outbox-store.ts';

const STORED_AS = 'parley.outbox';
const ASK_AGAIN_MS = 1000;

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
  const { tenant, member } = useSession();
  const queries = useQueryClient();
  const storedAs = [STORED_AS, tenant?.slug, member?.id, conversationId].join('.');
  const pending = useSyncExternalStore(subscribeOutbox, () => pendingIn(storedAs));
  const refresh = (): Promise<unknown> =>
    refetchAll(queries, ['list-conversation-messages', 'list-conversations', 'get-conversation']);
  /** A second call while the first is running has no effect. */
  const attempt = async (entry: PendingAnswer): Promise<boolean> =>
    (await runAlone(entry.key, () => tryOnce(entry))) ?? false;
  async function tryOnce(entry: PendingAnswer, triesBefore = 0): Promise<boolean> {
    putPending(storedAs, { ...entry, problem: null });
    let isSent = true;
    try {
      await mutate('send-from-dashboard', { id: conversationId, ...entry.answer }, { idempotencyKey: entry.key });
    } catch (thrown) {
      const { code, message } = thrown instanceof OperationError ? thrown : { code: 'unreachable', message: '' };
      if (isFirstRunning(code, triesBefore)) {
        await pause(ASK_AGAIN_MS);
        return tryOnce(entry, triesBefore + 1);
      }
      isSent = false;
      if (!isStoredAfter(code)) {
        putPending(storedAs, { ...entry, problem: { code, message } });
        return isSent;
      }
    }
    // The message is loaded before its placeholder is removed.
    await refresh();
    dropPending(storedAs, entry.key);
    return isSent;
  }
  const sendOnce = (key: string, answer: Answer, shown: string): Promise<boolean> =>
    attempt({ key, conversationId, answer, shown, at: new Date().toISOString(), problem: null });
  return {
    pending,
    sendOnce,
    send: (answer, shown) => sendOnce(newKey(), answer, shown),
    retry: (entry) => void attempt(entry),
    drop: ({ key }) => dropPending(storedAs, key),
  };
}
