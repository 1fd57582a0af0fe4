import { useList } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { labelTexts } from '../../../texts/inbox.ts';
import { SelectField } from '../../../ui/fields/field.tsx';

interface Props {
  value: string | undefined;
  onChoose: (label: string | undefined) => void;
}

/** Chooses a label to filter by; nothing while the workspace has none. */
export function LabelFilter({ value, onChoose }: Props) {
  const t = useTexts(labelTexts);
  const { data } = useList('list-labels', {});
  const labels = data ?? [];
  if (labels.length === 0) return null;
  return (
    <SelectField
      label={t('label')}
      value={value ?? ''}
      onChoose={(label) => onChoose(label || undefined)}
      choices={[{ value: '', text: t('any') }, ...labels.map(({ id, title }) => ({ value: id, text: title }))]}
    />
  );
}
