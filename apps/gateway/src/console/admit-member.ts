import { createHash, randomBytes } from 'node:crypto';
import type { BusClient } from '@parley/bus/bus-client';
import type { MemberCaller } from '@parley/common/call-context';
import { CHANNELS } from '@parley/common/channels';
import { isOfTenant, mayDo } from '@parley/common/console-roles';
import { isAllowedWhileInactive } from '@parley/common/contracts/console/inactive-tenant';
import { findKeyOfTenant } from '@parley/common/contracts/internal/console-session';
import { AppError } from '@parley/common/errors';
import type { FastifyRequest } from 'fastify';
import type { IsIn } from '../addresses/address-network.ts';
import { visitorOf } from '../addresses/visitor-of.ts';
import { idempotencyKeyOf } from '../authentication/admit-customer.ts';
import type { BrowserCookie } from '../browser-cookie.ts';
import type { RequestContext } from '../request-context.ts';
import type { MemberAuthentication, SignedIn } from './authenticate-member.ts';
import { checkOrigin } from './check-origin.ts';
import type { ConsoleOperation } from './console-context.ts';

export interface ConsoleAccess {
  bus: Pick<BusClient, 'call' | 'callParsed'>;
  members: Pick<MemberAuthentication, 'authenticate'>;
  cookie: BrowserCookie;
  /** Recognises a browser that signed in before. */
  deviceCookie: BrowserCookie;
  isShared: IsIn;
  publicUrl: string;
}

/** Errors: permission_denied, no_tenant_chosen, tenant_inactive (docs/reference/console.md#inactive-workspaces). */
function checkRights({ member, isTenantActive }: SignedIn, operation: ConsoleOperation): void {
  const { permission } = operation;
  if (!mayDo(member.role, permission)) throw new AppError('permission_denied');
  if (!isOfTenant(permission)) return;
  if (member.tenantId === null) throw new AppError('no_tenant_chosen');
  if (isTenantActive || member.role === 'operator' || isAllowedWhileInactive(operation)) return;
  throw new AppError('tenant_inactive');
}

/**
 * The caller that a customer action sees: the oldest key of the tenant, with every channel, since the role decides.
 * Errors: unknown_key.
 */
async function callerFor({ bus }: ConsoleAccess, { tenantId, tenantSlug }: MemberCaller, requestId: string) {
  if (tenantId === null || tenantSlug === null) throw new AppError('no_tenant_chosen');
  const { instanceId } = await bus.call(findKeyOfTenant, { tenantId }, { requestId });
  if (instanceId === null)
    throw new AppError('unknown_key', { message: 'Create a key first: a channel belongs to a key.' });
  return { tenantId, tenantSlug, instanceId, channels: [...CHANNELS] };
}

const SECRET_BYTES = 32;

/** The browser's secret; a new one if it has none and may be about to sign in. */
function deviceSecretOf({ deviceCookie }: ConsoleAccess, request: FastifyRequest, operation: ConsoleOperation) {
  const kept = deviceCookie.read(request.headers.cookie);
  return kept ?? ('remembersDevice' in operation ? randomBytes(SECRET_BYTES).toString('base64url') : null);
}

/** The visitor as the service sees it; services know a device only by the hash of its secret. */
function describeVisitor(access: ConsoleAccess, request: FastifyRequest, operation: ConsoleOperation) {
  const visitor = visitorOf(request, access.isShared);
  const deviceSecret = deviceSecretOf(access, request, operation);
  if (deviceSecret === null) return { visitor };
  const device = createHash('sha256').update(deviceSecret).digest('hex');
  return { visitor: { ...visitor, device }, deviceSecret };
}

/**
 * Checks a request of the console (docs/reference/console.md#operations). Errors: foreign_origin, not_signed_in, rate_limited,
 * permission_denied, no_tenant_chosen, tenant_inactive, unknown_key.
 */
export async function admitMember(
  access: ConsoleAccess,
  request: FastifyRequest,
  operation: ConsoleOperation,
): Promise<RequestContext> {
  checkOrigin(request.method, request.headers, access.publicUrl);
  const { id: requestId, clientAddress: address } = request;
  const context = { bus: access.bus, requestId, ...describeVisitor(access, request, operation) };
  if (operation.permission === 'public') return context;
  const token = access.cookie.read(request.headers.cookie);
  const signedIn = await access.members.authenticate({ token, address, requestId });
  checkRights(signedIn, operation);
  const { member } = signedIn;
  const isAction = 'target' in operation && operation.target.kind === 'action';
  const idempotencyKey = idempotencyKeyOf(request, operation);
  return {
    ...context,
    member,
    ...(isAction ? { caller: await callerFor(access, member, requestId) } : {}),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
}
