import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { webhooksTexts } from '../../texts/webhooks.ts';
import { Problem } from '../../ui/problems/problem.tsx';
import { WebhookState } from '../../ui/webhook/webhook-state.tsx';
import { useTestEvent } from './use-test-event.ts';
import { WebhookFigures } from './webhook-figures.tsx';

interface Props {
  instanceId: string;
  /** Receives the delivery id of a test event. */
  onTested: (deliveryId: string) => void;
}

/** The state of one key's webhook, and its actions. */
export function WebhookCard({ instanceId, onTested }: Props) {
  const t = useTexts(webhooksTexts);
  const key = { instance_id: instanceId };
  const { data, error } = useOperation('get-webhook', key, { everyMs: 5000 });
  const refreshes = ['get-webhook', 'list-deliveries', 'list-attention'] as const;
  const pause = useChange('pause-webhook', { refreshes });
  const resume = useChange('resume-webhook', { refreshes });
  const test = useTestEvent(onTested);
  const problem = error ?? pause.error ?? resume.error ?? test.error;
  if (!data) return <Problem error={problem} />;
  return (
    <WebhookState
      label={t('address')}
      of={data}
      test={{ ...test, run: () => test.run(key) }}
      pause={{ ...pause, run: () => pause.mutate({ ...key }) }}
      resume={{ ...resume, run: () => resume.mutate({ ...key }) }}
    >
      {data.webhook_url === null && <p>{t('no_address')}</p>}
      <WebhookFigures instanceId={instanceId} />
      <Problem error={problem} />
    </WebhookState>
  );
}
