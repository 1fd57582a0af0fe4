import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { mutate, OperationError, toOperationError } from '../../../api/call-gateway.ts';
import type { InputOf, OutputOf } from '../../../api/operations.ts';
import { pause } from '../../../api/pause.ts';
import { refetchAll } from '../../../api/refetch.ts';
import { newKey } from '../compose/new-key.ts';
import { isFirstRunning } from '../compose/outbox.ts';
import { keyOfAttempt, type Try } from './key-of-attempt.ts';

type Input = InputOf<'start-conversation'>;
type Output = OutputOf<'start-conversation'>;

const ASK_AGAIN_MS = 1000;

/** Sends, and polls while another attempt with the same key is still running. Errors: OperationError. */
async function sendOnce(input: Input, idempotencyKey: string, attemptsBefore = 0): Promise<Output> {
  try {
    return await mutate('start-conversation', input, { idempotencyKey });
  } catch (thrown) {
    if (!(thrown instanceof OperationError) || !isFirstRunning(thrown.code, attemptsBefore)) throw thrown;
    await pause(ASK_AGAIN_MS);
    return sendOnce(input, idempotencyKey, attemptsBefore + 1);
  }
}

/** Sends a first message. Another attempt with the same message, after a lost connection, sends it once. */
export function useStart(onSent: (sent: Output) => void) {
  const queries = useQueryClient();
  const last = useRef<Try | null>(null);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<OperationError | null>(null);
  async function send(input: Input): Promise<void> {
    if (isPending) return;
    const content = JSON.stringify(input);
    const key = keyOfAttempt(last.current, content, newKey);
    last.current = { key, content, code: null };
    setPending(true);
    setError(null);
    try {
      const sent = await sendOnce(input, key);
      void refetchAll(queries, ['list-conversations', 'count-conversations', 'list-sending-accounts']);
      onSent(sent);
    } catch (thrown) {
      const failed = thrown instanceof OperationError ? thrown : toOperationError(thrown);
      last.current = { key, content, code: failed.code };
      setError(failed);
    } finally {
      setPending(false);
    }
  }
  return { send, isPending, error };
}
