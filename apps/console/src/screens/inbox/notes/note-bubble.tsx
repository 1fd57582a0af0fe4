import { Pencil, StickyNote, Trash2 } from 'lucide-react';
import { useFormats, useTexts } from '../../../i18n/language-context.tsx';
import { notesTexts } from '../../../texts/conversation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { DayLine } from '../days/day-name.tsx';
import type { Note } from './note.ts';
import type { NoteTask } from './note-dialogs.tsx';
import { NoteText } from './note-text.tsx';
import { useNoteAuthor } from './use-note-author.ts';

interface Props {
  note: Note;
  beginsDay: boolean;
  /** Whether it has the pointer or the focus. */
  isActive: boolean;
  onTask: (task: NoteTask) => void;
}

/** A note in the thread; its author's actions are shown while it has the pointer or the focus. */
export function NoteBubble({ note, beginsDay, isActive, onTask }: Props) {
  const t = useTexts(notesTexts);
  const formats = useFormats();
  const { name, fullName, isOwn } = useNoteAuthor(note);
  const { created_at: at, edited_at: editedAt } = note;
  return (
    <>
      {beginsDay && <DayLine at={at} />}
      <div className="flex flex-row-reverse gap-2 px-4 pt-2">
        <div className="w-7 shrink-0 pt-5">
          <Avatar name={fullName} seed={note.author?.id ?? 'dashboard'} />
        </div>
        <div className="relative grid max-w-[85%] min-w-0 justify-items-end gap-1">
          <bdi className="max-w-full truncate text-sm text-muted">{name}</bdi>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and this has none */}
          <div
            role="group"
            tabIndex={-1}
            data-message={note.id}
            aria-label={t('note_of', { name, time: formats.time(at) })}
            className="grid w-fit max-w-full gap-1 rounded-2xl bg-warn-soft px-3 py-2"
          >
            <p className="flex items-center gap-1 text-sm font-medium text-warn">
              <StickyNote aria-hidden className="size-4" />
              {t('note')}
            </p>
            <NoteText note={note} />
            <p className="flex items-center justify-end gap-2 text-sm text-warn">
              {editedAt && <span>{t('edited')}</span>}
              <time dateTime={at}>{formats.time(at)}</time>
            </p>
          </div>
          {isOwn && isActive && (
            <div className="absolute end-0 -top-5 z-10 flex rounded-lg border border-line bg-surface p-0.5 shadow-md">
              <IconButton label={t('edit')} icon={Pencil} onClick={() => onTask({ what: 'edit', note })} />
              <IconButton label={t('remove')} icon={Trash2} onClick={() => onTask({ what: 'delete', note })} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}
