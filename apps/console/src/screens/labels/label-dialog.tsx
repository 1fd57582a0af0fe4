import { LABEL_COLORS, LABEL_TITLE_MAX, type LabelColor } from '@parley/common/label-limits';
import { useState } from 'react';
import { type ItemOf, useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { textOf } from '../../ui/form-values.ts';
import { ChoiceField, LineField } from '../../ui/kinds-of-field.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { labelsTexts } from './texts.ts';

interface Props {
  /** The label to edit; null creates one. */
  label: ItemOf<'list-labels'> | null;
  onClose: () => void;
}

/** Creates or edits a label. */
export function LabelDialog({ label, onClose }: Props) {
  const t = useTexts(labelsTexts);
  const ui = useTexts(uiTexts);
  const [color, setColor] = useState<LabelColor>(label?.color ?? 'blue');
  const create = useChange('create-label', { refreshes: ['list-labels'] });
  const update = useChange('update-label', { refreshes: ['list-labels'] });
  return (
    <FormDialog
      title={t(label ? 'edit' : 'create')}
      action={label ? ui('save') : t('create')}
      change={label ? update : create}
      onSubmit={(form) => {
        const given = { title: textOf(form, 'title'), color };
        if (label) update.mutate({ id: label.id, ...given }, { onSuccess: onClose });
        else create.mutate(given, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <LineField label={t('name')} name="title" maxLength={LABEL_TITLE_MAX} defaultValue={label?.title} />
      <ChoiceField label={t('color')} values={LABEL_COLORS} value={color} textOf={t} onChoose={setColor} />
    </FormDialog>
  );
}
