import { useMemo } from 'react';
import type { PendingAnswer } from '../compose/outbox.ts';
import type { Message } from '../conversation/conversation.ts';
import type { Note } from '../notes/note.ts';
import { countBelow, type PlacedNotes } from '../notes/place-notes.ts';
import { areGrouped } from './group-messages.ts';

const dayOf = (at: string): string => new Date(at).toDateString();

/**
 * Keeps the answers: a frame of a scroll asks again for every visible row, and for the key of every row below one whose
 * height has changed.
 */
function remember<T>(ask: (index: number) => T): (index: number) => T {
  const known: T[] = [];
  return (index) => {
    const answer = known[index] ?? ask(index);
    known[index] = answer;
    return answer;
  };
}

/** The rows of a thread, by their index. */
export interface Rows {
  count: number;
  messageAt(index: number): Message | undefined;
  noteAt(index: number): Note | undefined;
  pendingAt(index: number): PendingAnswer | undefined;
  /** When the message or the note of a row was written. */
  timeAt(index: number): string | undefined;
  keyAt(index: number): string | number;
  beginsDay(index: number): boolean;
  /** Whether it is the first of its sender, minute and day. */
  beginsGroup(index: number): boolean;
  endsGroup(index: number): boolean;
  /** The row of a message or a note by its id; -1 if it is not loaded. */
  indexOf(id: string | undefined): number;
}

/**
 * The rows of a thread, oldest first: messages with the notes between them, then unconfirmed answers. Nothing is built
 * for a message before it is shown: there may be 50,000.
 */
export function useRows(
  newestFirst: readonly Message[],
  pending: readonly PendingAnswer[],
  { notes, rows: noteRows }: PlacedNotes,
): Rows {
  return useMemo(() => {
    const ofMessages = newestFirst.length;
    const count = ofMessages + notes.length;
    const noteAt = (index: number): Note | undefined => {
      const at = countBelow(noteRows, index);
      return noteRows[at] === index ? notes[at] : undefined;
    };
    const messageAt = (index: number): Message | undefined =>
      noteAt(index) ? undefined : newestFirst[ofMessages - 1 - index + countBelow(noteRows, index)];
    const pendingAt = (index: number): PendingAnswer | undefined => pending[index - count];
    const timeAt = (index: number): string | undefined => messageAt(index)?.at ?? noteAt(index)?.created_at;
    const beginsDay = remember((index) => {
      const [before, at] = [timeAt(index - 1), timeAt(index)];
      return at !== undefined && (before === undefined || dayOf(before) !== dayOf(at));
    });
    const beginsGroup = remember((index) => beginsDay(index) || !areGrouped(messageAt(index - 1), messageAt(index)));
    return {
      count: count + pending.length,
      messageAt,
      noteAt,
      pendingAt,
      timeAt,
      keyAt: remember((index) => messageAt(index)?.message_id ?? noteAt(index)?.id ?? pendingAt(index)?.key ?? index),
      beginsDay,
      beginsGroup,
      endsGroup: (index) => messageAt(index + 1) === undefined || beginsGroup(index + 1),
      indexOf(id) {
        if (id === undefined) return -1;
        const at = newestFirst.findIndex(({ message_id }) => message_id === id);
        if (at < 0) return noteRows[notes.findIndex((note) => note.id === id)] ?? -1;
        const place = ofMessages - 1 - at;
        return place + noteRows.filter((row, index) => row - index <= place).length;
      },
    };
  }, [newestFirst, pending, notes, noteRows]);
}
