import type { AuthenticatedKey } from '@parley/common/contracts/internal/authenticate';
import type { Contract } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditFor } from '../audit/audit-for.ts';
import type { LimitRate } from '../rate-limit/limit-rate.ts';
import type { WindowVerdict } from '../rate-limit/window-log.ts';
import type { RequestContext } from '../request-context.ts';
import type { Authentication } from './authenticate-key.ts';
import { extractKey } from './extract-key.ts';

/** The checks that a request with a key must pass, and the bus that serves it. */
export interface CustomerAccess {
  bus: RequestContext['bus'];
  authentication: Authentication;
  limitRate: LimitRate;
  /** Whether a plan may use the API (docs/reference/requests.md#plans). */
  isEligible: (plan: string) => boolean;
  auditFor: AuditFor;
}

const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

const secondsUp = (ms: number): number => Math.max(0, Math.ceil(ms / 1000));

function writeRateHeaders(reply: FastifyReply, limit: number, verdict: WindowVerdict): void {
  reply.header('ratelimit-policy', `"default";q=${limit};w=60`);
  reply.header('ratelimit', `"default";r=${verdict.remaining};t=${secondsUp(verdict.resetMs)}`);
}

/** Steps 1–3 of docs/reference/requests.md#order-of-the-checks; `tenant` is null if the address names none. */
export async function enterCustomer(
  access: CustomerAccess,
  request: FastifyRequest,
  reply: FastifyReply,
  tenant: string | null,
): Promise<AuthenticatedKey> {
  request.customer = { tenantSlug: tenant, tenantId: null, instanceId: null, fields: null };
  const key = extractKey(request.headers);
  if (key === null) throw new AppError('missing_api_key');
  const claim = { key, tenant, address: request.clientAddress, requestId: request.id };
  const authenticated = access.authentication.authenticateKey(claim);
  const record = authenticated instanceof Promise ? await authenticated : authenticated;
  const { tenantSlug, tenantId, instanceId } = record;
  Object.assign(request.customer, { tenantSlug, tenantId, instanceId });
  const limit = record.rateLimitPerMinute;
  const counted = access.limitRate(record.instanceId, limit);
  const verdict = counted instanceof Promise ? await counted : counted;
  writeRateHeaders(reply, limit, verdict);
  if (verdict.allowed) return record;
  throw new AppError('rate_limited', {
    message: `At most ${limit} requests per minute with this key.`,
    retry_after: secondsUp(verdict.resetMs),
  });
}

function checkAccount(
  { isEligible }: Pick<CustomerAccess, 'isEligible'>,
  contract: Contract,
  record: AuthenticatedKey,
): void {
  if (contract.name === 'status') return;
  if (!record.tenantActive) {
    throw new AppError('insufficient_balance', { message: 'The account is inactive.' });
  }
  if (!isEligible(record.plan)) throw new AppError('plan_not_eligible');
}

/**
 * The Idempotency-Key of a POST: undefined when absent, null when it is not acceptable
 * (docs/reference/requests.md#idempotency-key).
 */
export function idempotencyKeyOf(
  request: FastifyRequest,
  contract: Pick<Contract, 'method'>,
): string | null | undefined {
  const given = request.headers['idempotency-key'];
  if (given === undefined || contract.method !== 'POST') return undefined;
  return typeof given === 'string' && PRINTABLE.test(given) ? given : null;
}

/** Steps 6 and 7 of docs/reference/requests.md#order-of-the-checks; returns the call context of the customer action. */
export function admitCustomer(
  { bus, isEligible, auditFor }: CustomerAccess,
  request: FastifyRequest,
  contract: Contract,
  record: AuthenticatedKey,
): RequestContext {
  checkAccount({ isEligible }, contract, record);
  const { tenantId, tenantSlug, instanceId, channels } = record;
  const idempotencyKey = idempotencyKeyOf(request, contract);
  return {
    bus,
    requestId: request.id,
    caller: { tenantId, tenantSlug, instanceId, channels },
    ...auditFor(contract, request),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
}

/** `any`, or a comma-separated list of plans (PARLEY_ELIGIBLE_PLANS). */
export function makeIsEligible(plans: string): (plan: string) => boolean {
  if (plans.trim().toLowerCase() === 'any') return () => true;
  const eligible = new Set(plans.split(',').map((plan) => plan.trim().toLowerCase()));
  return (plan) => eligible.has(plan.trim().toLowerCase());
}
