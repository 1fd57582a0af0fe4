import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyBlock } from '../../ui/copy-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Problem } from '../../ui/problem.tsx';
import { STATUS_LOOKS } from '../../ui/webhook/status-looks.ts';
import { webhookTexts } from '../../ui/webhook/texts.ts';
import { AttemptEntry } from './attempt-entry.tsx';
import { checkCommand } from './check-command.ts';
import { webhooksTexts } from './texts.ts';

interface Props {
  id: string;
  /** Whether it is a test, of which the signature is looked at first. */
  isTest: boolean;
  onClose: () => void;
}

/** One delivery: what was sent, and everything that the receiver answered; it is read again while it is open. */
export function DeliveryDialog({ id, isTest, onClose }: Props) {
  const t = useTexts(webhooksTexts);
  const words = useTexts(webhookTexts);
  const { data, error } = useOperation('get-delivery', { id }, { everyMs: 2000 });
  const replay = useChange('replay-deliveries', { refreshes: ['list-deliveries', 'get-delivery'] });
  return (
    <Dialog title={t('delivery', { id })} isOpen onClose={onClose}>
      <Problem error={error ?? replay.error} />
      {data && (
        <>
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-mono">{data.event}</span>
            <Badge look={STATUS_LOOKS[data.status]}>{words(data.status)}</Badge>
          </p>
          <p className="font-mono text-sm break-all text-muted">{data.event_id}</p>
          <h3 className="font-semibold">{t('attempts')}</h3>
          {data.attempts.length === 0 && <p className="text-muted">{t('no_attempts')}</p>}
          <ol className="grid gap-2">
            {data.attempts.map((attempt) => (
              <AttemptEntry key={attempt.at} of={attempt} isOpen={isTest} />
            ))}
          </ol>
          <CopyBlock label={t('payload')} value={data.payload} />
          <Disclosure title={t('check')} isOpen={isTest}>
            <p>{t('check_lead')}</p>
            <CopyBlock label={t('check_command')} value={checkCommand(data.payload)} />
            <p>{t('check_standard')}</p>
          </Disclosure>
          <Button disabled={replay.isPending} onClick={() => replay.mutate({ id, status: 'any' })}>
            {words('replay')}
          </Button>
          {replay.data && <p role="status">{t('replayed', { count: replay.data.replayed })}</p>}
        </>
      )}
    </Dialog>
  );
}
