import { useRef, useState } from 'react';
import { useChange } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { mentionedIn, type Note } from './note.ts';
import { NoteField } from './note-field.tsx';
import { notesTexts } from './texts.ts';

/** A note whose author edits or deletes it. */
export interface NoteTask {
  what: 'edit' | 'delete';
  note: Note;
}

function EditNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const t = useTexts(notesTexts);
  const ui = useTexts(uiTexts);
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(note.text);
  const [members, setMembers] = useState(note.mentions);
  const change = useChange('update-note', { refreshes: ['list-notes'] });
  const save = (): void => {
    if (text.trim() === '' || change.isPending) return;
    change.mutate({ id: note.id, text, mentions: mentionedIn(text, members) }, { onSuccess: onClose });
  };
  return (
    <FormDialog title={t('edit')} action={ui('save')} change={change} of={note.id} onSubmit={save} onClose={onClose}>
      <NoteField
        label={t('note')}
        name="note"
        field={field}
        text={text}
        onText={(changed, mentioned) => {
          setText(changed);
          if (mentioned) setMembers([...members, mentioned]);
        }}
        onSubmit={save}
      />
    </FormDialog>
  );
}

function DeleteNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const t = useTexts(notesTexts);
  const remove = useChange('delete-note', { refreshes: ['list-notes'] });
  return (
    <ConfirmDialog
      title={t('remove_title')}
      action={t('remove')}
      change={remove}
      onConfirm={() => remove.mutate({ id: note.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t('remove_lead')}
    </ConfirmDialog>
  );
}

/** The dialog of an author's task; outside of the thread, whose rows come and go. */
export function NoteDialogs({ task, onClose }: { task: NoteTask; onClose: () => void }) {
  const Dialog = task.what === 'edit' ? EditNote : DeleteNote;
  return <Dialog key={task.note.id} note={task.note} onClose={onClose} />;
}
