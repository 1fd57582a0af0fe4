import { AppError } from '@parley/common/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callService } from './call-service.ts';
import type { Caller, Choose, Serving } from './caller.ts';
import type { Fields, Operation } from './operation.ts';
import { parseFields } from './parse-fields.ts';
import type { RequestContext } from './request-context.ts';

/** Calls the service of an operation, or the gateway's own handler. */
function perform(
  { contract, perform: own }: Operation,
  input: Fields,
  context: RequestContext,
  request: FastifyRequest,
): Promise<unknown> {
  return own ? own(input, context, request) : callService(contract, input, context);
}

/** Makes the call; the audit log records those that it must, before and after. */
function call(operation: Operation, input: Fields, context: RequestContext, request: FastifyRequest): Promise<unknown> {
  const { audited } = context;
  if (!audited) return perform(operation, input, context, request);
  const { name: action, namesTenant } = operation;
  const named = namesTenant && typeof input.slug === 'string' ? { slug: input.slug } : {};
  return audited({ action, input, request: context, ...named }, () => perform(operation, input, context, request));
}

/** Steps 1 to 3: who sent the request, and is the sender within its limit? */
export async function identifySender<O extends Operation, Who>(
  caller: Pick<Caller<O, Who>, 'authenticate' | 'limit'>,
  chosen: O | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Who> {
  // A known key or session is in the cache, and nothing waits.
  const found = caller.authenticate(request, chosen);
  const who: Who = found instanceof Promise ? await found : found;
  const counting = caller.limit?.(request, reply, who);
  if (counting) await counting;
  return who;
}

/** Steps 5 to 12, for a sender that is known. */
export async function serveOperation<O extends Operation, Who>(
  caller: Serving<O, Who>,
  operation: O,
  who: Who,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<{ output: unknown; context: RequestContext }> {
  request.operation = operation.label;
  // Steps 5 to 8: may the sender call it?
  const admitted = caller.admit(request, operation, who);
  const context = admitted instanceof Promise ? await admitted : admitted;
  // Steps 9 and 10: the fields.
  const fields = await caller.readFields(request, operation, context);
  if (context.unknownFields !== undefined) reply.header('parley-unknown-fields', context.unknownFields);
  const input = parseFields(operation, fields, context);
  // Steps 11 and 12: the service.
  try {
    const { inTurn = (work) => work(), noteRead } = context;
    const output = await inTurn(() => call(operation, input, context, request));
    if (noteRead) await noteRead(operation.contract, output, context);
    return { output, context };
  } finally {
    if (context.replayed && caller.namesReplays) reply.header('idempotency-replayed', 'true');
  }
}

/**
 * Handles one request of any caller, in the order of docs/reference/requests.md#order-of-the-checks: the first check
 * that fails throws. Once the answer is sent, a hook of the server (make-server.ts) writes the request log and counts
 * the request under `request.operation`.
 */
export async function answerRequest<O extends Operation, Who>(
  caller: Caller<O, Who>,
  choose: Choose<O>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  try {
    const chosen = choose(request);
    const who = await identifySender(caller, chosen, request, reply);
    // Runs step 4: only a known sender learns which operations exist.
    if (chosen instanceof AppError) throw chosen;
    const { output, context } = await serveOperation(caller, chosen, who, { request, reply });
    return caller.answer(reply, chosen, output, context);
  } catch (error) {
    return caller.answerError(reply, error);
  }
}

/** Handles the requests of one kind of caller for one operation. */
export type Run = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** The pipeline for an operation that a router has chosen. */
export function makeRun<O extends Operation, Who>(caller: Caller<O, Who>, operation: O): Run {
  const choose = () => operation;
  return (request, reply) => answerRequest(caller, choose, request, reply);
}
