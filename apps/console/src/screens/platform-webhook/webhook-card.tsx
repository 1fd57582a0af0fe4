import { useState } from 'react';
import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { notify } from '../../ui/toast.ts';
import { DELIVERY_OPERATIONS } from '../../ui/webhook/delivery-operations.ts';
import { webhookTexts } from '../../ui/webhook/texts.ts';
import { WebhookState } from '../../ui/webhook/webhook-state.tsx';
import { OPERATIONS, type Scope } from './operations.ts';
import { platformWebhookTexts } from './texts.ts';

function DeleteDialog({ scope, onClose }: { scope: Scope; onClose: () => void }) {
  const t = useTexts(platformWebhookTexts);
  const { delete: name, get } = OPERATIONS[scope];
  const remove = useChange(name, { refreshes: [get, DELIVERY_OPERATIONS[scope].list] });
  return (
    <ConfirmDialog
      title={t('delete_title')}
      action={t('delete')}
      change={remove}
      onConfirm={() => remove.mutate({}, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t('delete_lead')}
    </ConfirmDialog>
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
  const rotate = useChange(names.rotate);
  const [isDeleting, setDeleting] = useState(false);
  const problem = error ?? pause.error ?? resume.error ?? test.error ?? rotate.error;
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
            <Button
              disabled={rotate.isPending}
              onClick={() => rotate.mutate({}, { onSuccess: ({ secret }) => onSecret(secret) })}
            >
              {t('rotate')}
            </Button>
            <Button look="danger" onClick={() => setDeleting(true)}>
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
      {isDeleting && <DeleteDialog scope={scope} onClose={() => setDeleting(false)} />}
    </>
  );
}
