import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { mutate, OperationError } from '../../api/call-gateway.ts';
import { refetchAll } from '../../api/refetch.ts';
import { useSession } from '../../shell/session-context.tsx';
import {
  type Answer,
  isFirstRunning,
  isStoredAfter,
  markUnconfirmed,
  newKey,
  type PendingAnswer,
  readPending,
} from './outbox.ts';

const STORED_AS = 'parley.outbox';
const ASK_AGAIN_MS = 1000;

export interface Outbox {
  pending: readonly PendingAnswer[];
  send(answer: Answer, shown: string): void;
  /** Sends under a key that identifies the repeated message: another member who retries it sends nothing more. */
  sendOnce(key: string, answer: Answer, shown: string): void;
  retry(entry: PendingAnswer): void;
  /** Discards an answer that was not sent. */
  drop(entry: PendingAnswer): void;
}

/** The unsent answers of one conversation, which survive a reload for the member who wrote them. */
export function useOutbox(conversationId: number): Outbox {
  const { tenant, member } = useSession();
  const queries = useQueryClient();
  const storedAs = [STORED_AS, tenant?.slug, member?.id, conversationId].join('.');
  const [pending, setPending] = useState(() => markUnconfirmed(readPending(localStorage.getItem(storedAs))));
  useEffect(() => {
    if (pending.length === 0) localStorage.removeItem(storedAs);
    else localStorage.setItem(storedAs, JSON.stringify(pending));
  }, [pending, storedAs]);
  const put = (entry: PendingAnswer): void =>
    setPending((before) => [...before.filter(({ key }) => key !== entry.key), entry]);
  const drop = ({ key }: Pick<PendingAnswer, 'key'>): void =>
    setPending((before) => before.filter((entry) => entry.key !== key));
  const refresh = (): Promise<unknown> =>
    refetchAll(queries, ['list-conversation-messages', 'list-conversations', 'get-conversation']);
  const running = useRef(new Set<string>());
  /** A second call while the first is running has no effect. */
  async function attempt(entry: PendingAnswer): Promise<void> {
    if (running.current.has(entry.key)) return;
    running.current.add(entry.key);
    await tryOnce(entry).finally(() => running.current.delete(entry.key));
  }
  async function tryOnce(entry: PendingAnswer, triesBefore = 0): Promise<void> {
    put({ ...entry, problem: null });
    try {
      await mutate('send-from-dashboard', { id: conversationId, ...entry.answer }, { idempotencyKey: entry.key });
    } catch (thrown) {
      const { code, message } = thrown instanceof OperationError ? thrown : { code: 'unreachable', message: '' };
      if (isFirstRunning(code, triesBefore)) {
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
        return tryOnce(entry, triesBefore + 1);
      }
      if (!isStoredAfter(code)) return put({ ...entry, problem: { code, message } });
    }
    // The message is loaded before its placeholder is removed.
    await refresh();
    drop(entry);
  }
  const sendOnce = (key: string, answer: Answer, shown: string): void =>
    void attempt({ key, conversationId, answer, shown, at: new Date().toISOString(), problem: null });
  return {
    pending,
    sendOnce,
    send: (answer, shown) => sendOnce(newKey(), answer, shown),
    retry: (entry) => void attempt(entry),
    drop,
  };
}
