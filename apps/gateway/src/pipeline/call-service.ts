import { createHash } from 'node:crypto';
import { casingOf } from '@parley/common/casing/contract-casing';
import type { Contract, WireInputOf, WireOutputOf } from '@parley/common/define-contract';
import { AppError, fieldError } from '@parley/common/errors';
import { isReplayed } from '@parley/common/messages/replayed';
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

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}

/**
 * SHA-256 (hex) of a request's action and parsed input, independent of the order of members
 * (docs/reference/requests.md#idempotency-key).
 */
function hashRequest(action: string, input: object): string {
  return createHash('sha256')
    .update(`${action}\n${canonicalJson(input)}`)
    .digest('hex');
}
