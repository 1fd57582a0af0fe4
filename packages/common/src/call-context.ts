import { z } from 'zod';
import { Channel } from './channels.ts';
import { ConsoleRole } from './workspace/console-roles.ts';

/** The key of a request, as authenticated by the gateway (docs/reference/requests.md#api-keys). */
export const Caller = z.object({
  tenantId: z.int(),
  tenantSlug: z.string(),
  instanceId: z.string(),
  channels: z.array(Channel),
});
export type Caller = z.infer<typeof Caller>;

/** The caller of the console, as authenticated by the gateway from the session (docs/reference/console.md#sessions). */
export const MemberCaller = z.object({
  sessionId: z.string(),
  roles: z.array(ConsoleRole).min(1),
  /** Null: the operator, signed in with the admin token. */
  memberId: z.string().nullable(),
  /** Null: the operator of the deployment, acting as no tenant. */
  tenantId: z.int().nullable(),
  tenantSlug: z.string().nullable(),
  /** Opened through the issuer of the tenant, which is trusted for that tenant only. */
  viaIssuer: z.literal(true).optional(),
});
export type MemberCaller = z.infer<typeof MemberCaller>;

/** The browser of a console request. */
export const Visitor = z.object({
  address: z.string().max(100),
  /** The network by which failed sign-ins are counted; null when many people share it. */
  network: z.string().max(100).nullable(),
  /** SHA-256 (hex) of the secret in the cookie of a browser that signs in, or has signed in before. */
  device: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  userAgent: z.string().max(300),
});
export type Visitor = z.infer<typeof Visitor>;

/** The context of every request over the bus. */
export const CallContext = z.object({
  requestId: z.string(),
  /** Present on customer actions. */
  caller: Caller.optional(),
  /** Present on operations of the console, except those before sign-in. */
  member: MemberCaller.optional(),
  /** Present on operations of the console. */
  visitor: Visitor.optional(),
  /**
   * `Idempotency-Key` of the request, and the SHA-256 of its body (docs/reference/requests.md#idempotency-key).
   */
  idempotency: z.object({ key: z.string(), bodyHash: z.string() }).optional(),
  /** Milliseconds since the epoch after which the caller no longer waits. */
  deadlineAt: z.number(),
  /** The caller's span, as a W3C `traceparent`, where the request is traced (docs/operations/traces.md). */
  traceparent: z.string().max(100).optional(),
});
export type CallContext = z.infer<typeof CallContext>;

/** The caller of a customer action; the gateway always sends it with such an action. */
export function callerOf(context: CallContext): Caller {
  if (!context.caller) throw new Error('A customer action arrived without its caller.');
  return context.caller;
}

/** The member of a console operation that needs a session; the gateway always sends it with such an operation. */
export function memberOf(context: Pick<CallContext, 'member'>): MemberCaller {
  if (!context.member) throw new Error('An operation of the console arrived without its member.');
  return context.member;
}

/** Whether the caller belongs to the deployment. */
export const isOperator = ({ roles }: Pick<MemberCaller, 'roles'>): boolean => roles.includes('operator');

/** The tenant of the session; the gateway calls no operation of a tenant without one. */
export function tenantIdOf(context: Pick<CallContext, 'member'>): number {
  const { tenantId: id } = memberOf(context);
  if (id === null) throw new Error('An operation of a tenant arrived without its tenant.');
  return id;
}

/** The browser of a console operation. */
export function visitorOf(context: Pick<CallContext, 'visitor'>): Visitor {
  if (!context.visitor) throw new Error('An operation of the console arrived without its visitor.');
  return context.visitor;
}
