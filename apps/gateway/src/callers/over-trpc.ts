import { pruneBody } from '../input/prune-input.ts';
import type { Caller } from '../pipeline/caller.ts';
import type { Operation } from '../pipeline/operation.ts';
import { readCallInput } from '../trpc/read-call-input.ts';
import { TRPC_ANSWERS } from './trpc-answers.ts';

/**
 * A caller of the customer API or the operator API who uses tRPC (docs/reference/requests.md#trpc): the checks are the
 * same, the fields are tRPC's input.
 */
export const overTrpc = <O extends Operation, Who>(caller: Caller<O, Who>): Caller<O, Who> => ({
  ...caller,
  ...TRPC_ANSWERS,
  async readFields(request, { shape }) {
    const input = await readCallInput(request);
    if (request.customer) request.customer.fields = input;
    return pruneBody(shape, input);
  },
});
