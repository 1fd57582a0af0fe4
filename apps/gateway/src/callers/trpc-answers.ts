import type { AnswerForm } from '../pipeline/caller.ts';

/** Hands outputs and errors to tRPC, which puts them into its envelope (trpc/answer-call.ts, trpc/format-error.ts). */
export const TRPC_ANSWERS: AnswerForm = {
  answer: (_reply, _operation, output) => output,
  answerError(_reply, error) {
    throw error;
  },
};
