import { useCallback, useState, useSyncExternalStore } from 'react';
import { useSession } from '../../../shell/session/session-context.tsx';

const listeners = new Set<() => void>();

function subscribeDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The name that the browser stores the reader's draft of a conversation by. */
function useDraftName(conversationId: number): string {
  const { tenant, member } = useSession();
  return ['parley.draft', tenant?.slug, member?.id, conversationId].join('.');
}

const readDraft = (storedAs: string): string => localStorage.getItem(storedAs) ?? '';

function storeDraft(storedAs: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(storedAs);
    else localStorage.setItem(storedAs, text);
  } catch {
    // The browser is out of space: the draft lasts until the conversation is left.
  }
  for (const listener of listeners) listener();
}

/** The answer that the reader writes in a conversation; it survives a reload. */
export function useDraft(conversationId: number): [text: string, setText: (text: string) => void] {
  const storedAs = useDraftName(conversationId);
  const [text, show] = useState(() => readDraft(storedAs));
  const setText = useCallback(
    (next: string): void => {
      show(next);
      storeDraft(storedAs, next);
    },
    [storedAs],
  );
  return [text, setText];
}

/** The stored draft of a conversation that is not open; empty: there is none. */
export function useStoredDraft(conversationId: number): string {
  const storedAs = useDraftName(conversationId);
  return useSyncExternalStore(subscribeDrafts, () => readDraft(storedAs));
}
