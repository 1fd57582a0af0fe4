import { useSyncExternalStore } from 'react';
import { useSession } from '../../../shell/session/session-context.tsx';
import type { PendingAnswer } from './outbox.ts';
import { failedAfter, peekPending, subscribeOutbox } from './outbox-store.ts';

/** The names that the browser stores the reader's unsent answers by; each ends with the id of its conversation. */
export function useOutboxPrefix(): string {
  const { tenant, member } = useSession();
  return ['parley.outbox', tenant?.slug, member?.id, ''].join('.');
}

/** The newest answer of the reader in a conversation that is still in their browser: it failed, or is being sent. */
export function useUnsent(conversationId: number): PendingAnswer | undefined {
  const prefix = useOutboxPrefix();
  return useSyncExternalStore(subscribeOutbox, () => peekPending(`${prefix}${conversationId}`).at(-1));
}

/** The conversations with an answer that failed. */
export function useUnsentIds(): number[] {
  const prefix = useOutboxPrefix();
  const ids = useSyncExternalStore(subscribeOutbox, () => failedAfter(prefix));
  return ids === '' ? [] : ids.split(' ').map(Number);
}
