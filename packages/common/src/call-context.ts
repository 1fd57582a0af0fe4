import { z } from 'zod';
import { Channel } from './channels.ts';
import { ConsoleRole } from './console-roles.ts';

/** The key that a request came with, as the gateway authenticated it (docs/reference/requests.md#api-keys). */
export const Caller = z.object({
  tenantId: z.int(),
  tenantSlug: z.string(),
  instanceId: z.string(),
  channels: z.array(Channel),
});
export type Caller = z.infer<typeof Caller>;

/** Who asks from the console, as the gateway authenticated their session (docs/reference/console.md#sessions). */
export const MemberCaller = z.object({
  sessionId: z.string(),
  role: ConsoleRole,
  /** Null: the operator who signed in with the admin token. */
  memberId: z.string().nullable(),
  /** Null: of the deployment, and acting as no tenant. */
  tenantId: z.int().nullable(),
  tenantSlug: z.string().nullable(),
});
export type MemberCaller = z.infer<typeof MemberCaller>;

/** The browser that a request of the console came from. */
export const Visitor = z.object({
  address: z.string().max(100),
  /** What failed sign-ins are counted by; null where many people share it. */
  network: z.string().max(100).nullable(),
  /** SHA-256 (hex) of the secret in the cookie of a browser that signs in, or has signed in before. */
  device: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  userAgent: z.string().max(300),
});
export type Visitor = z.infer<typeof Visitor>;

/** What accompanies the input of every request over the bus. */
export const CallContext = z.object({
  requestId: z.string(),
  /** Present on customer actions. */
  caller: Caller.optional(),
  /** Present on operations of the console, but for those before sign-in. */
  member: MemberCaller.optional(),
  /** Present on operations of the console. */
  visitor: Visitor.optional(),
  /**
   * `Idempotency-Key` of the request, and the SHA-256 of what it asks for (docs/reference/requests.md#idempotency-key).
   */
  idempotency: z.object({ key: z.string(), bodyHash: z.string() }).optional(),
  /** Milliseconds since the epoch after which nobody waits for the answer any more. */
  deadlineAt: z.number(),
});
export type CallContext = z.infer<typeof CallContext>;

/** A context of a customer action: the gateway always sends the caller with those. */
export function callerOf(context: CallContext): Caller {
  if (!context.caller) throw new Error('A customer action arrived without its caller.');
  return context.caller;
}

/** A context of an operation of the console that needs a session: the gateway always sends the member with those. */
export function memberOf(context: Pick<CallContext, 'member'>): MemberCaller {
  if (!context.member) throw new Error('An operation of the console arrived without its member.');
  return context.member;
}

/** The tenant of the session, of an operation of a tenant: the gateway calls none of those without one. */
export function tenantIdOf(context: Pick<CallContext, 'member'>): number {
  const { tenantId: id } = memberOf(context);
  if (id === null) throw new Error('An operation of a tenant arrived without its tenant.');
  return id;
}

/** The browser of an operation of the console. */
export function visitorOf(context: Pick<CallContext, 'visitor'>): Visitor {
  if (!context.visitor) throw new Error('An operation of the console arrived without its visitor.');
  return context.visitor;
}
