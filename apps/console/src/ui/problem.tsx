import { CircleAlert } from 'lucide-react';
import type { OperationError } from '../api/call-gateway.ts';
import { hasText } from '../i18n/define-texts.ts';
import { useTexts } from '../i18n/language-context.tsx';
import { uiTexts } from './texts.ts';

/**
 * Returns a function that explains an error in the reader's language if the console knows its code, else with the
 * server's message.
 */
export function useReason(): (error: { code: string; message: string }) => string {
  const t = useTexts(uiTexts);
  return ({ code, message }) => (hasText(uiTexts, code) ? t(code) : message);
}

/** Why something failed, in the reader's language if the console knows the code, else with the server's message. */
export function Problem({ error }: { error: OperationError | null }) {
  const t = useTexts(uiTexts);
  const reasonOf = useReason();
  // The banner says this once for the whole page, and reads are retried automatically.
  if (!error || (error.isRead && error.code === 'unreachable')) return null;
  return (
    <div role="alert" className="flex gap-2 rounded-lg bg-bad-soft p-3 text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        <p>{reasonOf(error)}</p>
        {error.requestId && <p className="font-mono text-sm break-all">{t('request', { id: error.requestId })}</p>}
      </div>
    </div>
  );
}
