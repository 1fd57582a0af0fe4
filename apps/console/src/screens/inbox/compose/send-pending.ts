import type { QueryClient } from '@tanstack/react-query';
import { mutate, OperationError } from '../../../api/call-gateway.ts';
import { pause } from '../../../api/pause.ts';
import { refetchAll } from '../../../api/refetch.ts';
import { isFirstRunning, isStoredAfter, type PendingAnswer } from './outbox.ts';
import { dropPending, putPending, runAlone } from './outbox-store.ts';

const ASK_AGAIN_MS = 1000;

interface Outgoing {
  queries: QueryClient;
  /** The name of the list with the answer. */
  storedAs: string;
}

/** Sends an answer; a second call while the first is running has no effect. Resolves to whether it was sent. */
export const sendPending = async (from: Outgoing, entry: PendingAnswer): Promise<boolean> =>
  (await runAlone(entry.key, () => attempt(from, entry))) ?? false;

async function attempt(from: Outgoing, entry: PendingAnswer, attemptsBefore = 0): Promise<boolean> {
  const { queries, storedAs } = from;
  putPending(storedAs, { ...entry, problem: null });
  let isSent = true;
  try {
    await mutate('send-from-dashboard', { id: entry.conversationId, ...entry.answer }, { idempotencyKey: entry.key });
  } catch (thrown) {
    const { code, message } = thrown instanceof OperationError ? thrown : { code: 'unreachable', message: '' };
    if (isFirstRunning(code, attemptsBefore)) {
      await pause(ASK_AGAIN_MS);
      return attempt(from, entry, attemptsBefore + 1);
    }
    isSent = false;
    if (!isStoredAfter(code)) {
      putPending(storedAs, { ...entry, problem: { code, message } });
      return isSent;
    }
  }
  // The message is loaded before its placeholder is removed.
  await refetchAll(queries, ['list-conversation-messages', 'list-conversations', 'get-conversation']);
  dropPending(storedAs, entry.key);
  return isSent;
}
