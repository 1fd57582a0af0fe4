import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useConnection } from '../../../api/connection.ts';
import { isSafeToRetry, type PendingAnswer } from './outbox.ts';
import { knownPending } from './outbox-store.ts';
import { type OwnAttempts, resendAfterMs } from './resend-after.ts';
import { sendPending } from './send-pending.ts';

const foundNoServer = ([, entry]: readonly [string, PendingAnswer]): boolean =>
  entry.problem?.code === 'unreachable' && isSafeToRetry(entry, Date.now());

/** Sends the answers that found no server once it is back, each under its key: it is sent and charged once. */
export function useResend(): void {
  const queries = useQueryClient();
  const { returns } = useConnection();
  const attempts = useRef(new Map<string, OwnAttempts>());
  useEffect(() => {
    if (returns === 0) return;
    const resend = async (storedAs: string, key: string): Promise<void> => {
      // It may have been sent or removed in the pause.
      const [, entry] = knownPending().find((known) => known[1].key === key && foundNoServer(known)) ?? [];
      if (!entry) return;
      attempts.current.set(key, { count: (attempts.current.get(key)?.count ?? 0) + 1, lastAtMs: Date.now() });
      if (await sendPending({ queries, storedAs }, entry)) attempts.current.delete(key);
    };
    const timers = knownPending()
      .filter(foundNoServer)
      .map(([storedAs, { key }]) =>
        setTimeout(() => void resend(storedAs, key), resendAfterMs(attempts.current.get(key), Date.now())),
      );
    return () => timers.forEach(clearTimeout);
  }, [returns, queries]);
}
