import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import type { AuthenticatedKey } from '@parley/common/contracts/internal/authenticate';
import type { Contract } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendJson } from '../answers/send-answer.ts';
import type { Authentication } from '../authentication/authenticate-key.ts';
import { extractKey } from '../authentication/extract-key.ts';
import { type InputShape, makeInputShape } from '../input/input-shape.ts';
import { checkContentType, JSON_MAX_BYTES, parseJsonObject } from '../input/parse-json-body.ts';
import { pruneBody, pruneQuery } from '../input/prune-input.ts';
import { readBody } from '../input/read-body.ts';
import type { LimitRate } from '../rate-limit/limit-rate.ts';
import type { WindowVerdict } from '../rate-limit/window-log.ts';
import type { RequestContext } from '../request-context.ts';
import { type CallProcedure, makeCallProcedure } from '../router.ts';
import { methodNotAllowed } from './route-methods.ts';

interface Deps {
  bus: RequestContext['bus'];
  authentication: Authentication;
  limitRate: LimitRate;
  /** Whether a plan may use the API (docs/reference/requests.md#plans). */
  isEligible: (plan: string) => boolean;
}

interface Action {
  contract: Contract;
  shape: InputShape;
  call: CallProcedure;
}

interface Address {
  tenant: string;
  action?: string;
}

const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/** A Map, so that the name of an object's own machinery is no action. */
const ACTIONS: ReadonlyMap<string, Action> = new Map(
  CUSTOMER_ACTIONS.map((contract) => [
    contract.name,
    { contract, shape: makeInputShape(contract), call: makeCallProcedure(contract) },
  ]),
);

const secondsUp = (ms: number): number => Math.max(0, Math.ceil(ms / 1000));

function tellRate(reply: FastifyReply, limit: number, verdict: WindowVerdict): void {
  reply.header('ratelimit-policy', `"default";q=${limit};w=60`);
  reply.header('ratelimit', `"default";r=${verdict.remaining};t=${secondsUp(verdict.resetMs)}`);
}

/** Steps 1–3 of docs/reference/requests.md#order-of-the-checks. */
async function enter(deps: Deps, request: FastifyRequest, reply: FastifyReply, tenant: string) {
  const key = extractKey(request.headers);
  if (key === null) throw new AppError('missing_api_key');
  const claim = { key, tenant, address: request.clientAddress, requestId: request.id };
  const authenticated = deps.authentication.authenticateKey(claim);
  const record = authenticated instanceof Promise ? await authenticated : authenticated;
  const limit = record.rate_limit_per_minute;
  const counted = deps.limitRate(record.instance_id, limit);
  const verdict = counted instanceof Promise ? await counted : counted;
  tellRate(reply, limit, verdict);
  if (verdict.allowed) return record;
  throw new AppError('rate_limited', {
    message: `At most ${limit} requests per minute with this key.`,
    retry_after: secondsUp(verdict.resetMs),
  });
}

/** Step 4: the action of the path, else of the query. */
function chooseAction(request: FastifyRequest, address: Address): Action {
  // safe: the query parser answers texts, and lists for repeated names
  const name = address.action ?? (request.query as Record<string, string | string[] | undefined>).action;
  if (Array.isArray(name)) throw invalidField('action', 'action must be given once.');
  if (name === undefined || name.trim() === '') throw new AppError('missing_action');
  const action = ACTIONS.get(name);
  if (!action) throw new AppError('unknown_action');
  return action;
}

/** Steps 5–7. */
function admit(deps: Deps, request: FastifyRequest, { contract }: Action, record: AuthenticatedKey): void {
  if (request.method !== contract.method) throw methodNotAllowed([contract.method]);
  if (contract.name === 'status') return;
  if (!record.tenant_active) {
    throw new AppError('insufficient_balance', { message: 'The account is inactive.' });
  }
  if (!deps.isEligible(record.plan)) throw new AppError('plan_not_eligible');
}

/** Step 8, and the fields as they came. */
async function readFields(request: FastifyRequest, { contract, shape }: Action): Promise<Record<string, unknown>> {
  if (contract.method === 'GET') return pruneQuery(shape, request.query as Record<string, unknown>); // safe: parsed query
  checkContentType(request.headers);
  return pruneBody(shape, parseJsonObject(await readBody(request.raw, JSON_MAX_BYTES)));
}

/**
 * The Idempotency-Key of a POST: undefined when absent, null when it is not acceptable
 * (docs/reference/requests.md#idempotency-key).
 */
function idempotencyKeyOf(request: FastifyRequest, { contract }: Action): string | null | undefined {
  const given = request.headers['idempotency-key'];
  if (given === undefined || contract.method !== 'POST') return undefined;
  return typeof given === 'string' && PRINTABLE.test(given) ? given : null;
}

/**
 * One request, checked in the order of docs/reference/requests.md#order-of-the-checks, whichever way the action was
 * named.
 */
async function answerAction(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const address = request.params as Address; // safe: the routes below have these parameters
  const record = await enter(deps, request, reply, address.tenant);
  const action = chooseAction(request, address);
  request.operation = action.contract.name;
  admit(deps, request, action, record);
  const fields = await readFields(request, action);
  const idempotencyKey = idempotencyKeyOf(request, action);
  const { tenant_id, tenant_slug, instance_id, channels } = record;
  const context: RequestContext = {
    bus: deps.bus,
    requestId: request.id,
    caller: { tenant_id, tenant_slug, instance_id, channels },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
  const output = await action.call(fields, context).finally(() => {
    if (context.replayed) reply.header('idempotency-replayed', 'true');
  });
  return sendJson(reply, action.contract.successStatus ?? 200, output);
}

/** The customer API: `{base_url}?action=…` and `{base_url}<action>` (docs/reference/requests.md#address). */
export function addCustomerRoutes(app: FastifyInstance, deps: Deps): void {
  const handle = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    request.operation = 'customer';
    return answerAction(deps, request, reply);
  };
  app.all('/:tenant/api/messaging', handle);
  app.all('/:tenant/api/messaging/:action', handle);
}

/** `any`, or a comma-separated list of plans (PARLEY_ELIGIBLE_PLANS). */
export function makeIsEligible(plans: string): (plan: string) => boolean {
  if (plans.trim().toLowerCase() === 'any') return () => true;
  const eligible = new Set(plans.split(',').map((plan) => plan.trim().toLowerCase()));
  return (plan) => eligible.has(plan.trim().toLowerCase());
}
