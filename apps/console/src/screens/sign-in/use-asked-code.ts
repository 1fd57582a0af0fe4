import { useState } from 'react';
import type { ChangeState } from '../../ui/forms/form.tsx';

/** A change with a password, and the input of its last call. */
interface PasswordChange extends ChangeState {
  variables: { code?: string } | undefined;
}

/**
 * Whether the server has asked for a second-factor code; once true, it stays true. The form shows `second_factor_required`
 * as an error only if a code was given: that code is wrong, expired, or already used.
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
