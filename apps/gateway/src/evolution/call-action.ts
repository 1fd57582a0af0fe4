import { createHash } from 'node:crypto';
import type { AuthenticatedKey } from '@parley/common/contracts/internal/authenticate';
import { findProviderMessage } from '@parley/common/contracts/internal/find-provider-message';
import type { Contract, GivenInputOf, WireOutputOf } from '@parley/common/define-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { admitKey, type CustomerAccess } from '../callers/customer.ts';
import { pruneBody } from '../input/prune-input.ts';
import { serveOperation } from '../pipeline/answer-request.ts';
import { callService } from '../pipeline/call-service.ts';
import type { Serving } from '../pipeline/caller.ts';
import { idempotencyKeyOf } from '../pipeline/idempotency-key.ts';
import type { Fields, Operation } from '../pipeline/operation.ts';
import type { RequestContext } from '../pipeline/request-context.ts';
import { makeActionOperation } from '../uploads/upload-operations.ts';

/** The channel of every instance: a linked phone. */
export const CHANNEL = 'wd';

/** An authenticated request within the rate limit of its key. */
export interface EvolutionRequest {
  access: CustomerAccess;
  key: AuthenticatedKey;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A customer action as the routes call it. */
export interface Action<C extends Contract> {
  contract: C;
  operation: Operation;
}

export const actionOf = <C extends Contract>(contract: C): Action<C> => ({
  contract,
  operation: makeActionOperation(contract),
});

const KEY_MAX = 255;

/** The Idempotency-Key of a second step of the same request; a repeat of the request gets the same one. */
function keyOfStep(key: string, step: string): string {
  const longer = `${key}/${step}`;
  if (longer.length <= KEY_MAX) return longer;
  return createHash('sha256').update(longer).digest('hex');
}

const over = (
  { access }: EvolutionRequest,
  given: Fields,
  step: string | null,
): Serving<Operation, AuthenticatedKey> => ({
  admit(request, operation, key) {
    const context = admitKey(access, request, operation, key);
    const idempotencyKey = idempotencyKeyOf(request, operation.contract);
    if (idempotencyKey === undefined) return context;
    const isStep = step !== null && idempotencyKey !== null;
    return { ...context, idempotencyKey: isStep ? keyOfStep(idempotencyKey, step) : idempotencyKey };
  },
  async readFields(request, operation) {
    const fields = pruneBody(operation.shape, given);
    if (request.customer) request.customer.fields = fields;
    return fields;
  },
  namesReplays: true,
});

/**
 * Calls a customer action by the same steps as over HTTP: tenant, plan, rights, fields, audit. `step` sets its
 * Idempotency-Key apart from that of the request's main action.
 */
export async function callAction<C extends Contract>(
  asked: EvolutionRequest,
  { operation }: Action<C>,
  given: GivenInputOf<C>,
  step: string | null = null,
): Promise<{ output: WireOutputOf<C>; context: RequestContext }> {
  const { key, request, reply } = asked;
  const served = await serveOperation(over(asked, given, step), operation, key, { request, reply });
  return { output: served.output as WireOutputOf<C>, context: served.context }; // safe: the bus parsed it by the contract
}

/** Calls a customer action beside the main one: metrics and the request log keep the action and fields of the main one. */
export async function lookUp<C extends Contract>(
  asked: EvolutionRequest,
  action: Action<C>,
  given: GivenInputOf<C>,
  step: string | null = null,
): Promise<{ output: WireOutputOf<C>; context: RequestContext }> {
  const { request } = asked;
  const { operation } = request;
  const fields = request.customer?.fields ?? null;
  try {
    return await callAction(asked, action, given, step);
  } finally {
    request.operation = operation;
    if (request.customer) request.customer.fields = fields;
  }
}

/** Parley's id of a message of the account, by WhatsApp's id; null where Parley has none. */
export async function findMessageId(
  { context, id: accountId }: { context: RequestContext; id: string },
  providerMessageId: string,
): Promise<string | null> {
  const named = { channel: CHANNEL, accountId, providerMessageId } as const;
  const { idempotencyKey: _, ...ofLookUp } = context;
  return (await callService(findProviderMessage, named, ofLookUp)).messageId;
}
