import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { OPERATOR_ENDPOINTS } from '@parley/common/contracts/operator-endpoints';
import type { Contract } from '@parley/common/define-contract';
import { AppError, fieldError } from '@parley/common/errors';
import { isReplayed } from '@parley/common/replayed';
import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { hashRequest } from './hash-request.ts';
import { makeInputShape } from './input/input-shape.ts';
import { IDEMPOTENCY_KEY_PROBLEM, refuseFields } from './parse-input.ts';
import type { RequestContext } from './request-context.ts';

const t = initTRPC.context<RequestContext>().meta<OpenApiMeta>().create();

/** Path of a contract in the OpenAPI document; a customer action's is completed with its tenant there. */
const pathOf = (contract: Contract): `/${string}` =>
  contract.kind === 'action' ? `/api/messaging/${contract.name}` : `/api/admin${contract.path}`;

/**
 * Step 10 of docs/reference/requests.md#order-of-the-checks: the channel that a request is about is in the key's list.
 */
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
  const answer = await bus.callParsed(contract, input, {
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

/** Every contract as a procedure: the OpenAPI document is made from it, and types of clients. */
export const router = t.router(
  Object.fromEntries(CONTRACTS.map((contract) => [contract.name, makeProcedure(contract)])),
);

/** Runs one operation for pruned, unparsed input; throws AppError with a code of the catalogue or of a field. */
export type CallProcedure = (input: Record<string, unknown>, context: RequestContext) => Promise<unknown>;

/**
 * What the procedure of a contract does, without tRPC's caller, which would be made anew for each request: the input is parsed,
 * here alone, and the service called. The way in for every request over HTTP, however it was addressed.
 */
export function makeCallProcedure(contract: Contract): CallProcedure {
  const shape = makeInputShape(contract);
  return async (fields, context) => {
    const parsed = contract.input.safeParse(fields);
    if (!parsed.success) {
      const more = context.idempotencyKey === null ? [IDEMPOTENCY_KEY_PROBLEM] : [];
      return refuseFields(shape, fields, parsed.error, more);
    }
    try {
      return await callService(contract, parsed.data, context);
    } catch (error) {
      context.replayed = isReplayed(error);
      throw error;
    }
  };
}
