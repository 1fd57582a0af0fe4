import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { useLiveEvents } from '../../live/live-context.tsx';
import { webhooksTexts } from '../../texts/webhooks.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { useAddressFilters } from '../../ui/lists/address-filters.ts';
import { FilterBar, FilterSelect } from '../../ui/lists/filter-bar.tsx';
import { EmptyPage, Page } from '../../ui/page/page.tsx';
import { useKeys } from '../../ui/use-keys.ts';
import { DeliveryList } from '../../ui/webhook/delivery-list.tsx';
import { ReplayFailed } from '../../ui/webhook/replay-failed.tsx';
import { StatusFilter } from '../../ui/webhook/status-filter.tsx';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../ui/webhook/status-looks.ts';
import { useOpenedDelivery } from '../../ui/webhook/use-opened-delivery.ts';
import { EventCatalogue } from './event-catalogue.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookFigures } from './webhook-figures.tsx';

interface Filter {
  instanceId: string;
  status: DeliveryStatus | '';
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const t = useTexts(webhooksTexts);
  const { choices } = useKeys();
  return (
    <FilterBar actions={<ReplayFailed scope="tenant" instanceId={filter.instanceId} />}>
      <FilterSelect
        label={t('of_key')}
        value={filter.instanceId}
        onChoose={(instanceId) => onChange({ ...filter, instanceId })}
        choices={[{ value: '', text: t('all') }, ...choices]}
      />
      <StatusFilter status={filter.status} onChoose={(status) => onChange({ ...filter, status })} />
    </FilterBar>
  );
}

function NoDeliveries() {
  const t = useTexts(webhooksTexts);
  const toKeys = (
    <Link to="/keys" className={buttonClass('primary')}>
      {t('to_keys')}
    </Link>
  );
  return (
    <EmptyPage title={t('empty')} action={toKeys}>
      {t('empty_lead')}
    </EmptyPage>
  );
}

function NoMatch({ onShowAll }: { onShowAll: () => void }) {
  const t = useTexts(webhooksTexts);
  return (
    <EmptyPage title={t('no_match')} action={<Button onClick={onShowAll}>{t('show_all')}</Button>}>
      {t('no_match_lead')}
    </EmptyPage>
  );
}

/**
 * Deliveries of the workspace: filter, open, replay. Their outcomes have no events: the newest page is also refetched
 * every three seconds.
 */
export function WebhooksScreen() {
  const t = useTexts(webhooksTexts);
  const [shown, show] = useAddressFilters<'key' | 'status' | 'delivery'>();
  const filter: Filter = {
    instanceId: shown.key ?? '',
    status: DELIVERY_STATUSES.find((one) => one === shown.status) ?? '',
  };
  const [opened, open] = useOpenedDelivery();
  const keys = useKeys();
  const [isShowingEvents, setShowingEvents] = useState(false);
  const { instanceId, status } = filter;
  useLiveEvents({ any: ['list-deliveries'] });
  const openTest = (id: string): void => open({ id, isTest: true });
  const change = (next: Filter): void => show({ key: next.instanceId, status: next.status, delivery: '' });
  return (
    <Page title={t('title')} isWide actions={<Button onClick={() => setShowingEvents(true)}>{t('catalogue')}</Button>}>
      {instanceId === '' ? (
        <WebhookFigures instanceId="" />
      ) : (
        <WebhookCard key={instanceId} instanceId={instanceId} onTested={openTest} />
      )}
      <Filters filter={filter} onChange={change} />
      <DeliveryList
        key={`${instanceId} ${status}`}
        scope="tenant"
        instanceId={instanceId}
        status={status}
        hasKeys
        caption={t('title')}
        empty={status === '' ? <NoDeliveries /> : <NoMatch onShowAll={() => show({ key: instanceId, status: '' })} />}
        opened={opened}
        onOpen={open}
      />
      {isShowingEvents && (
        <EventCatalogue
          keyOfFilter={instanceId}
          keys={keys.choices}
          onTested={openTest}
          onClose={() => setShowingEvents(false)}
        />
      )}
    </Page>
  );
}
