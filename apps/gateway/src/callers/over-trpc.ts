import { checkUnknown } from '../input/check-unknown.ts';
import { pruneBody } from '../input/prune-input.ts';
import type { AnswerForm, Caller } from '../pipeline/caller.ts';
import type { Fields, Operation } from '../pipeline/operation.ts';
import { readCallInput } from '../trpc/read-call-input.ts';

/**
 * A caller of the customer API or the operator API who uses tRPC (docs/reference/requests.md#trpc): the checks are the
 * same, the fields are tRPC's input.
 */
export const overTrpc = <O extends Operation, Who>(caller: Caller<O, Who>): Caller<O, Who> => ({
  ...caller,
  ...TRPC_ANSWERS,
  async readFields(request, { shape }, context) {
    const input = await readCallInput(request);
    if (request.customer) request.customer.fields = input;
    const { strict } = request.query as Fields; // safe: parsed query
    checkUnknown(shape, input, strict, context);
    return pruneBody(shape, input);
  },
});

/** Hands outputs and errors to tRPC, which puts them into its envelope (trpc/answer-call.ts, trpc/format-error.ts). */
export const TRPC_ANSWERS: AnswerForm = {
  answer: (_reply, _operation, output) => output,
  answerError(_reply, error) {
    throw error;
  },
};
