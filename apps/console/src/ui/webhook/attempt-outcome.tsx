import type { OutputOf } from '../../api/operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { Badge } from '../badge.tsx';
import { webhookTexts } from './texts.ts';

export type Attempt = OutputOf<'get-delivery'>['attempts'][number];

const isSuccess = (code: number | null): boolean => code !== null && code >= 200 && code < 300;

/** What the receiver answered to one attempt, or why there is no answer. */
export function AttemptOutcome({ of }: { of: Attempt }) {
  const t = useTexts(webhookTexts);
  const formats = useFormats();
  return (
    <>
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
    </>
  );
}
