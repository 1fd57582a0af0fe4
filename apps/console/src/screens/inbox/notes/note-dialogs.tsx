import { useRef, useState } from 'react';
import { useChange } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { notesTexts } from '../../../texts/conversation.ts';
import { uiTexts } from '../../../texts/shell.ts';
import { ChangeDialog } from '../../../ui/dialogs/change-dialog.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { mentionedIn, type Note } from './note.ts';
import { NoteField } from './note-field.tsx';

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
  return (
    <ChangeDialog
      operation="delete-note"
      input={{ id: note.id }}
      refreshes={['list-notes']}
      title={t('remove_title')}
      action={t('remove')}
      onClose={onClose}
    >
      {t('remove_lead')}
    </ChangeDialog>
  );
}

/** The dialog of an author's task; outside of the thread, whose rows come and go. */
export function NoteDialogs({ task, onClose }: { task: NoteTask; onClose: () => void }) {
  const Dialog = task.what === 'edit' ? EditNote : DeleteNote;
  return <Dialog key={task.note.id} note={task.note} onClose={onClose} />;
}
