import type { CallContext } from '@parley/common/call-context';
import type { AnswerMeta } from './wire-message.ts';

/** Why a carrier could not bring a request to an answer. */
export type CarrierFailure = 'no_responder' | 'timeout' | 'disconnected' | 'too_large';

/** A request that got no answer. When the reason is `timeout`, nothing is known of what its responder did; with the others nobody took it. */
export class CarrierError extends Error {
  readonly reason: CarrierFailure;
  constructor(reason: CarrierFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CarrierError';
    this.reason = reason;
  }
}

/** What the asker gets in place of an answer that is over the carrier's limit. */
export const TOO_LARGE_ANSWER = JSON.stringify({
  ok: false,
  error: { error: 'internal_error', message: 'The answer is too large for the bus.' },
});

export interface Subscription {
  /** Takes nothing new; resolves when what was taken has been handled. */
  drain(): Promise<void>;
}

export interface SubscribeOptions {
  queue?: string;
}

/** Answers a request. It never throws: whatever goes wrong is said in the answer. */
export type Responder = (payload: string) => Promise<string>;

/** A request within one process. */
export interface LocalRequest {
  input: unknown;
  context: CallContext;
  /** The input came out of its contract's parse in this process: it is not parsed again. */
  isParsed: boolean;
}

/** A success within one process. `stream` is the subject that gives the bytes of a streamed answer. */
export interface LocalAnswer {
  ok: true;
  output: unknown;
  meta?: AnswerMeta;
  stream?: string;
}

/** Answers a request of its own process, a failure as the text that {@link Responder} has for it. It never throws. */
export type LocalResponder = (request: LocalRequest) => Promise<LocalAnswer | string>;

/**
 * Brings text from one part of Parley to another: over NATS, or inside one process. One conformance suite holds both
 * (packages/bus/test). Within one process values may go instead of text: copies, as JSON would have made them, so that nothing is
 * shared by reference there either.
 */
export interface Carrier {
  /** Asks one responder of the subject. Throws {@link CarrierError}. */
  request(subject: string, payload: string, timeoutMs: number): Promise<string>;
  /** {@link request} without text; there is one where every part shares this process. The answer is text where the responder has no other. */
  requestLocal?(subject: string, request: LocalRequest, timeoutMs: number): Promise<LocalAnswer | string>;
  /** Answers requests; responders of the same queue share them, each request going to one. `local` takes those of this process, where given. */
  serve(subject: string, queue: string, responder: Responder, local?: LocalResponder): Subscription;
  /** Tells every subscriber, and does not wait; what cannot be sent is dropped. */
  publish(topic: string, payload: string): void;
  /** Hears every message of a topic; subscribers that name the same queue share them, each message going to one. */
  subscribe(topic: string, listener: (payload: string) => void, options?: SubscribeOptions): Subscription;
  /** Resolves when what was subscribed before can be reached by others. */
  flush(): Promise<void>;
  isConnected(): boolean;
  /** Drains every subscription and closes. */
  close(): Promise<void>;
}
