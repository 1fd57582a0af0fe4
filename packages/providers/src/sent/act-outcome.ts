import type { SendFailure } from './send-outcome.ts';

/** The outcome of a call that changes or shows something without sending a message; `unknown` may have been done. */
export type ActOutcome = { kind: 'done' } | SendFailure;

export const toActOutcome = (result: { ok: true } | { ok: false; failure: SendFailure }): ActOutcome =>
  result.ok ? { kind: 'done' } : result.failure;
