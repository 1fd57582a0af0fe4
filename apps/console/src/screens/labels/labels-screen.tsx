import { LABEL_COLORS, LABEL_TITLE_MAX, type LabelColor } from '@parley/common/workspace/label-limits';
import { useState } from 'react';
import { type ItemOf, useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { labelsTexts } from '../../texts/labels.ts';
import { uiTexts } from '../../texts/shell.ts';
import { ChangeDialog } from '../../ui/dialogs/change-dialog.tsx';
import { ChoiceField, LineField } from '../../ui/fields/kinds-of-field.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { textOf } from '../../ui/forms/form-values.ts';
import { useSave } from '../../ui/forms/use-save.ts';
import { ListScreen } from '../../ui/lists/list-screen.tsx';
import type { RowMenu } from '../../ui/lists/list-state.tsx';
import { LabelChip } from '../../ui/marks/label-chip.tsx';

/** The labels of the workspace. */
export function LabelsScreen() {
  const t = useTexts(labelsTexts);
  const list = useList('list-labels', {});
  return (
    <ListScreen
      title={t('title')}
      list={list}
      keyOf={({ id }) => id}
      empty={[t('empty'), t('empty_lead')]}
      create={{ title: t('create'), dialog: ({ close }) => <LabelDialog label={null} onClose={close} /> }}
      columns={[
        { title: t('name'), show: ({ title, color }) => <LabelChip title={title} color={color} /> },
        { title: t('color'), show: ({ color }) => t(color) },
      ]}
      useMenu={useMenu}
    />
  );
}

function useMenu(label: ItemOf<'list-labels'>): RowMenu {
  const t = useTexts(labelsTexts);
  const { id, title } = label;
  return {
    label: t('actions', { title }),
    actions: [
      { title: t('edit_action'), dialog: ({ close }) => <LabelDialog label={label} onClose={close} /> },
      {
        title: t('delete_action'),
        isDangerous: true,
        dialog: ({ close }) => (
          <ChangeDialog
            operation="delete-label"
            input={{ id }}
            refreshes={['list-labels']}
            title={t('delete_title', { title })}
            action={t('delete_action')}
            onClose={close}
          >
            {t('delete_lead')}
          </ChangeDialog>
        ),
      },
    ],
  };
}

interface Props {
  /** The label to edit; null creates one. */
  label: ItemOf<'list-labels'> | null;
  onClose: () => void;
}

/** Creates or edits a label. */
function LabelDialog({ label, onClose }: Props) {
  const t = useTexts(labelsTexts);
  const ui = useTexts(uiTexts);
  const [color, setColor] = useState<LabelColor>(label?.color ?? 'blue');
  const refreshes = ['list-labels'] as const;
  const saving = useSave({ create: 'create-label', update: 'update-label', refreshes, of: label, onDone: onClose });
  return (
    <FormDialog
      title={t(label ? 'edit' : 'create')}
      action={label ? ui('save') : t('create')}
      change={saving}
      onSubmit={(form) => saving.save({ title: textOf(form, 'title'), color })}
      onClose={onClose}
    >
      <LineField label={t('name')} name="title" maxLength={LABEL_TITLE_MAX} defaultValue={label?.title} />
      <ChoiceField label={t('color')} values={LABEL_COLORS} value={color} textOf={t} onChoose={setColor} />
    </FormDialog>
  );
}
