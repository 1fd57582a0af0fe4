import type { BusClient } from '@parley/bus/bus-client';
import type { Caller, MemberCaller, Visitor } from '@parley/common/call-context';
import type { Contract } from '@parley/common/define-contract';

/** One request as the call to its service needs it. */
export interface RequestContext {
  bus: Pick<BusClient, 'callParsed'>;
  requestId: string;
  /** The key of a customer action; absent for the operator. */
  caller?: Caller;
  /** The console member who sends the request; absent before sign-in. */
  member?: MemberCaller;
  /** The sender of a console request, or of a request that the audit log records. */
  visitor?: Visitor;
  /** The secret that identifies the browser of a console request, for its cookie. */
  deviceSecret?: string;
  /** Set for requests that the audit log records. */
  audited?: Audited;
  /** Set for requests that read the inbox. */
  noteRead?: NoteRead;
  /** The `Idempotency-Key` header as received; null when it is not acceptable. */
  idempotencyKey?: string | null;
  /** Set by the call: the service repeated the first answer of this Idempotency-Key. */
  replayed?: boolean;
  /** Fields of the request that the contract does not know, as a header names them; absent: none. */
  unknownFields?: string;
  /** Runs the call when it is its caller's turn; absent: at once. */
  inTurn?: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Records the object that a request has read, before the response. */
export type NoteRead = (contract: Contract, answer: unknown, context: RequestContext) => Promise<void>;

/** A requested change that the audit log records. */
export interface AskedChange {
  action: string;
  input: Readonly<Record<string, unknown>>;
  request: RequestContext;
  /** The tenant, if the admin token names one. */
  slug?: string;
}

/** Makes a change between writing its audit log entry and the entry's outcome. */
export type Audited = <T>(asked: AskedChange, make: () => Promise<T>) => Promise<T>;
