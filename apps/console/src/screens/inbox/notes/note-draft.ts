import { useCallback, useState } from 'react';
import { useSession } from '../../../shell/session/session-context.tsx';
import { newKey } from '../compose/new-key.ts';
import type { Colleague } from './note.ts';

/** A note that is being written. */
export interface NoteDraft {
  text: string;
  /** The members who were picked; those whose mention is left in the text are mentioned. */
  members: readonly Colleague[];
  /** The last attempt to store it, whose answer may be lost: the same text is sent again with the same key. */
  tried: { key: string; text: string } | null;
}

export const NO_DRAFT: NoteDraft = { text: '', members: [], tried: null };

const isDraft = (value: unknown): value is NoteDraft =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'members' in value &&
  Array.isArray(value.members) &&
  'tried' in value;

/** The draft that the browser stored; an unreadable one is empty. */
export function readDraft(stored: string | null): NoteDraft {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    return isDraft(value) ? value : NO_DRAFT;
  } catch {
    return NO_DRAFT;
  }
}

/** The draft with the key of its next attempt: the last attempt's key if it had the same text. */
export function draftOfAttempt(draft: NoteDraft): NoteDraft & { tried: { key: string; text: string } } {
  const { text, tried } = draft;
  return { ...draft, tried: tried?.text === text ? tried : { key: newKey(), text } };
}

/** The note that the reader writes in a conversation; it survives a reload and the end of the session. */
export function useNoteDraft(conversationId: number) {
  const { tenant, member } = useSession();
  const storedAs = ['parley.note', tenant?.slug, member?.id, conversationId].join('.');
  const [draft, show] = useState(() => readDraft(localStorage.getItem(storedAs)));
  const keep = useCallback(
    (changed: NoteDraft): void => {
      if (changed.text === '') localStorage.removeItem(storedAs);
      else localStorage.setItem(storedAs, JSON.stringify(changed));
      show(changed);
    },
    [storedAs],
  );
  /** Forgets the draft once its text is stored, unless another text has been typed since. */
  const finish = useCallback(
    (text: string): void => {
      if (readDraft(localStorage.getItem(storedAs)).text === text) keep(NO_DRAFT);
    },
    [storedAs, keep],
  );
  return { draft, keep, finish };
}
