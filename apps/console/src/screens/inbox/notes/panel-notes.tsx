import { useList } from '../../../api/use-operations.ts';
import { useFormats, useTexts } from '../../../i18n/language-context.tsx';
import { useLiveEvents } from '../../../live/live-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Problem } from '../../../ui/problem.tsx';
import type { Note } from './note.ts';
import { NoteForm } from './note-form.tsx';
import { NoteText } from './note-text.tsx';
import { notesTexts } from './texts.ts';
import { useNoteAuthor } from './use-note-author.ts';

const PAGE = 20;
const LIVE = { inbox_changed: ['list-notes'] } as const;

function PanelNote({ note }: { note: Note }) {
  const formats = useFormats();
  const { name } = useNoteAuthor(note);
  return (
    <li className="grid gap-1 rounded-lg bg-warn-soft px-3 py-2">
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
}

/** The notes of a conversation in the panel of its person, newest first. */
export function PanelNotes({ conversationId, hasForm }: Props) {
  useLiveEvents(LIVE);
  const t = useTexts(notesTexts);
  const list = useList('list-notes', { id: conversationId, limit: PAGE });
  return (
    <div className="grid gap-1">
      <h3 className="text-sm text-muted">{t('notes')}</h3>
      {hasForm && <NoteForm conversationId={conversationId} focusCount={0} />}
      <Problem error={list.error} />
      {list.data?.length === 0 && <p className="text-sm text-muted">{t('none')}</p>}
      <ul className="grid gap-2">
        {(list.data ?? []).map((note) => (
          <PanelNote key={note.id} note={note} />
        ))}
      </ul>
      {list.hasNextPage && <Button onClick={() => void list.fetchNextPage()}>{t('more')}</Button>}
    </div>
  );
}
