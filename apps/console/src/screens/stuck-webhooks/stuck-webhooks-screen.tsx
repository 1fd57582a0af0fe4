import { Link } from '@tanstack/react-router';
import { useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { stuckTexts } from '../../texts/stuck-webhooks.ts';
import { SearchedList } from '../../ui/lists/searched-list.tsx';
import { useSortedSearch } from '../../ui/lists/use-sorted-search.ts';
import { Ago } from '../../ui/marks/ago.tsx';
import { LaneActions } from './lane-actions.tsx';
import { errorOf, LaneState } from './lane-state.tsx';

const EVERY_MS = 5000;

/** Webhooks of every workspace whose deliveries are stuck; each opens its page. */
export function StuckWebhooksScreen() {
  const t = useTexts(stuckTexts);
  const search = useSortedSearch(['since', 'tenant'], ['since', 'tenant']);
  const list = useList('list-stuck-lanes', search.input, { everyMs: EVERY_MS });
  return (
    <SearchedList
      title={t('title')}
      search={search}
      searchLabel={t('search')}
      list={list}
      keyOf={({ instance_id: id }) => id}
      empty={[t('empty'), t('empty_lead')]}
      noMatch={[t('no_match'), t('no_match_lead')]}
      columns={[
        {
          title: t('webhook'),
          show: ({ label, instance_id: id, webhook_url: url }) => (
            <div>
              <Link
                to="/stuck-webhooks/$instanceId"
                params={{ instanceId: id }}
                className="font-medium underline-offset-4 hover:underline"
              >
                <bdi>{label ?? t('platform_webhook')}</bdi>
              </Link>
              <p dir="ltr" className="max-w-xs font-mono text-sm break-all text-muted">
                {url}
              </p>
            </div>
          ),
        },
        { title: t('tenant'), sort: 'tenant', show: ({ tenant }) => <bdi>{tenant ?? t('deployment')}</bdi> },
        { title: t('why'), show: (lane) => <LaneState of={lane} /> },
        { title: t('since'), sort: 'since', show: ({ since }) => <Ago at={since} /> },
        { title: t('last_error'), show: (lane) => <bdi className="font-mono text-sm">{errorOf(lane)}</bdi> },
        { title: t('actions'), show: (lane) => <LaneActions of={lane} /> },
      ]}
    />
  );
}
