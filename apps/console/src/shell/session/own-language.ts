import type { Language } from '@parley/common/languages/languages';
import { useLayoutEffect } from 'react';
import type { OperationError } from '../../api/call-gateway.ts';
import { useChange } from '../../api/use-operations.ts';
import { useLanguage } from '../../i18n/language-context.tsx';
import { type Session, useSession } from './session-context.tsx';

/** The language that a member chose, or else their workspace; null leaves it to the browser. */
export const languageOfSession = ({ member, tenant }: Session): Language | null =>
  member ? (member.language ?? tenant?.language ?? null) : null;

/**
 * Applies the language of a member, or else of the workspace, in every browser where they sign in, even if another member
 * chose a different one there (docs/reference/console.md#your-account).
 */
export function useFollowLanguage(session: Session): void {
  const { setLanguage } = useLanguage();
  const chosen = languageOfSession(session);
  useLayoutEffect(() => {
    if (chosen !== null) setLanguage(chosen);
  }, [chosen, setLanguage]);
}

interface OwnLanguage {
  language: Language;
  choose(language: Language): void;
  /** The reason why a choice is limited to this browser. */
  error: OperationError | null;
}

/**
 * The language of the reader, and a function to choose it: a member's choice applies in every browser, the operator's
 * in this one.
 */
export function useOwnLanguage(): OwnLanguage {
  const { language, setLanguage } = useLanguage();
  const { member } = useSession();
  const change = useChange('update-me', { refreshes: ['me'] });
  const choose = (chosen: Language): void => {
    setLanguage(chosen);
    if (member) change.mutate({ language: chosen });
  };
  return { language, choose, error: change.error };
}
