import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useList } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/button.tsx';
import { SearchedList } from '../../ui/searched-list.tsx';
import { useSortedSearch } from '../../ui/use-sorted-search.ts';
import { MakeTenantDialog } from './make-tenant-dialog.tsx';
import { TenantState } from './tenant-state.tsx';
import { tenantsTexts } from './texts.ts';

const SORTS = ['created', 'name', 'plan', 'credit', 'messages', 'failed', 'activity'] as const;
const EVERY_MS = 30_000;

/** The operator's tenants with what they did in 24 hours; each opens its page. */
export function TenantsScreen() {
  const t = useTexts(tenantsTexts);
  const { number } = useFormats();
  const search = useSortedSearch(SORTS, ['name', 'plan']);
  const list = useList('list-tenant-activity', search.input, { everyMs: EVERY_MS });
  const [isMaking, setMaking] = useState(false);
  const make = (
    <Button look="primary" onClick={() => setMaking(true)}>
      {t('make')}
    </Button>
  );
  return (
    <SearchedList
      title={t('title')}
      search={search}
      searchLabel={t('search')}
      list={list}
      create={make}
      keyOf={({ slug }) => slug}
      empty={[t('empty'), t('empty_lead')]}
      noMatch={[t('no_match'), t('no_match_lead')]}
      columns={[
        {
          title: t('name'),
          sort: 'name',
          show: ({ name, slug }) => (
            <div>
              <Link to="/tenants/$slug" params={{ slug }} className="font-medium underline-offset-4 hover:underline">
                <bdi>{name}</bdi>
              </Link>
              <p className="font-mono text-sm text-muted">{slug}</p>
            </div>
          ),
        },
        { title: t('plan'), sort: 'plan', show: ({ plan }) => <bdi>{plan}</bdi> },
        {
          title: t('credit'),
          sort: 'credit',
          isNumber: true,
          show: ({ balance }) => number(balance),
        },
        {
          title: t('messages'),
          sort: 'messages',
          isNumber: true,
          show: ({ messages }) => number(messages),
        },
        {
          title: t('failed'),
          sort: 'failed',
          isNumber: true,
          show: ({ messages_failed: failed }) => <span className={failed > 0 ? 'text-bad' : ''}>{number(failed)}</span>,
        },
        {
          title: t('last_active'),
          sort: 'activity',
          show: ({ last_active_at: at }) => (at === null ? t('never') : <Ago at={at} />),
        },
        { title: t('created'), sort: 'created', show: ({ created_at: at }) => <Ago at={at} /> },
        { title: t('state'), show: (tenant) => <TenantState of={tenant} /> },
      ]}
    >
      {isMaking && <MakeTenantDialog onClose={() => setMaking(false)} />}
    </SearchedList>
  );
}
