import { useState } from 'react';
import type { ChangeState } from '../../ui/form.tsx';

/**
 * Whether a change with a password was answered that it needs a code of the second factor, which stays true; that answer
 * is left out of its errors.
 */
export function useAskedCode({ isPending, error }: ChangeState): { isAsked: boolean; change: ChangeState } {
  const [isAsked, setAsked] = useState(false);
  const needsCode = error?.code === 'second_factor_required';
  if (needsCode && !isAsked) setAsked(true);
  return { isAsked, change: { isPending, error: needsCode ? null : error } };
}
