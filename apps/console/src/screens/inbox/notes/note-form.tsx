import { type ComponentProps, useEffect, useRef } from 'react';
import { useChange } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { notesTexts } from '../../../texts/conversation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import { mentionedIn } from './note.ts';
import { draftOfAttempt, useNoteDraft } from './note-draft.ts';
import { NoteField } from './note-field.tsx';

interface Props {
  conversationId: number;
  /** Grows when the field is to have the focus. */
  focusCount: number;
}

/** Writes a note. Its text is kept until the server has stored it. */
export function NoteForm({ conversationId, focusCount }: Props) {
  const t = useTexts(notesTexts);
  const field = useRef<HTMLTextAreaElement>(null);
  const { draft, keep, finish } = useNoteDraft(conversationId);
  const add = useChange('add-note', { refreshes: ['list-notes'] });
  useEffect(() => {
    if (focusCount > 0) field.current?.focus();
  }, [focusCount]);
  const submit = (): void => {
    if (draft.text.trim() === '' || add.isPending) return;
    const tried = draftOfAttempt(draft);
    keep(tried);
    const { key, text } = tried.tried;
    // Also after the form was left; a failure is shown below.
    void add.mutateAsync({ id: conversationId, key, text, mentions: mentionedIn(text, tried.members) }).then(
      () => finish(text),
      () => undefined,
    );
  };
  const press: ComponentProps<'form'>['onSubmit'] = (event) => {
    event.preventDefault();
    submit();
  };
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-2" onSubmit={press}>
      <Problem error={add.error} />
      <NoteField
        label={t('note')}
        placeholder={t('hint')}
        field={field}
        text={draft.text}
        readOnly={add.isPending}
        onText={(text, mentioned) =>
          keep({ ...draft, text, members: mentioned ? [...draft.members, mentioned] : draft.members })
        }
        onSubmit={submit}
      />
      <div className="flex justify-end">
        <Button look="primary" type="submit" disabled={add.isPending}>
          {t('add')}
        </Button>
      </div>
    </form>
  );
}
