import { sendError, sendJson } from '../answers/send-answer.ts';
import { successStatusOf } from '../answers/success-status.ts';
import type { AnswerForm } from '../pipeline/caller.ts';

/** Answers as JSON: the output itself, or docs/reference/errors.md#error-body. */
export const PLAIN_ANSWERS: AnswerForm = {
  answer: (reply, { contract }, output) => sendJson(reply, successStatusOf(contract, output), output),
  answerError: sendError,
};
