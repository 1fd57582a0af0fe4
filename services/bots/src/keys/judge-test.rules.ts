import type { AiErrorKind } from '@parley/providers/ai/ai-error';

export type KeyStatus = 'untested' | 'works' | 'refused' | 'out_of_money';

const ABOUT_THE_KEY: Partial<Record<AiErrorKind, KeyStatus>> = {
  refused_key: 'refused',
  out_of_money: 'out_of_money',
  // The provider accepted the key and answered, even without anything usable.
  refusal: 'works',
  empty: 'works',
};

/** Result of testing a key. */
export interface KeyVerdict {
  /** Null: the result does not concern the key. */
  status: KeyStatus | null;
  /** Why the provider did not answer. */
  problem: string | null;
}

/** `failure`: the error of the call, or null. */
export function judgeTest(failure: AiErrorKind | null): KeyVerdict {
  if (failure === null) return { status: 'works', problem: null };
  const status = ABOUT_THE_KEY[failure] ?? null;
  return { status, problem: status === 'works' ? null : failure };
}
