import { useTexts } from '../../i18n/language-context.tsx';
import { platformWebhookTexts } from '../../texts/platform-webhook.ts';
import { useAddressFilters } from '../../ui/lists/address-filters.ts';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import { Section } from '../../ui/page/section.tsx';
import { DeliveryList } from '../../ui/webhook/delivery-list.tsx';
import { ReplayFailed } from '../../ui/webhook/replay-failed.tsx';
import { StatusFilter } from '../../ui/webhook/status-filter.tsx';
import { DELIVERY_STATUSES } from '../../ui/webhook/status-looks.ts';
import type { OpenedDelivery } from '../../ui/webhook/use-opened-delivery.ts';
import type { Scope } from './operations.ts';

interface Props {
  scope: Scope;
  instanceId: string;
  opened: OpenedDelivery | null;
  onOpen: (opened: OpenedDelivery | null) => void;
}

/** Live list of deliveries to the platform webhook; each can be opened and replayed. */
export function Deliveries({ scope, instanceId, opened, onOpen }: Props) {
  const t = useTexts(platformWebhookTexts);
  const [shown, show] = useAddressFilters<'status' | 'delivery'>();
  const status = DELIVERY_STATUSES.find((one) => one === shown.status) ?? '';
  return (
    <Section title={t('deliveries')}>
      <FilterBar actions={<ReplayFailed scope={scope} instanceId={instanceId} />}>
        <StatusFilter status={status} onChoose={(one) => show({ status: one, delivery: '' })} />
      </FilterBar>
      <DeliveryList
        key={status}
        scope={scope}
        instanceId={instanceId}
        status={status}
        caption={t('deliveries')}
        empty={<p className="text-muted">{t('no_deliveries')}</p>}
        opened={opened}
        onOpen={onOpen}
      />
    </Section>
  );
}
