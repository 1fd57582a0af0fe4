import { useState } from 'react';
import type { ChangeState } from '../../ui/form.tsx';

/** A change with a password, as it was made last. */
interface PasswordChange extends ChangeState {
  variables: { code?: string } | undefined;
}

/**
 * Whether a change with a password was answered that it needs a code of the second factor, which stays true. The answer
 * is an error of the form only if a code was given: it is wrong, too old, or was used before.
 */
export function useAskedCode({ isPending, error, variables }: PasswordChange): {
  isAsked: boolean;
  change: ChangeState;
} {
  const [isAsked, setAsked] = useState(false);
  const needsCode = error?.code === 'second_factor_required';
  if (needsCode && !isAsked) setAsked(true);
  const asksFirst = needsCode && variables?.code === undefined;
  return { isAsked, change: { isPending, error: asksFirst ? null : error } };
}
