import { useTexts } from '../../i18n/language-context.tsx';
import { ChoiceField } from '../kinds-of-field.tsx';
import { DELIVERY_STATUSES, type DeliveryStatus } from './status-looks.ts';
import { webhookTexts } from './texts.ts';

interface Props {
  /** Empty for any status. */
  status: DeliveryStatus | '';
  onChoose: (status: DeliveryStatus | '') => void;
}

/** Filters deliveries by their status. */
export function StatusFilter({ status, onChoose }: Props) {
  const t = useTexts(webhookTexts);
  return (
    <ChoiceField
      label={t('status')}
      values={['', ...DELIVERY_STATUSES]}
      value={status}
      textOf={(one) => t(one || 'any')}
      onChoose={onChoose}
    />
  );
}
