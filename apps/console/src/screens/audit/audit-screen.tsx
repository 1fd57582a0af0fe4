import { useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { useAddressFilters, useTypedFilter } from '../../ui/address-filters.ts';
import { Ago } from '../../ui/ago.tsx';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';
import { TextField } from '../../ui/field.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { type AuditList, actorOf, type Entry } from './actor-of.ts';
import { SaveAudit } from './save-audit.tsx';
import { auditTexts } from './texts.ts';

function Outcome({ outcome }: { outcome: string }) {
  const t = useTexts(auditTexts);
  const looks: Record<string, BadgeLook> = { done: 'good', unknown: 'warn' };
  const known = outcome === 'done' || outcome === 'unknown' ? t(outcome) : outcome;
  return <Badge look={looks[outcome] ?? 'bad'}>{known}</Badge>;
}

function Actor({ of }: { of: Entry }) {
  const t = useTexts(auditTexts);
  return <bdi>{actorOf(of) ?? t(of.actor.type === 'token' ? 'token' : 'operator')}</bdi>;
}

/** Texts unchanged, other values as JSON; a dash for a value that is absent. */
const writeValue = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

function Changes({ of: { changes } }: { of: Entry }) {
  const t = useTexts(auditTexts);
  if (changes.length === 0) return null;
  return (
    <dl className="grid max-w-md gap-2 text-sm">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt className="font-mono">
            <bdi>{field}</bdi>
          </dt>
          <dd className="break-words">
            <span className="sr-only">{t('before')} </span>
            <bdi className="text-muted line-through">{writeValue(before)}</bdi>
            <span aria-hidden> {t('arrow')} </span>
            <span className="sr-only">{t('after')} </span>
            <bdi>{writeValue(after)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Details({ of }: { of: Entry }) {
  const t = useTexts(auditTexts);
  return (
    <details>
      <summary className="min-h-8 cursor-pointer">{t('details')}</summary>
      <pre dir="ltr" className="max-w-md font-mono text-sm break-all whitespace-pre-wrap">
        {JSON.stringify(of.input, null, 2)}
        {`\n${of.request_id}`}
      </pre>
    </details>
  );
}

interface Shown {
  of: AuditList;
  title: string;
  emptyLead: string;
}

/** Who changed what, newest first; saves all matching entries as CSV. */
function AuditLog({ of, title, emptyLead }: Shown) {
  const t = useTexts(auditTexts);
  const [shown, show] = useAddressFilters<'action'>();
  const typed = useTypedFilter(shown.action, (action) => show({ action }));
  const action = typed.text;
  const filter = action === '' ? {} : { action };
  const list = useList(of, filter);
  const save = list.data?.length ? <SaveAudit key={action} of={of} filter={filter} /> : undefined;
  return (
    <ListScreen
      title={title}
      isWide
      actions={save}
      above={
        <div className="sm:max-w-xs">
          <TextField label={t('filter')} hint={t('filter_hint')} {...typed.field} />
        </div>
      }
      list={list}
      keyOf={({ id }) => id}
      emptyTitle={t('empty')}
      emptyLead={emptyLead}
      columns={[
        { title: t('at'), show: ({ at }) => <Ago at={at} /> },
        { title: t('actor'), show: (entry) => <Actor of={entry} /> },
        { title: t('action'), show: (entry) => <span className="font-mono text-sm">{entry.action}</span> },
        { title: t('changes'), show: (entry) => <Changes of={entry} /> },
        { title: t('outcome'), show: ({ outcome }) => <Outcome outcome={outcome} /> },
        { title: t('address'), show: ({ address }) => <bdi className="font-mono text-sm">{address}</bdi> },
        { title: t('details'), show: (entry) => <Details of={entry} /> },
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
