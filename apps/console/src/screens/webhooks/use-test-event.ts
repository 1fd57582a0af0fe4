import type { InputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { webhookTexts } from '../../texts/deliveries.ts';
import { notify } from '../../ui/problems/toast.ts';

/** Sends test events to a key; `onTested` receives the id of their delivery. */
export function useTestEvent(onTested: (deliveryId: string) => void) {
  const t = useTexts(webhookTexts);
  const test = useChange('send-test-event', { refreshes: ['get-webhook', 'list-deliveries'] });
  const run = (input: InputOf<'send-test-event'>): void =>
    test.mutate(input, {
      onSuccess: ({ delivery_id }) => {
        notify(t('tested'));
        onTested(delivery_id);
      },
    });
  return { isPending: test.isPending, error: test.error, run };
}
