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
  /** Who sent a request of the console, or one that the audit log has. */
  visitor?: Visitor;
  /** The secret by which the browser of a console request is known, for its cookie. */
  deviceSecret?: string;
  /** Of a request of the APIs that the audit log has. */
  audited?: Audited;
  /** The `Idempotency-Key` header as it came; null when it is not acceptable. */
  idempotencyKey?: string | null;
  /** Set by the procedure: the service repeated the first answer of this Idempotency-Key. */
  replayed?: boolean;
}

/** What somebody asks for that the audit log has. */
export interface AskedChange {
  action: string;
  input: Readonly<Record<string, unknown>>;
  request: RequestContext;
  /** The tenant, where the admin token names one. */
  slug?: string;
}

/** Makes a change between its entry in the audit log and the entry's outcome. */
export type Audited = <T>(asked: AskedChange, make: () => Promise<T>) => Promise<T>;
