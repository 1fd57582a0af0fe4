import { useOperation } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { webhooksTexts } from '../../texts/webhooks.ts';
import { Problem } from '../../ui/problems/problem.tsx';
import { successRate } from './success-rate.ts';

const EVERY_MS = 10_000;

function Figure({ title, value }: { title: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{title}</dt>
      <dd className="text-xl font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

/** How the webhook of a key did over 24 hours; without a key those of all. */
export function WebhookFigures({ instanceId }: { instanceId: string }) {
  const t = useTexts(webhooksTexts);
  const { percent } = useFormats();
  const { data, error } = useOperation('show-webhook-figures', instanceId === '' ? {} : { instance_id: instanceId }, {
    everyMs: EVERY_MS,
  });
  const rate = data ? successRate(data) : null;
  const ms = data?.p95_ms ?? null;
  return (
    <section aria-label={t('last_day')} className="grid gap-1">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Figure title={t('success_rate')} value={rate === null ? '–' : percent(rate)} />
        <Figure title={t('p95')} value={ms === null ? '–' : t('milliseconds', { value: ms })} />
      </dl>
      <p className="text-sm text-muted">
        {t('last_day')}
        {data && ` · ${t(data.is_cut ? 'counted_newest' : 'counted', { count: data.ended })}`}
      </p>
      <Problem error={error} />
    </section>
  );
}
