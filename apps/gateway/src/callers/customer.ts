import { status } from '@parley/common/contracts/account/status';
import type { AuthenticatedKey } from '@parley/common/contracts/internal/authenticate';
import { AppError } from '@parley/common/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { visitorOf } from '../addresses/visitor-of.ts';
import { methodNotAllowed } from '../answers/method-not-allowed.ts';
import { type AuditAccess, prepareAudit } from '../audit/prepare-audit.ts';
import type { Authentication } from '../authentication/authenticate-key.ts';
import { extractKey } from '../authentication/extract-key.ts';
import type { DemoGate } from '../demo/demo-gate.ts';
import { checkUnknown } from '../input/check-unknown.ts';
import { pruneBody, pruneQuery } from '../input/prune-input.ts';
import { readJsonObject } from '../input/read-json-object.ts';
import type { Caller } from '../pipeline/caller.ts';
import { idempotencyKeyOf } from '../pipeline/idempotency-key.ts';
import type { Fields, Operation } from '../pipeline/operation.ts';
import type { NoteRead, RequestContext } from '../pipeline/request-context.ts';
import type { LimitRate } from '../rate-limit/limit-rate.ts';
import type { WindowVerdict } from '../rate-limit/window-log.ts';
import { PLAIN_ANSWERS } from './plain-answers.ts';

/** The checks that a request with a key must pass, and the bus that serves it. */
export interface CustomerAccess extends AuditAccess {
  bus: RequestContext['bus'];
  authentication: Pick<Authentication, 'authenticateKey'>;
  limitRate: LimitRate;
  noteRead: NoteRead;
  /** Whether a plan may use the API (docs/reference/requests.md#plans). */
  isEligible: (plan: string) => boolean;
  /** The limits of a public demo; absent: it is none. */
  demo?: DemoGate | undefined;
}

/** Runs steps 1 and 2 with the key that was sent. Over tRPC the address names no tenant, and the key determines it. */
export function authenticateBy(
  { authentication }: CustomerAccess,
  request: FastifyRequest,
  key: string | null,
): AuthenticatedKey | Promise<AuthenticatedKey> {
  const { tenant = null } = request.params as { tenant?: string }; // safe: the routes have this parameter, or none of it
  request.customer = { tenantSlug: tenant, tenantId: null, instanceId: null, fields: null };
  if (key === null) throw new AppError('missing_api_key');
  return authentication.authenticateKey({ key, tenant, address: request.clientAddress, requestId: request.id });
}

const secondsUp = (ms: number): number => Math.max(0, Math.ceil(ms / 1000));

/** Writes the rate headers. Errors: rate_limited. */
function applyVerdict(reply: FastifyReply, limit: number, { allowed, remaining, resetMs }: WindowVerdict): void {
  const seconds = secondsUp(resetMs);
  reply.header('ratelimit-policy', `"default";q=${limit};w=60`);
  reply.header('ratelimit', `"default";r=${remaining};t=${seconds}`);
  if (allowed) return;
  throw new AppError('rate_limited', {
    message: `At most ${limit} requests per minute with this key.`,
    retry_after: seconds,
  });
}

/** Runs step 3. From here on the request log names the key. */
function limit(
  { limitRate }: CustomerAccess,
  request: FastifyRequest,
  reply: FastifyReply,
  { tenantSlug, tenantId, instanceId, rateLimitPerMinute }: AuthenticatedKey,
): Promise<void> | undefined {
  if (request.customer) Object.assign(request.customer, { tenantSlug, tenantId, instanceId });
  const counted = limitRate(instanceId, rateLimitPerMinute);
  if (counted instanceof Promise) return counted.then((verdict) => applyVerdict(reply, rateLimitPerMinute, verdict));
  applyVerdict(reply, rateLimitPerMinute, counted);
  return undefined;
}

/** Steps 6 to 8. */
export function admitKey(
  access: CustomerAccess,
  request: FastifyRequest,
  operation: Operation,
  { tenantId, tenantSlug, instanceId, channels, tenantActive, plan, mayRead }: AuthenticatedKey,
): RequestContext {
  access.demo?.admit(operation.name, operation.contract.method, tenantId);
  const isForAll = operation.contract.name === status.name;
  if (!isForAll && !tenantActive) throw new AppError('insufficient_balance', { message: 'The account is inactive.' });
  if (!isForAll && !access.isEligible(plan)) throw new AppError('plan_not_eligible');
  if (operation.contract.requires === 'may_read' && !mayRead) throw new AppError('read_not_allowed');
  const context: RequestContext = {
    bus: access.bus,
    requestId: request.id,
    caller: { tenantId, tenantSlug, instanceId, channels },
  };
  prepareAudit(access, request, operation, context);
  if (operation.contract.requires === 'may_read') {
    context.noteRead = access.noteRead;
    context.visitor = visitorOf(request, access.isShared);
  }
  return context;
}

/** Steps 5 to 8. */
function admit(
  access: CustomerAccess,
  request: FastifyRequest,
  operation: Operation,
  key: AuthenticatedKey,
): RequestContext {
  const { contract } = operation;
  if (request.method !== contract.method) throw methodNotAllowed([contract.method]);
  const context = admitKey(access, request, operation, key);
  const idempotencyKey = idempotencyKeyOf(request, contract);
  if (idempotencyKey !== undefined) context.idempotencyKey = idempotencyKey;
  return context;
}

/** Steps 9 and 10, as far as they need no values. */
async function readFields(
  request: FastifyRequest,
  { contract, shape, readGiven = readJsonObject }: Operation,
  context: RequestContext,
): Promise<Fields> {
  // safe: parsed query
  const { action: _action, strict, ...query } = request.query as Fields;
  const isQuery = contract.method === 'GET';
  const given = isQuery ? query : await readGiven(request, query);
  const fields = isQuery ? pruneQuery(shape, given) : pruneBody(shape, given);
  if (request.customer) request.customer.fields = fields;
  checkUnknown(shape, given, strict, context);
  return fields;
}

/** A customer's system: a key, its rate limit, its account and plan (docs/reference/requests.md). */
export const makeCustomer = (access: CustomerAccess): Caller<Operation, AuthenticatedKey> => ({
  ...PLAIN_ANSWERS,
  authenticate: (request) => authenticateBy(access, request, extractKey(request.headers)),
  limit: (request, reply, key) => limit(access, request, reply, key),
  admit: (request, operation, key) => admit(access, request, operation, key),
  readFields,
  namesReplays: true,
});
