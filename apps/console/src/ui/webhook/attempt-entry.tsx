import { useTexts } from '../../i18n/language-context.tsx';
import { webhookTexts } from '../../texts/deliveries.ts';
import { Disclosure } from '../page/disclosure.tsx';
import { type Attempt, AttemptOutcome } from './attempt-outcome.tsx';

/** One attempt: its outcome and its request. */
export function AttemptEntry({ of, isOpen }: { of: Attempt; isOpen: boolean }) {
  const t = useTexts(webhookTexts);
  return (
    <li className="grid gap-2 rounded-lg border border-line p-3">
      <AttemptOutcome of={of} />
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
