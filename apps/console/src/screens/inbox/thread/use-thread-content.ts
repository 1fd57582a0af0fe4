import { type RefObject, useMemo, useRef } from 'react';
import type { OperationError } from '../../../api/call-gateway.ts';
import type { ChangeMessage } from '../compose/use-composing.ts';
import { BY_ID, type Message } from '../conversation/conversation.ts';
import { useGrowingList } from '../list/use-growing-list.ts';
import type { Note } from '../notes/note.ts';
import { type PlacedNotes, placeNotes } from '../notes/place-notes.ts';
import { useNotes } from '../notes/use-notes.ts';

const PAGE = 50;
const NO_MESSAGES: readonly Message[] = [];
const NO_NOTES: readonly Note[] = [];

interface Wanted {
  conversationId: number;
  everyMs: number;
  around: string | undefined;
  note: string | undefined;
}

export interface ThreadContent {
  /** Newest first. */
  messages: readonly Message[];
  notes: PlacedNotes;
  isPending: boolean;
  error: OperationError | null;
  hasOlder: boolean;
  readOlder(): void;
  change: ChangeMessage;
  /** Set by the thread: at its newest messages, the oldest ones may be forgotten. */
  isAtNewest: RefObject<boolean>;
}

/** The messages and the notes of a conversation: the newest, or those around a message. */
export function useThreadContent({ conversationId, everyMs, around, note }: Wanted): ThreadContent {
  const isExcerpt = around !== undefined;
  const input = useMemo(
    () => ({ id: conversationId, limit: PAGE, ...(around === undefined ? {} : { around }) }),
    [conversationId, around],
  );
  const isAtNewest = useRef(true);
  const list = useGrowingList('list-conversation-messages', input, { order: BY_ID, everyMs, mayForget: isAtNewest });
  const { hasOlder, readOlder, change } = list;
  const ofNotes = useNotes(conversationId, list.items.at(-1)?.message_id);
  // Messages and a sought note appear together: rows that are added above the note would move it.
  const isAwaited = note !== undefined && ofNotes.isReading && !ofNotes.error;
  const isPending = isAwaited || list.isPending;
  const messages = isPending ? NO_MESSAGES : list.items;
  const notes = useMemo(
    () => placeNotes(messages, isPending ? NO_NOTES : ofNotes.items, { hasOlder, isExcerpt }),
    [messages, isPending, ofNotes.items, hasOlder, isExcerpt],
  );
  return { messages, notes, isPending, error: list.error ?? ofNotes.error, hasOlder, readOlder, change, isAtNewest };
}
