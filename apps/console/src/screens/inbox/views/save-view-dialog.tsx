import { useChange } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { viewDialogTexts } from '../../../texts/inbox-more.ts';
import { CheckField, TextField } from '../../../ui/fields/field.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { textOf } from '../../../ui/forms/form-values.ts';
import type { Filter } from '../filters/filters.ts';
import { NAME_MAX, type View } from './use-views.ts';

interface Props {
  filter: Filter;
  mayShare: boolean;
  onSaved: (view: View) => void;
  onClose: () => void;
}

/** Saves the filters of the list under a name. */
export function SaveViewDialog({ filter, mayShare, onSaved, onClose }: Props) {
  const t = useTexts(viewDialogTexts);
  const create = useChange('create-view', { refreshes: ['list-views'] });
  return (
    <FormDialog
      title={t('save_title')}
      action={t('save_action')}
      change={create}
      onSubmit={(form) =>
        create.mutate(
          { name: textOf(form, 'name'), filter, is_shared: form.get('shared') !== null },
          { onSuccess: onSaved },
        )
      }
      onClose={onClose}
    >
      <TextField label={t('name')} name="name" dir="auto" maxLength={NAME_MAX} required />
      {mayShare && <CheckField label={t('shared')} name="shared" />}
    </FormDialog>
  );
}
