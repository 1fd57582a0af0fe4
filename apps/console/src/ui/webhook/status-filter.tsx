import { useTexts } from '../../i18n/language-context.tsx';
import { webhookTexts } from '../../texts/deliveries.ts';
import { FilterSelect } from '../lists/filter-bar.tsx';
import { DELIVERY_STATUSES, type DeliveryStatus } from './status-looks.ts';

interface Props {
  /** Empty for any status. */
  status: DeliveryStatus | '';
  onChoose: (status: DeliveryStatus | '') => void;
}

/** Filters deliveries by their status. */
export function StatusFilter({ status, onChoose }: Props) {
  const t = useTexts(webhookTexts);
  return (
    <FilterSelect
      label={t('status')}
      value={status}
      choices={['' as const, ...DELIVERY_STATUSES].map((one) => ({ value: one, text: t(one || 'any') }))}
      onChoose={(next) => onChoose(DELIVERY_STATUSES.find((one) => one === next) ?? '')}
    />
  );
}
