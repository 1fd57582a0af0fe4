import type { Message } from '../conversation/conversation.ts';
import type { Note } from './note.ts';

/** Notes between the messages of a thread. */
export interface PlacedNotes {
  /** Oldest first, without those whose neighbours are not loaded. */
  notes: readonly Note[];
  /** The row of each note, among messages and notes, oldest first. */
  rows: readonly number[];
}

/** Whether a message id is higher than another; ids are decimal digits. */
export const isAfter = (id: string, other: string): boolean =>
  id.length === other.length ? id > other : id.length > other.length;

/** How many of the messages, newest first, are not newer than this one; a binary search, as there may be 50,000. */
function countUpTo(newestFirst: readonly Pick<Message, 'message_id'>[], id: string): number {
  let [from, to] = [0, newestFirst.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const message = newestFirst[middle];
    if (message !== undefined && isAfter(message.message_id, id)) from = middle + 1;
    else to = middle;
  }
  return newestFirst.length - from;
}

/** How many of the ascending numbers are below a number. */
export function countBelow(numbers: readonly number[], limit: number): number {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((numbers[middle] ?? limit) < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Places each note after the message that was the newest when it was written. Notes before the oldest loaded message
 * wait for older ones, if there are any; an excerpt has none after its newest message.
 */
export function placeNotes(
  newestFirst: readonly Pick<Message, 'message_id'>[],
  notesNewestFirst: readonly Note[],
  { hasOlder, isExcerpt }: { hasOlder: boolean; isExcerpt: boolean },
): PlacedNotes {
  const newest = newestFirst[0]?.message_id;
  const placed = notesNewestFirst
    .toReversed()
    .map((note) => ({ note, after: countUpTo(newestFirst, note.after_message_id) }))
    .filter(({ note, after }) => {
      if (after === 0 && hasOlder) return false;
      return !isExcerpt || newest === undefined || !isAfter(note.after_message_id, newest);
    });
  return { notes: placed.map(({ note }) => note), rows: placed.map(({ after }, index) => after + index) };
}
