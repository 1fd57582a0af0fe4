import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { OPERATOR_ENDPOINTS } from '@parley/common/contracts/operator-endpoints';
import type { Contract } from '@parley/common/define-contract';
import { AppError, fieldError } from '@parley/common/errors';
import { isReplayed } from '@parley/common/replayed';
import { initTRPC, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { hashRequest } from './hash-request.ts';
import { makeInputShape } from './input/input-shape.ts';
import { IDEMPOTENCY_KEY_PROBLEM, refuseFields } from './parse-input.ts';
import type { RequestContext } from './request-context.ts';

const t = initTRPC.context<RequestContext>().meta<OpenApiMeta>().create();

/** Path of a contract in the OpenAPI document; a customer action's is completed with its tenant there. */
const pathOf = (contract: Contract): `/${string}` =>
  contract.kind === 'action' ? `/api/messaging/${contract.name}` : `/api/admin${contract.path}`;

/** Step 10 of contract §1: the channel that a request is about is in the key's list. */
function checkChannel(contract: Contract, input: Record<string, unknown>, context: RequestContext): void {
  const channel = contract.channelField ? input[contract.channelField] : contract.channel;
  if (channel === undefined || !context.caller) return;
  const { channels } = context.caller;
  if (channels.some((allowed) => allowed === channel)) return;
  const listed = channels.length > 0 ? channels.join(', ') : 'none';
  throw new AppError('channel_not_allowed', {
    message: `This key may not use the channel ${String(channel)}; its channels: ${listed}.`,
  });
}

async function callService(contract: Contract, input: Record<string, unknown>, context: RequestContext) {
  if (context.idempotencyKey === null) throw fieldError([IDEMPOTENCY_KEY_PROBLEM]);
  checkChannel(contract, input, context);
  const { bus, requestId, caller, idempotencyKey } = context;
  const answer = await bus.callWithMeta(contract, input, {
    request_id: requestId,
    ...(caller ? { caller } : {}),
    ...(idempotencyKey ? { idempotency: { key: idempotencyKey, body_hash: hashRequest(contract.name, input) } } : {}),
  });
  context.replayed = answer.meta.replayed === true;
  return answer.output;
}

function makeProcedure(contract: Contract) {
  const procedure = t.procedure
    .meta({
      openapi: {
        method: contract.method,
        path: pathOf(contract),
        operationId: contract.name,
        summary: contract.summary,
        ...(contract.description ? { description: contract.description } : {}),
        tags: [contract.tag],
      },
    })
    .input(contract.input)
    .output(contract.output);
  const resolve = ({ input, ctx }: { input: Record<string, unknown>; ctx: RequestContext }) =>
    callService(contract, input, ctx);
  return contract.method === 'GET' ? procedure.query(resolve) : procedure.mutation(resolve);
}

const CONTRACTS: readonly Contract[] = [...CUSTOMER_ACTIONS, ...OPERATOR_ENDPOINTS];

/** Every contract as a procedure: requests run through it, and the OpenAPI document is made from it. */
export const router = t.router(
  Object.fromEntries(CONTRACTS.map((contract) => [contract.name, makeProcedure(contract)])),
);

/** Runs one operation for pruned, unparsed input; throws AppError with a code of the catalogue or of a field. */
export type CallProcedure = (input: Record<string, unknown>, context: RequestContext) => Promise<unknown>;

/** A call of the router's procedure of this contract; the way in for every request, however it was addressed. */
export function makeCallProcedure(contract: Contract): CallProcedure {
  const shape = makeInputShape(contract);
  return async (input, context) => {
    // safe: the router was built with one procedure for each contract, under its name
    const caller = router.createCaller(context) as unknown as Record<string, (input: unknown) => Promise<unknown>>;
    const procedure = caller[contract.name];
    if (!procedure) throw new Error(`No procedure for ${contract.name}`);
    try {
      return await procedure(input);
    } catch (error) {
      if (!(error instanceof TRPCError)) throw error;
      context.replayed = isReplayed(error.cause);
      if (error.code !== 'BAD_REQUEST') throw error.cause ?? error;
      const more = context.idempotencyKey === null ? [IDEMPOTENCY_KEY_PROBLEM] : [];
      return refuseFields(shape, input, error.cause, more);
    }
  };
}
