import { useEffect, useRef } from 'react';
import { useList } from '../../../api/use-operations.ts';
import { useFormats, useTexts } from '../../../i18n/language-context.tsx';
import { useLiveEvents } from '../../../live/live-context.tsx';
import { notesTexts } from '../../../texts/conversation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import type { Note } from './note.ts';
import { NoteForm } from './note-form.tsx';
import { NoteText } from './note-text.tsx';
import { useNoteAuthor } from './use-note-author.ts';

const PAGE = 20;
const LIVE = { inbox_changed: ['list-notes'] } as const;

function PanelNote({ note, isMarked }: { note: Note; isMarked: boolean }) {
  const formats = useFormats();
  const { name } = useNoteAuthor(note);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isMarked) item.current?.scrollIntoView({ block: 'center' });
  }, [isMarked]);
  return (
    <li
      ref={item}
      aria-current={isMarked ? 'true' : undefined}
      className="grid gap-1 rounded-lg bg-warn-soft px-3 py-2 aria-[current=true]:outline-2 aria-[current=true]:outline-accent"
    >
      <NoteText note={note} />
      <p className="text-sm text-warn">
        <bdi>{name}</bdi> · <time dateTime={note.created_at}>{formats.dateTime(note.created_at)}</time>
      </p>
    </li>
  );
}

interface Props {
  conversationId: number;
  /** Comments have no composer: their notes are written here. */
  hasForm: boolean;
  /** The note to scroll to; the list is read as far as it. */
  marked: string | undefined;
}

/** The notes of a conversation in the panel of its person, newest first. */
export function PanelNotes({ conversationId, hasForm, marked }: Props) {
  useLiveEvents(LIVE);
  const t = useTexts(notesTexts);
  const list = useList('list-notes', { id: conversationId, limit: PAGE });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const isMissing = marked !== undefined && data !== undefined && !data.some(({ id }) => id === marked);
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return (
    <div className="grid gap-1">
      <h3 className="text-sm text-muted">{t('notes')}</h3>
      {hasForm && <NoteForm conversationId={conversationId} focusCount={0} />}
      <Problem error={list.error} />
      {data?.length === 0 && <p className="text-sm text-muted">{t('none')}</p>}
      <ul className="grid gap-2">
        {(data ?? []).map((note) => (
          <PanelNote key={note.id} note={note} isMarked={note.id === marked} />
        ))}
      </ul>
      {hasNextPage && <Button onClick={() => void fetchNextPage()}>{t('more')}</Button>}
    </div>
  );
}
