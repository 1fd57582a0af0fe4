import { useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { namesOf } from '../../i18n/load-texts.ts';
import { actionTexts, auditTexts } from '../../texts/audit.ts';
import type { AddressTexts } from '../../ui/lists/address-filters.ts';
import { FilterBar, FilterDay, FilterSelect } from '../../ui/lists/filter-bar.tsx';
import type { AuditList } from './actor-of.ts';

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

/** Filters for the actor, the action, and the first and last day. */
export function AuditFilters({ of, shown, names, onChange }: Props) {
  const t = useTexts(auditTexts);
  const did = useTexts(actionTexts);
  const deeds = namesOf(actionTexts).map((value) => ({ value, text: did(value) }));
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
