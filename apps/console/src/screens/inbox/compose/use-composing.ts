import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { Message } from '../conversation/conversation.ts';

/** The message that an answer quotes, or whose text is being replaced. */
export interface Target {
  kind: 'quote' | 'edit';
  message: Message;
}

/** Changes a loaded message of the open thread, ahead of its refetch. */
export type ChangeMessage = (messageId: string, changed: (message: Message) => Message) => void;

/** State that the thread and the composer of one conversation share. */
export interface Composing {
  target: Target | null;
  quote(message: Message): void;
  edit(message: Message): void;
  /** Ends the quote or the edit. */
  clear(): void;
  /** The text of an answer that failed, until the text field takes it; it ends an edit. */
  returned: string | null;
  putBack(text: string): void;
  takeReturned(): void;
  /** Files that were dropped on the conversation, until the text field takes them. */
  dropped: readonly File[] | null;
  drop(files: readonly File[] | null): void;
  /** Set by the thread. */
  change: RefObject<ChangeMessage>;
}

/** Begins without a target; a quote moves the focus into the text field. */
export function useComposing(field: RefObject<HTMLTextAreaElement | null>): Composing {
  const [target, setTarget] = useState<Target | null>(null);
  const [dropped, drop] = useState<readonly File[] | null>(null);
  const [returned, setReturned] = useState<string | null>(null);
  const change = useRef<ChangeMessage>(() => {});
  const quote = useCallback(
    (message: Message): void => {
      setTarget({ kind: 'quote', message });
      field.current?.focus();
    },
    [field],
  );
  const edit = useCallback((message: Message): void => setTarget({ kind: 'edit', message }), []);
  const clear = useCallback((): void => setTarget(null), []);
  const putBack = useCallback((text: string): void => {
    setTarget((now) => (now?.kind === 'edit' ? null : now));
    setReturned(text);
  }, []);
  const takeReturned = useCallback((): void => setReturned(null), []);
  return useMemo(
    () => ({ target, quote, edit, clear, returned, putBack, takeReturned, dropped, drop, change }),
    [target, quote, edit, clear, returned, putBack, takeReturned, dropped],
  );
}
