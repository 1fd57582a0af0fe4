import { REPLY_TEXT_MAX, REPLY_TITLE_MAX } from '@parley/common/note-limits';
import { REPLY_FIELDS, unknownFieldOf } from '@parley/common/reply-fields';
import { useState } from 'react';
import { type ItemOf, useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { cannedRepliesTexts } from './texts.ts';

export type Reply = ItemOf<'list-canned-replies'>;

const FIELDS = REPLY_FIELDS.map((field) => `{{${field}}}`).join(' ');

/** Creates a canned reply, or changes one. */
export function ReplyDialog({ of, onClose }: { of: Reply | null; onClose: () => void }) {
  const t = useTexts(cannedRepliesTexts);
  const ui = useTexts(uiTexts);
  const create = useChange('create-canned-reply', { refreshes: ['list-canned-replies'] });
  const update = useChange('update-canned-reply', { refreshes: ['list-canned-replies'] });
  const [isRefused, setRefused] = useState(false);
  const submit = (form: FormData): void => {
    const given = { title: String(form.get('title')).trim(), text: String(form.get('text')).trim() };
    const isUnknown = unknownFieldOf(given.text) !== null;
    setRefused(isUnknown);
    if (isUnknown || given.title === '' || given.text === '') return;
    if (of) update.mutate({ id: of.id, ...given }, { onSuccess: onClose });
    else create.mutate(given, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={of ? of.title : t('create')}
      action={of ? ui('save') : t('create')}
      change={of ? update : create}
      refusal={isRefused && t('refused', { fields: FIELDS })}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={t('name')} name="title" required maxLength={REPLY_TITLE_MAX} defaultValue={of?.title} />
      <TextArea
        label={t('text')}
        hint={t('text_hint', { fields: FIELDS })}
        name="text"
        required
        rows={6}
        maxLength={REPLY_TEXT_MAX}
        defaultValue={of?.text}
      />
    </FormDialog>
  );
}
