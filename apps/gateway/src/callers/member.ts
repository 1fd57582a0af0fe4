import { createHash, randomBytes } from 'node:crypto';
import type { BusClient } from '@parley/bus/bus-client';
import { isOperator, type MemberCaller } from '@parley/common/call-context';
import { CHANNELS } from '@parley/common/channels';
import { isAllowedWhileInactive } from '@parley/common/contracts/console/inactive-tenant';
import { findKeyOfTenant } from '@parley/common/contracts/internal/console-session';
import { AppError } from '@parley/common/errors';
import { isOfTenant, mayDo } from '@parley/common/workspace/console-roles';
import type { FastifyRequest } from 'fastify';
import type { IsIn } from '../addresses/address-network.ts';
import { visitorOf } from '../addresses/visitor-of.ts';
import type { AuditAccess } from '../audit/prepare-audit.ts';
import type { MemberAuthentication, SignedIn } from '../console/authenticate-member.ts';
import { checkOrigin } from '../console/check-origin.ts';
import type { DemoGate } from '../demo/demo-gate.ts';
import type { BodyRoom } from '../input/body-room.ts';
import { pruneBody } from '../input/prune-input.ts';
import type { ReadRaw } from '../input/read-json-object.ts';
import { readStrangersBody } from '../input/read-strangers-body.ts';
import type { CallTurns } from '../pipeline/call-turns.ts';
import type { Caller } from '../pipeline/caller.ts';
import { idempotencyKeyOf } from '../pipeline/idempotency-key.ts';
import type { Fields } from '../pipeline/operation.ts';
import type { RequestContext } from '../pipeline/request-context.ts';
import { limitMember } from '../rate-limit/limit-member.ts';
import type { LimitRate } from '../rate-limit/limit-rate.ts';
import { readCallInput } from '../trpc/read-call-input.ts';
import { type ConsoleOperation, type MemberOperation, traitsOf } from './member-operation.ts';
import { type Cookies, moveIntoCookies } from './move-into-cookies.ts';
import { TRPC_ANSWERS } from './over-trpc.ts';

export interface MemberAccess extends AuditAccess, Cookies {
  bus: Pick<BusClient, 'call' | 'callParsed'>;
  members: Pick<MemberAuthentication, 'authenticate'>;
  limitRate: LimitRate;
  publicUrl: string;
  /** The calls of each member, reads and changes apart: a change may wait for a provider. */
  turns: CallTurns;
  /** Memory for the bodies of senders who are not signed in. */
  strangers: BodyRoom;
  /** The limits of a public demo; absent: it is none. */
  demo?: DemoGate | undefined;
}

/** The session of a request; null for an operation that needs none. Errors: foreign_origin, not_signed_in, rate_limited. */
async function authenticate(
  { publicUrl, cookie, members }: MemberAccess,
  request: FastifyRequest,
  { label, asked }: MemberOperation,
): Promise<SignedIn | null> {
  // A refused request is counted under its operation as well.
  request.operation = label;
  checkOrigin(request.method, request.headers, publicUrl);
  if (asked.permission === 'public') return null;
  const token = cookie.read(request.headers.cookie);
  return members.authenticate({ token, address: request.clientAddress, requestId: request.id });
}

/**
 * The caller that a customer action sees: the oldest key of the tenant, with every channel, since the role decides.
 * Errors: unknown_key.
 */
async function callerFor({ bus }: MemberAccess, { tenantId, tenantSlug }: MemberCaller, requestId: string) {
  if (tenantId === null || tenantSlug === null) throw new AppError('no_tenant_chosen');
  const { instanceId } = await bus.call(findKeyOfTenant, { tenantId }, { requestId });
  if (instanceId === null)
    throw new AppError('unknown_key', { message: 'Create a key first: a channel belongs to a key.' });
  return { tenantId, tenantSlug, instanceId, channels: [...CHANNELS] };
}

