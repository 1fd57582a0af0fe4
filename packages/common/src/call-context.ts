import { z } from 'zod';
import { Channel } from './channels.ts';

/** The key that a request came with, as the gateway authenticated it (docs/reference/requests.md#api-keys). */
export const Caller = z.object({
  tenant_id: z.int(),
  tenant_slug: z.string(),
  instance_id: z.string(),
  channels: z.array(Channel),
});
export type Caller = z.infer<typeof Caller>;

/** What accompanies the input of every request over the bus. */
export const CallContext = z.object({
  request_id: z.string(),
  /** Present on customer actions. */
  caller: Caller.optional(),
  /**
   * `Idempotency-Key` of the request, and the SHA-256 of what it asks for (docs/reference/requests.md#idempotency-key).
   */
  idempotency: z.object({ key: z.string(), body_hash: z.string() }).optional(),
  /** Milliseconds since the epoch after which nobody waits for the answer any more. */
  deadline_at: z.number(),
});
export type CallContext = z.infer<typeof CallContext>;

/** A context of a customer action: the gateway always sends the caller with those. */
export function callerOf(context: CallContext): Caller {
  if (!context.caller) throw new Error('A customer action arrived without its caller.');
  return context.caller;
}
