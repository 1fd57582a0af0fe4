import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/problem.tsx';
import { webhooksTexts } from './texts.ts';

/** How the webhook of one key is doing, and what can be done about it. */
export function WebhookCard({ instanceId }: { instanceId: string }) {
  const t = useTexts(webhooksTexts);
  const key = { instance_id: instanceId };
  const { data, error } = useOperation('get-webhook', key, { everyMs: 5000 });
  const refreshes = ['get-webhook', 'list-deliveries'] as const;
  const pause = useChange('pause-webhook', { refreshes });
  const resume = useChange('resume-webhook', { refreshes });
  const test = useChange('send-test-event', { refreshes });
  const problem = error ?? pause.error ?? resume.error ?? test.error;
  if (!data) return <Problem error={problem} />;
  const isPaused = data.status === 'paused';
  return (
    <section aria-label={t('address')} className="grid gap-3 rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-2">
        <Badge look={isPaused ? 'warn' : 'good'}>{t(data.status)}</Badge>
        <span dir="ltr" className="font-mono text-sm break-all">
          {data.webhook_url ?? ''}
        </span>
      </div>
      {data.webhook_url === null && <p>{t('no_address')}</p>}
      {data.reason && <p className="text-warn">{t(`because_${data.reason}`)}</p>}
      <p className="text-muted">
        {t('waiting', { count: data.waiting })}
        {' · '}
        {t('failures', { count: data.consecutive_failures })}
      </p>
      <Problem error={problem} />
      {test.isSuccess && <p role="status">{t('tested')}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          disabled={data.webhook_url === null || test.isPending}
          onClick={() => test.mutate({ ...key })}
        >
          {t('test')}
        </Button>
        <Button
          disabled={pause.isPending || resume.isPending}
          onClick={() => (isPaused ? resume : pause).mutate({ ...key })}
        >
          {isPaused ? t('resume') : t('pause')}
        </Button>
      </div>
    </section>
  );
}
