import { CircleAlert } from 'lucide-react';
import type { OperationError } from '../../api/call-gateway.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { hasText } from '../../i18n/load-texts.ts';
import { uiTexts } from '../../texts/shell.ts';
import { useSeldomReasons } from './reasons.ts';

/** An error; the platform's own code, where there is one, says more than ours. */
interface Explained {
  code: string;
  message: string;
  provider_code?: string | number | null;
  provider_subcode?: number;
}

/**
 * Returns a function that explains an error in the reader's language if the console knows its code, else with the
 * server's message.
 */
export function useReason(): (error: Explained) => string {
  const seldom = useSeldomReasons() ?? uiTexts;
  const t = useTexts(uiTexts);
  const ofSeldom = useTexts(seldom);
  return ({ code, message, provider_code, provider_subcode }) => {
    const ofMeta = [provider_subcode, provider_code]
      .map((one) => `graph_error_${one}`)
      .find((key) => hasText(seldom, key));
    if (code === 'graph_error' && ofMeta) return ofSeldom(ofMeta);
    return hasText(uiTexts, code) ? t(code) : hasText(seldom, code) ? ofSeldom(code) : message;
  };
}

function Shown({ error }: { error: OperationError }) {
  const t = useTexts(uiTexts);
  const isSettled = useSeldomReasons() !== undefined;
  const reasonOf = useReason();
  // The reason does not change once it is read aloud.
  if (!isSettled && !hasText(uiTexts, error.code)) return null;
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

/**
 * The reason why something failed, in the reader's language if the console knows the code, else with the server's
 * message.
 */
export function Problem({ error }: { error: OperationError | null }) {
  // The banner says this once for the whole page, and reads are retried automatically.
  return !error || (error.isRead && error.code === 'unreachable') ? null : <Shown error={error} />;
}
