import { useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { auditTexts } from '../../texts/audit.ts';
import { useAddressFilters } from '../../ui/lists/address-filters.ts';
import { ListScreen } from '../../ui/lists/list-screen.tsx';
import { Ago } from '../../ui/marks/ago.tsx';
import type { AuditList } from './actor-of.ts';
import { AuditLine, Outcome } from './audit-entry.tsx';
import { type AuditAddress, AuditFilters, useMemberNames } from './audit-filters.tsx';
import { SaveAudit } from './save-audit.tsx';

const NOBODY: ReadonlyMap<string, string> = new Map();
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The beginning of a day where the reader is, some days later; undefined for anything but a day. */
function dayAt(text: string | undefined, later: number): string | undefined {
  if (text === undefined || !DAY.test(text)) return;
  const day = new Date(`${text}T00:00`);
  day.setDate(day.getDate() + later);
  return Number.isNaN(day.getTime()) ? undefined : day.toISOString();
}

function filterOf({ action, member, from, to }: AuditAddress) {
  const [since, until] = [dayAt(from, 0), dayAt(to, 1)];
  return {
    ...(action ? { action } : {}),
    ...(member ? { member_id: member } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
  };
}

interface Shown {
  of: AuditList;
  title: string;
  emptyLead: string;
}

/** The list of audit entries, newest first; saves all matching entries as CSV. */
function AuditLog({ of, title, emptyLead }: Shown) {
  const t = useTexts(auditTexts);
  const [shown, show] = useAddressFilters<keyof AuditAddress>();
  const names = useMemberNames(of === 'list-audit');
  const filter = filterOf(shown);
  // A name in place of an address would move the entries below it.
  const list = useList(of, filter, { isOn: names !== null });
  const save = list.data?.length ? <SaveAudit key={JSON.stringify(filter)} of={of} filter={filter} /> : undefined;
  return (
    <ListScreen
      title={title}
      isWide
      actions={save}
      above={<AuditFilters of={of} shown={shown} names={names ?? NOBODY} onChange={show} />}
      list={list}
      keyOf={({ id }) => id}
      empty={[t('empty'), emptyLead]}
      columns={[
        { title: t('at'), show: ({ at }) => <Ago at={at} /> },
        { title: t('action'), show: (entry) => <AuditLine of={entry} nameOf={(id) => names?.get(id)} /> },
        { title: t('outcome'), show: ({ outcome }) => <Outcome outcome={outcome} /> },
      ]}
    />
  );
}

/** The audit log of the workspace. */
export function AuditScreen() {
  const t = useTexts(auditTexts);
  return <AuditLog of="list-audit" title={t('title')} emptyLead={t('empty_lead')} />;
}

/** The audit log of the deployment: the operator's changes outside of workspaces. */
export function DeploymentAuditScreen() {
  const t = useTexts(auditTexts);
  return <AuditLog of="list-deployment-audit" title={t('deployment_title')} emptyLead={t('deployment_empty_lead')} />;
}
