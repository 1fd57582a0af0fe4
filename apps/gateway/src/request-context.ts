import type { BusClient } from '@parley/bus/bus-client';
import type { Caller, MemberCaller, Visitor } from '@parley/common/call-context';

/** The context of a procedure of the router. */
export interface RequestContext {
  bus: Pick<BusClient, 'callParsed'>;
  requestId: string;
  /** The key of a customer action; absent for the operator. */
  caller?: Caller;
  /** Who asks from the console; absent before sign-in. */
  member?: MemberCaller;
  /** The browser of a request of the console. */
  visitor?: Visitor;
  /** The `Idempotency-Key` header as it came; null when it is not acceptable. */
  idempotencyKey?: string | null;
  /** Set by the procedure: the service repeated the first answer of this Idempotency-Key. */
  replayed?: boolean;
}
