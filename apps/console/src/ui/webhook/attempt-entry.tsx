import type { OutputOf } from '../../api/operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { Badge } from '../badge.tsx';
import { Disclosure } from '../disclosure.tsx';
import { webhookTexts } from './texts.ts';

type Attempt = OutputOf<'get-delivery'>['attempts'][number];

const isSuccess = (code: number | null): boolean => code !== null && code >= 200 && code < 300;

/** One attempt: its request and its outcome. */
export function AttemptEntry({ of, isOpen }: { of: Attempt; isOpen: boolean }) {
  const t = useTexts(webhookTexts);
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
      {of.headers && (
        <Disclosure title={t('headers')} isOpen={isOpen}>
          <pre dir="ltr" className="rounded-lg bg-raised p-2 font-mono text-sm break-all whitespace-pre-wrap">
            {Object.entries(of.headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          </pre>
          {!('webhook-signature' in of.headers) && <p className="text-muted">{t('no_signature')}</p>}
        </Disclosure>
      )}
    </li>
  );
}
