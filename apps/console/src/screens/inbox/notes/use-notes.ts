import { useEffect, useMemo, useRef } from 'react';
import { useLiveEvents } from '../../../live/live-context.tsx';
import { useGrowingList } from '../list/use-growing-list.ts';
import { BY_NOTE } from './note.ts';
import { isAfter } from './place-notes.ts';

const PAGE = 50;
/** Poll interval, in case a live event was lost. */
const EVERY_MS = 15_000;
const LIVE = { inbox_changed: ['list-notes'] } as const;

/**
 * The notes of a conversation, newest first; older ones are read as far as its messages are loaded. `isReading` until
 * they are.
 */
export function useNotes(conversationId: number, oldestMessageId: string | undefined) {
  useLiveEvents(LIVE);
  const input = useMemo(() => ({ id: conversationId, limit: PAGE }), [conversationId]);
  const mayForget = useRef(false);
  const list = useGrowingList('list-notes', input, { order: BY_NOTE, everyMs: EVERY_MS, mayForget });
  const { items, hasOlder, readOlder } = list;
  const oldest = items.at(-1)?.after_message_id;
  const isMissing =
    hasOlder && oldest !== undefined && oldestMessageId !== undefined && !isAfter(oldestMessageId, oldest);
  useEffect(() => {
    if (isMissing) readOlder();
  }, [isMissing, readOlder]);
  return { ...list, isReading: list.isPending || isMissing };
}