/** Errors: permission_denied, no_tenant_chosen, tenant_inactive, rate_limited, unknown_key. */
async function admit(
  access: MemberAccess,
  request: FastifyRequest,
  operation: MemberOperation,
  signedIn: SignedIn | null,
): Promise<RequestContext> {
  const { bus, audited } = access;
  const context: RequestContext = { bus, requestId: request.id, ...describeVisitor(access, request, operation) };
  if (operation.isAudited) context.audited = audited;
  if (!signedIn || !isOperator(signedIn.member))
    access.demo?.admit(operation.name, operation.asked.method, signedIn?.member.tenantId ?? null);
  if (signedIn === null) return context;
  const { member } = signedIn;
  checkRights(signedIn, operation.asked);
  await limitMember(access.limitRate, operation, member);
  context.member = member;
  context.inTurn = (work) => access.turns(`${operation.asked.method} ${member.memberId ?? member.sessionId}`, work);
  if (operation.contract.kind === 'action') context.caller = await callerFor(access, member, request.id);
  const idempotencyKey = idempotencyKeyOf(request, operation.asked);
  if (idempotencyKey !== undefined) context.idempotencyKey = idempotencyKey;
  return context;
}

/** The input; a stream continues after the last event that the browser saw. */
async function readInput(request: FastifyRequest, read: ReadRaw | undefined): Promise<Fields> {
  const input = await readCallInput(request, read);
  const lastId = request.headers['last-event-id'] ?? input.lastEventId;
  return lastId === undefined || lastId === '' ? input : { ...input, after: lastId };
}

/** The tenant is the session's, whatever the browser sends. Errors: no_tenant_chosen. */
async function readFields(
  { strangers }: MemberAccess,
  request: FastifyRequest,
  { asked, contract, shape }: MemberOperation,
  { member }: RequestContext,
): Promise<Fields> {
  // Only a session or a token in the body identifies the sender.
  const read: ReadRaw | undefined =
    asked.permission === 'public' ? (given) => readStrangersBody(strangers, given) : undefined;
  const fields = pruneBody(shape, await readInput(request, read));
  if (!('target' in asked) || !isOfTenant(asked.permission) || !('slug' in contract.input.shape)) return fields;
  if (!member?.tenantSlug) throw new AppError('no_tenant_chosen');
  return { ...fields, slug: member.tenantSlug };
}

/** A member of a workspace, or the operator, in the console (docs/reference/console.md#operations). */
export const makeMember = (access: MemberAccess): Caller<MemberOperation, SignedIn | null> => ({
  ...TRPC_ANSWERS,
  authenticate(request, chosen) {
    if (chosen instanceof AppError) throw chosen;
    return authenticate(access, request, chosen);
  },
  admit: (request, operation, signedIn) => admit(access, request, operation, signedIn),
  readFields: (request, operation, context) => readFields(access, request, operation, context),
  answer: (reply, operation, output, context) => moveIntoCookies(access, reply, operation, output, context),
  namesReplays: false,
});

/** Errors: permission_denied, no_tenant_chosen, tenant_inactive (docs/reference/console.md#inactive-workspaces). */
function checkRights({ member, isTenantActive }: SignedIn, operation: ConsoleOperation): void {
  const { permission } = operation;
  if (!mayDo(member.roles, permission)) throw new AppError('permission_denied');
  if (!isOfTenant(permission)) return;
  if (member.tenantId === null) throw new AppError('no_tenant_chosen');
  if (isTenantActive || isOperator(member) || isAllowedWhileInactive(operation)) return;
  throw new AppError('tenant_inactive');
}

interface Access extends Pick<Cookies, 'deviceCookie'> {
  isShared: IsIn;
}

const SECRET_BYTES = 32;

/** The browser's secret; a new one if it has none and may be about to sign in. */
function deviceSecretOf({ deviceCookie }: Access, request: FastifyRequest, { asked }: MemberOperation) {
  const kept = deviceCookie.read(request.headers.cookie);
  return kept ?? (traitsOf(asked).remembersDevice ? randomBytes(SECRET_BYTES).toString('base64url') : null);
}

/** The visitor as the service sees it; services know a device only by the hash of its secret. */
function describeVisitor(access: Access, request: FastifyRequest, operation: MemberOperation) {
  const visitor = visitorOf(request, access.isShared);
  const deviceSecret = deviceSecretOf(access, request, operation);
  if (deviceSecret === null) return { visitor };
  const device = createHash('sha256').update(deviceSecret).digest('hex');
  return { visitor: { ...visitor, device }, deviceSecret };
}
