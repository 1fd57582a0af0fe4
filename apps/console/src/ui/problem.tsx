import { CircleAlert } from 'lucide-react';
import type { OperationError } from '../api/call-gateway.ts';
import { useTexts } from '../i18n/language-context.tsx';
import { uiTexts } from './texts.ts';

type Known = keyof typeof uiTexts.en;
const isKnown = (code: string): code is Known => code in uiTexts.en;

/** The sentence for an error code in the reader's language where the console knows it, else what the server says. */
export function useReason(): (error: { code: string; message: string }) => string {
  const t = useTexts(uiTexts);
  return ({ code, message }) => (isKnown(code) ? t(code) : message);
}

/** Why something failed, in the reader's language where the console knows the code, else as the server says it. */
export function Problem({ error }: { error: OperationError | null }) {
  const t = useTexts(uiTexts);
  const reasonOf = useReason();
  // For the whole page it is said once, and reads are repeated by themselves.
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
