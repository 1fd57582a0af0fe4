import { useList } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { labelTexts } from '../../../texts/inbox.ts';
import { Chip } from '../filters/chip.tsx';
import { type Filter, withFilter } from '../filters/filters.ts';

interface Props {
  filter: Filter;
  onChange: (filter: Filter) => void;
}

/** The label of the filters, with the number of conversations; a tap removes it. */
export function LabelFilterChip({ filter, onChange }: Props) {
  const t = useTexts(labelTexts);
  const { data } = useList('list-labels', {});
  if (!data) return null;
  const title = data.find(({ id }) => id === filter.label)?.title ?? t('deleted');
  return <Chip text={title} filter={filter} isOn onPick={() => onChange(withFilter(filter, 'label', undefined))} />;
}
