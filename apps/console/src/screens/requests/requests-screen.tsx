import { useState } from 'react';
import { type ItemOf, useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { useSession } from '../../shell/session-context.tsx';
import { useAddressFilters, useTypedFilter } from '../../ui/address-filters.ts';
import { Ago } from '../../ui/ago.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ChoiceField } from '../../ui/kinds-of-field.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { requestsTexts } from './texts.ts';

const OUTCOMES = ['done', 'refused'] as const;
/** Checked here, so that a partly typed id causes no field error. */
const REQUEST_ID = /^req_[0-9a-z]{10,40}$/;
const EVERY_MS = 3000;

function Status({ of }: { of: ItemOf<'list-requests'> }) {
  const text = of.code === null ? String(of.status) : `${of.status} ${of.code}`;
  return <Badge look={of.status < 400 ? 'good' : 'bad'}>{text}</Badge>;
}

/** The requests of the API, newest first; refetched every three seconds. */
export function RequestsScreen() {
  const t = useTexts(requestsTexts);
  const { tenant } = useSession();
  const [shown, show] = useAddressFilters<'outcome' | 'request_id'>();
  const outcome = OUTCOMES.find((one) => one === shown.outcome) ?? '';
  const typed = useTypedFilter(shown.request_id, (request_id) => show({ request_id }));
  const [openedId, setOpenedId] = useState<string | null>(null);
  const keys = useList('list-keys', { limit: 200 });
  const nameOf = (id: string | null): string => keys.data?.find((key) => key.instance_id === id)?.label ?? id ?? '–';
  const filter = {
    ...(outcome === '' ? {} : { outcome }),
    ...(REQUEST_ID.test(typed.text) ? { request_id: typed.text } : {}),
  };
  const list = useList('list-requests', filter, { everyMs: EVERY_MS });
  return (
    <ListScreen
      title={t('title')}
      isWide
      above={
        <div className="grid gap-3 sm:max-w-xl sm:grid-cols-2">
          <ChoiceField
            label={t('outcome')}
            values={['', ...OUTCOMES]}
            value={outcome}
            textOf={(one) => t(one || 'any')}
            onChoose={(one) => show({ outcome: one })}
          />
          <TextField label={t('request_id')} hint={t('request_id_hint')} {...typed.field} />
        </div>
      }
      list={list}
      keyOf={({ id }) => id}
      emptyTitle={t('empty')}
      emptyLead={t('empty_lead')}
      columns={[
        { title: t('at'), show: ({ at }) => <Ago at={at} /> },
        { title: t('action'), show: ({ action }) => <span className="font-mono text-sm">{action}</span> },
        { title: t('status'), show: (request) => <Status of={request} /> },
        { title: t('key'), show: ({ instance_id }) => <bdi>{nameOf(instance_id)}</bdi> },
        { title: t('duration'), show: ({ duration_ms }) => t('milliseconds', { value: duration_ms }) },
        {
          title: t('open'),
          show: ({ id }) => (
            <Button aria-label={`${t('open')}: ${id}`} onClick={() => setOpenedId(id)}>
              {t('open')}
            </Button>
          ),
        },
      ]}
    >
      {openedId && tenant && <RequestDialog id={openedId} slug={tenant.slug} onClose={() => setOpenedId(null)} />}
    </ListScreen>
  );
}
