import { Link } from '@tanstack/react-router';
import { useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { devicesTexts } from '../../texts/devices.ts';
import { SearchedList } from '../../ui/lists/searched-list.tsx';
import { useSortedSearch } from '../../ui/lists/use-sorted-search.ts';
import { Ago } from '../../ui/marks/ago.tsx';
import { DeviceState } from './device-state.tsx';

const EVERY_MS = 5000;

/** Linked phones of every workspace, those with a problem first; each opens its page. */
export function DevicesScreen() {
  const t = useTexts(devicesTexts);
  const search = useSortedSearch(['problem', 'tenant', 'since', 'last_heard'], ['problem', 'tenant']);
  const list = useList('list-linked-devices', search.input, { everyMs: EVERY_MS });
  return (
    <SearchedList
      title={t('title')}
      search={search}
      searchLabel={t('search')}
      list={list}
      keyOf={({ account_id: id }) => String(id)}
      empty={[t('empty'), t('empty_lead')]}
      noMatch={[t('no_match'), t('no_match_lead')]}
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
  );
}
