import type { AiErrorKind } from '@parley/providers/ai/ai-error';

export type KeyStatus = 'untested' | 'works' | 'refused' | 'out_of_money';

const ABOUT_THE_KEY: Partial<Record<AiErrorKind, KeyStatus>> = {
  refused_key: 'refused',
  out_of_money: 'out_of_money',
  // The provider took the key and answered, if only with nothing to use.
  refusal: 'works',
  empty: 'works',
};

/** What a test says of a key. */
export interface KeyVerdict {
  /** Null: nothing of the key. */
  status: KeyStatus | null;
  /** What kept the provider from answering. */
  problem: string | null;
}

/** `failure`: what the call ended with. */
export function judgeTest(failure: AiErrorKind | null): KeyVerdict {
  if (failure === null) return { status: 'works', problem: null };
  const status = ABOUT_THE_KEY[failure] ?? null;
  return { status, problem: status === 'works' ? null : failure };
}
