import { casingOf } from '@parley/common/casing/contract-casing';
import type { Contract, WireInputOf, WireOutputOf } from '@parley/common/define-contract';
import { AppError, fieldError } from '@parley/common/errors';
import { isReplayed } from '@parley/common/replayed';
import { hashRequest } from './hash-request.ts';
import { IDEMPOTENCY_KEY_PROBLEM } from './idempotency-key.ts';
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
