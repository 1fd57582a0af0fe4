import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useList } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/button.tsx';
import { Listing } from '../../ui/listing.tsx';
import { EmptyPage, Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
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
  const { input, sorting, field } = useSortedSearch(SORTS, ['name', 'plan']);
  const list = useList('list-tenant-activity', input, { everyMs: EVERY_MS });
  const [isMaking, setMaking] = useState(false);
  const isSearched = input.q !== '';
  const make = (
    <Button look="primary" onClick={() => setMaking(true)}>
      {t('make')}
    </Button>
  );
  const empty = isSearched ? (
    <EmptyPage title={t('no_match')}>{t('no_match_lead')}</EmptyPage>
  ) : (
    <EmptyPage title={t('empty')} action={make}>
      {t('empty_lead')}
    </EmptyPage>
  );
  return (
    <Page title={t('title')} isWide actions={list.data?.length || isSearched ? make : undefined}>
      <SearchField label={t('search')} {...field} />
      <Listing
        list={list}
        caption={t('title')}
        sorting={sorting}
        keyOf={({ slug }) => slug}
        empty={empty}
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
            show: ({ balance }) => <span className="tabular-nums">{number(balance)}</span>,
          },
          {
            title: t('messages'),
            sort: 'messages',
            show: ({ messages }) => <span className="tabular-nums">{number(messages)}</span>,
          },
          {
            title: t('failed'),
            sort: 'failed',
            show: ({ messages_failed: failed }) => (
              <span className={`tabular-nums ${failed > 0 ? 'text-bad' : ''}`}>{number(failed)}</span>
            ),
          },
          {
            title: t('last_active'),
            sort: 'activity',
            show: ({ last_active_at: at }) => (at === null ? t('never') : <Ago at={at} />),
          },
          { title: t('created'), sort: 'created', show: ({ created_at: at }) => <Ago at={at} /> },
          { title: t('state'), show: (tenant) => <TenantState of={tenant} /> },
        ]}
      />
      {isMaking && <MakeTenantDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}
