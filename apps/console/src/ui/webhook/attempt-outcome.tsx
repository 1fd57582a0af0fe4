import type { OutputOf } from '../../api/operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { webhookTexts } from '../../texts/deliveries.ts';
import { Badge } from '../marks/badge.tsx';

export type Attempt = OutputOf<'get-delivery'>['attempts'][number];

const isSuccess = (code: number | null): boolean => code !== null && code >= 200 && code < 300;

/** The receiver's answer to one attempt, or why there is none. */
export function AttemptOutcome({ of }: { of: Attempt }) {
  const t = useTexts(webhookTexts);
  const formats = useFormats();
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Badge look={isSuccess(of.status_code) ? 'good' : 'bad'}>{of.status_code ?? t('no_answer')}</Badge>
        <span>{formats.exactTime(of.at)}</span>
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
    </>
  );
}
