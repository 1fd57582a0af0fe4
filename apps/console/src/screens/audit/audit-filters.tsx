import { useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import type { AddressTexts } from '../../ui/address-filters.ts';
import { FilterBar, FilterDay, FilterSelect } from '../../ui/filter-bar.tsx';
import type { AuditList } from './actor-of.ts';
import { deedTexts } from './deed-texts.ts';
import { auditTexts } from './texts.ts';

export type AuditAddress = AddressTexts<'action' | 'member' | 'from' | 'to'>;

const MEMBERS = 200;

/** The current members by id; null while they are read. */
export function useMemberNames(isOn: boolean): ReadonlyMap<string, string> | null {
  const { data, isError } = useList('list-members', { limit: MEMBERS }, { isOn });
  if (isOn && data === undefined && !isError) return null;
  return new Map((data ?? []).map(({ id, name }) => [id, name]));
}

interface Props {
  of: AuditList;
  shown: AuditAddress;
  names: ReadonlyMap<string, string>;
  onChange: (change: AuditAddress) => void;
}

/** Who, what, and from which day to which. */
export function AuditFilters({ of, shown, names, onChange }: Props) {
  const t = useTexts(auditTexts);
  const did = useTexts(deedTexts);
  const operations = Object.keys(deedTexts.en) as (keyof typeof deedTexts.en)[]; // safe: its own keys
  const deeds = operations.map((value) => ({ value, text: did(value) }));
  const dayOf = (name: 'from' | 'to') => (
    <FilterDay
      label={t(name)}
      value={shown[name] ?? ''}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  return (
    <FilterBar>
      {of === 'list-audit' && (
        <FilterSelect
          label={t('actor')}
          value={shown.member ?? ''}
          onChoose={(member) => onChange({ member })}
          choices={[{ value: '', text: t('anybody') }, ...[...names].map(([value, text]) => ({ value, text }))]}
        />
      )}
      <FilterSelect
        label={t('action')}
        value={shown.action ?? ''}
        onChoose={(action) => onChange({ action })}
        choices={[{ value: '', text: t('anything') }, ...deeds]}
      />
      {dayOf('from')}
      {dayOf('to')}
    </FilterBar>
  );
}
