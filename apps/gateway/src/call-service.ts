import { casingOf } from '@parley/common/casing/contract-casing';
import type { Contract, WireInputOf, WireOutputOf } from '@parley/common/define-contract';
import { AppError, fieldError } from '@parley/common/errors';
import { isReplayed } from '@parley/common/replayed';
import { z } from 'zod';
import { hashRequest } from './hash-request.ts';
import { makeInputShape } from './input/input-shape.ts';
import { IDEMPOTENCY_KEY_PROBLEM, refuseFields } from './parse-input.ts';
import type { RequestContext } from './request-context.ts';

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

/**
 * Calls the service of a contract with a parsed input; throws AppError with a code of the catalogue. Callers use
 * snake_case; the only conversion to camelCase and back is here.
 */
export async function callService<C extends Contract>(
  contract: C,
  input: WireInputOf<C>,
  context: RequestContext,
): Promise<WireOutputOf<C>> {
  if (context.idempotencyKey === null) throw fieldError([IDEMPOTENCY_KEY_PROBLEM]);
  checkChannel(contract, input, context);
  const { toBus, toWire } = casingOf(contract);
  const { bus, requestId, caller, member, visitor, idempotencyKey } = context;
  try {
    const answer = await bus.callParsed(contract, toBus(input), {
      requestId,
      ...(caller ? { caller } : {}),
      ...(member ? { member } : {}),
      ...(visitor ? { visitor } : {}),
      ...(idempotencyKey ? { idempotency: { key: idempotencyKey, bodyHash: hashRequest(contract.name, input) } } : {}),
    });
    context.replayed = answer.meta.replayed === true;
    return toWire(answer.output);
  } catch (error) {
    context.replayed = isReplayed(error);
    throw error;
  }
}

const OF_TENANT = '/tenants/{slug}/';

/**
 * The tenant whose audit log records a change by the admin token; changes to tenants themselves are in the deployment's
 * log.
 */
const namedTenant = ({ path }: Contract, { slug }: Record<string, unknown>) =>
  path?.startsWith(OF_TENANT) && typeof slug === 'string' ? { slug } : {};

/**
 * Like `callService`, for requests with a key or the admin token: changes are in the audit log
 * (docs/reference/console.md#audit-log).
 */
export function callLogged<C extends Contract>(
  contract: C,
  input: WireInputOf<C>,
  request: RequestContext,
): Promise<WireOutputOf<C>> {
  const call = (): Promise<WireOutputOf<C>> => callService(contract, input, request);
  if (!request.audited) return call();
  // safe: every input is an object
  const fields = input as Record<string, unknown>;
  return request.audited({ action: contract.name, input: fields, request, ...namedTenant(contract, fields) }, call);
}

/** Runs one operation for pruned, unparsed input; throws AppError with a code of the catalogue or of a field. */
export type CallOperation<C extends Contract = Contract> = (
  input: Record<string, unknown>,
  context: RequestContext,
) => Promise<WireOutputOf<C>>;

/**
 * One operation of the customer API or the operator API: parses the input (the only place that does), and calls the
 * service.
 */
export function makeCallOperation<C extends Contract>(contract: C): CallOperation<C> {
  const shape = makeInputShape(contract);
  return async (fields, context) => {
    const parsed = z.safeParse<C['input']>(contract.input, fields);
    if (parsed.success) return callLogged(contract, parsed.data, context);
    const more = context.idempotencyKey === null ? [IDEMPOTENCY_KEY_PROBLEM] : [];
    return refuseFields(shape, fields, parsed.error, more);
  };
}
