import { useState } from 'react';
import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { webhookTexts } from '../../texts/deliveries.ts';
import { platformWebhookTexts } from '../../texts/platform-webhook.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ChangeDialog } from '../../ui/dialogs/change-dialog.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { notify } from '../../ui/problems/toast.ts';
import { DELIVERY_OPERATIONS } from '../../ui/webhook/delivery-operations.ts';
import { WebhookState } from '../../ui/webhook/webhook-state.tsx';
import { OPERATIONS, type Scope } from './operations.ts';

function DeleteDialog({ scope, onClose }: { scope: Scope; onClose: () => void }) {
  const t = useTexts(platformWebhookTexts);
  const { delete: name, get } = OPERATIONS[scope];
  return (
    <ChangeDialog
      operation={name}
      input={{}}
      refreshes={[get, DELIVERY_OPERATIONS[scope].list]}
      title={t('delete_title')}
      action={t('delete')}
      onClose={onClose}
    >
      {t('delete_lead')}
    </ChangeDialog>
  );
}

function RotateDialog({ scope, onSecret, onClose }: Pick<Props, 'scope' | 'onSecret'> & { onClose: () => void }) {
  const t = useTexts(platformWebhookTexts);
  const rotated = ({ secret }: { secret: string }): void => {
    onClose();
    onSecret(secret);
  };
  return (
    <ChangeDialog
      operation={OPERATIONS[scope].rotate}
      input={{}}
      title={t('rotate_title')}
      action={t('rotate')}
      onDone={rotated}
      onClose={onClose}
    >
      {t('rotate_lead')}
    </ChangeDialog>
  );
}

interface Props {
  scope: Scope;
  events: readonly string[];
  onSecret: (secret: string) => void;
  /** Receives the delivery id of a test event. */
  onTested: (deliveryId: string) => void;
}

/** The state of the platform webhook, and its actions. */
export function WebhookCard({ scope, events, onSecret, onTested }: Props) {
  const t = useTexts(platformWebhookTexts);
  const ofWebhooks = useTexts(webhookTexts);
  const names = OPERATIONS[scope];
  const refreshes = [names.check, DELIVERY_OPERATIONS[scope].list] as const;
  const { data, error } = useOperation(names.check, {}, { everyMs: 5000 });
  const pause = useChange(names.pause, { refreshes });
  const resume = useChange(names.resume, { refreshes });
  const test = useChange(names.test, { refreshes });
  const [asking, setAsking] = useState<'rotate' | 'delete' | null>(null);
  const close = (): void => setAsking(null);
  const problem = error ?? pause.error ?? resume.error ?? test.error;
  const tested = ({ delivery_id }: { delivery_id: string }): void => {
    notify(ofWebhooks('tested'));
    onTested(delivery_id);
  };
  if (!data) return <Problem error={problem} />;
  return (
    <>
      <WebhookState
        label={t('health')}
        of={data}
        test={{ ...test, run: () => test.mutate({}, { onSuccess: tested }) }}
        pause={{ ...pause, run: () => pause.mutate({}) }}
        resume={{ ...resume, run: () => resume.mutate({}) }}
        actions={
          <>
            <Button onClick={() => setAsking('rotate')}>{t('rotate')}</Button>
            <Button look="danger" onClick={() => setAsking('delete')}>
              {t('delete')}
            </Button>
          </>
        }
      >
        <p dir="ltr" className="font-mono text-sm break-words text-muted">
          {events.join(' ')}
        </p>
        <Problem error={problem} />
      </WebhookState>
      {asking === 'rotate' && <RotateDialog scope={scope} onSecret={onSecret} onClose={close} />}
      {asking === 'delete' && <DeleteDialog scope={scope} onClose={close} />}
    </>
  );
}
