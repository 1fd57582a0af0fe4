import { Link } from '@tanstack/react-router';
import { useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Listing } from '../../ui/listing.tsx';
import { EmptyPage, Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useSortedSearch } from '../../ui/use-sorted-search.ts';
import { DeviceState } from './device-state.tsx';
import { devicesTexts } from './texts.ts';

const EVERY_MS = 5000;

/** Linked phones of every workspace, those with a problem first; each opens its page. */
export function DevicesScreen() {
  const t = useTexts(devicesTexts);
  const { input, sorting, field } = useSortedSearch(
    ['problem', 'tenant', 'since', 'last_heard'],
    ['problem', 'tenant'],
  );
  const list = useList('list-linked-devices', input, { everyMs: EVERY_MS });
  const isSearched = input.q !== '';
  return (
    <Page title={t('title')} isWide>
      <SearchField label={t('search')} {...field} />
      <Listing
        list={list}
        caption={t('title')}
        sorting={sorting}
        keyOf={({ account_id: id }) => String(id)}
        empty={
          <EmptyPage title={t(isSearched ? 'no_match' : 'empty')}>
            {t(isSearched ? 'no_match_lead' : 'empty_lead')}
          </EmptyPage>
        }
        columns={[
          {
            title: t('device'),
            show: ({ account_id: id, label, phone }) => (
              <div>
                <Link
                  to="/devices/$accountId"
                  params={{ accountId: String(id) }}
                  className="font-medium underline-offset-4 hover:underline"
                >
                  <bdi>{label}</bdi>
                </Link>
                <p className="text-sm text-muted">
                  <bdi dir="ltr">{phone ?? '–'}</bdi>
                </p>
              </div>
            ),
          },
          { title: t('tenant'), sort: 'tenant', show: ({ tenant }) => <bdi>{tenant}</bdi> },
          { title: t('state'), sort: 'problem', show: (device) => <DeviceState of={device} /> },
          { title: t('since'), sort: 'since', show: ({ since }) => <Ago at={since} /> },
          {
            title: t('last_heard'),
            sort: 'last_heard',
            show: ({ last_heard_at: at }) => (at === null ? t('never') : <Ago at={at} />),
          },
          { title: t('worker'), show: ({ worker }) => <bdi className="font-mono text-sm">{worker ?? '–'}</bdi> },
        ]}
      />
    </Page>
  );
}
