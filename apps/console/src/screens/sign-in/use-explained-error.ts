import { OperationError } from '../../api/call-gateway.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { hasText } from '../../i18n/load-texts.ts';
import { singleSignOnTexts } from '../../texts/sign-in.ts';

/** The error of a single sign-on with an explanation for the person; others unchanged. */
export function useExplainedError(error: OperationError | null): OperationError | null {
  const t = useTexts(singleSignOnTexts);
  if (!error || !hasText(singleSignOnTexts, error.code)) return error;
  const { code, requestId } = error;
  // The console knows no text of its own for this code, and shows the message.
  return new OperationError({ code: `explained_${code}`, message: t(code), requestId });
}
