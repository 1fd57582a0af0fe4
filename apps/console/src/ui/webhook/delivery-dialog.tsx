import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { CopyBlock } from '../copy-block.tsx';
import { Dialog } from '../dialog.tsx';
import { Disclosure } from '../disclosure.tsx';
import { Problem } from '../problem.tsx';
import { AttemptEntry } from './attempt-entry.tsx';
import { checkCommand } from './check-command.ts';
import { DELIVERY_OPERATIONS, type DeliveryScope } from './delivery-operations.ts';
import { isEnded, STATUS_LOOKS } from './status-looks.ts';
import { webhookTexts } from './texts.ts';

interface Props {
  scope: DeliveryScope;
  id: string;
  /** Whether it is a test, whose signature is shown first. */
  isTest: boolean;
  onClose: () => void;
}

/** One delivery: its body, and every answer of the receiver; refetched while it is open. */
export function DeliveryDialog({ scope, id, isTest, onClose }: Props) {
  const t = useTexts(webhookTexts);
  const names = DELIVERY_OPERATIONS[scope];
  const { data, error } = useOperation(names.get, { id }, { everyMs: 2000 });
  const replay = useChange(names.replay, { refreshes: [names.list, names.get] });
  return (
    <Dialog title={t('delivery', { id })} isOpen onClose={onClose}>
      <Problem error={error} />
      {data && (
        <>
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-mono">{data.event}</span>
            <Badge look={STATUS_LOOKS[data.status]}>{t(data.status)}</Badge>
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
          {data.status === 'paused' && <p className="text-warn">{t('held_by_pause')}</p>}
          <Problem error={replay.error} />
          <Button
            disabled={replay.isPending || data.status === 'paused'}
            onClick={() => replay.mutate({ id, status: 'any' })}
          >
            {isEnded(data) ? t('replay') : t('retry_now')}
          </Button>
          {replay.data && <p role="status">{t('replayed', { count: replay.data.replayed })}</p>}
        </>
      )}
    </Dialog>
  );
}
