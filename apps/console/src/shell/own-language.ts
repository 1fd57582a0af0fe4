import { useLayoutEffect } from 'react';
import type { OperationError } from '../api/call-gateway.ts';
import { useChange } from '../api/use-operations.ts';
import type { Language } from '../i18n/define-texts.ts';
import { useLanguage } from '../i18n/language-context.tsx';
import { type Session, useSession } from './session-context.tsx';

/**
 * A member who has chosen a language has it in every browser where they are signed in, also where somebody else chose another
 * before (docs/reference/console.md#your-account).
 */
export function useFollowLanguage({ member }: Session): void {
  const { setLanguage } = useLanguage();
  const chosen = member?.language ?? null;
  useLayoutEffect(() => {
    if (chosen !== null) setLanguage(chosen);
  }, [chosen, setLanguage]);
}

interface OwnLanguage {
  language: Language;
  choose(language: Language): void;
  /** Why a choice is of this browser alone. */
  error: OperationError | null;
}

/** The language of the reader, and its choice: a member's is kept for every browser, the operator's in this one. */
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
