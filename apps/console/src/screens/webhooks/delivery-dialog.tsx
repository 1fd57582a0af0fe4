import type { OutputOf } from '../../api/operations.ts';
import { useChange, useOperation } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { STATUS_LOOKS } from '../../ui/webhook/status-looks.ts';
import { webhookTexts } from '../../ui/webhook/texts.ts';
import { webhooksTexts } from './texts.ts';

type Attempt = OutputOf<'get-delivery'>['attempts'][number];

const isSuccess = (code: number | null): boolean => code !== null && code >= 200 && code < 300;

function AttemptEntry({ of }: { of: Attempt }) {
  const t = useTexts(webhooksTexts);
  const formats = useFormats();
  return (
    <li className="grid gap-2 rounded-lg border border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        <Badge look={isSuccess(of.status_code) ? 'good' : 'bad'}>{of.status_code ?? t('no_answer')}</Badge>
        <span>{formats.dateTime(of.at)}</span>
        <span className="text-muted">{t('took', { ms: of.latency_ms })}</span>
      </div>
      {of.error && (
        <p dir="auto" className="text-bad">
          {of.error}
        </p>
      )}
      {of.response && (
        <pre dir="ltr" className="rounded-lg bg-raised p-2 font-mono text-sm break-all whitespace-pre-wrap">
          {of.response}
        </pre>
      )}
    </li>
  );
}

/** One delivery with everything that the receiver answered; it is read again until it has arrived. */
export function DeliveryDialog({ id, onClose }: { id: string; onClose: () => void }) {
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
              <AttemptEntry key={attempt.at} of={attempt} />
            ))}
          </ol>
          <Button disabled={replay.isPending} onClick={() => replay.mutate({ id, status: 'any' })}>
            {words('replay')}
          </Button>
          {replay.data && <p role="status">{t('replayed', { count: replay.data.replayed })}</p>}
        </>
      )}
    </Dialog>
  );
}
