import type { CallContext } from '@parley/common/call-context';
import type { AnswerMeta } from './wire-message.ts';

/** The reason why a request got no answer. */
export type CarrierFailure = 'no_responder' | 'timeout' | 'disconnected' | 'too_large';

/**
 * A request without an answer. After `timeout` the responder may have done the work; with the other reasons no service
 * accepted the request.
 */
export class CarrierError extends Error {
  readonly reason: CarrierFailure;
  constructor(reason: CarrierFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CarrierError';
    this.reason = reason;
  }
}

/** The answer that replaces one over the carrier's size limit. */
export const TOO_LARGE_ANSWER = JSON.stringify({
  ok: false,
  error: { error: 'internal_error', message: 'The answer is too large for the bus.' },
});

export interface Subscription {
  /** Stops receiving. Resolves when everything received has been handled. */
  drain(): Promise<void>;
}

export interface SubscribeOptions {
  queue?: string;
}

/** Answers a request. Never throws: a failure is part of the answer. */
export type Responder = (payload: string) => Promise<string>;

/** A request within one process. */
export interface LocalRequest {
  input: unknown;
  context: CallContext;
  /** Whether the input was already parsed by its contract in this process; then it is not parsed again. */
  isParsed: boolean;
}

/** A success within one process. `stream` is the subject that serves the bytes of a streamed answer. */
export interface LocalAnswer {
  ok: true;
  output: unknown;
  meta?: AnswerMeta;
  stream?: string;
}

/**
 * Answers a request from its own process; a failure is the text that a {@link Responder} would return. Never throws.
 */
export type LocalResponder = (request: LocalRequest) => Promise<LocalAnswer | string>;

/**
 * Carries text between the services and the gateway of Parley: over NATS, over the channel of a child process, or
 * within one process. One conformance suite tests all of them (packages/bus/test). Within one process values may be
 * passed instead of text: deep copies with the result of a JSON round trip, so that nothing is shared by reference.
 */
export interface Carrier {
  /** Sends a request to one responder of the subject. Throws {@link CarrierError}. */
  request(subject: string, payload: string, timeoutMs: number): Promise<string>;
  /**
   * {@link request} without serializing, only when every service runs in this process. The answer is text if the
   * responder only has text.
   */
  requestLocal?(subject: string, request: LocalRequest, timeoutMs: number): Promise<LocalAnswer | string>;
  /**
   * Serves requests; each request goes to one responder of the queue. `local`, if given, serves the requests of this
   * process.
   */
  serve(subject: string, queue: string, responder: Responder, local?: LocalResponder): Subscription;
  /** Sends to every subscriber without waiting; drops a message that cannot be sent. */
  publish(topic: string, payload: string): void;
  /** Receives every message of a topic; of subscribers with the same queue, each message goes to one. */
  subscribe(topic: string, listener: (payload: string) => void, options?: SubscribeOptions): Subscription;
  /** Resolves when other processes can reach the subscriptions made so far. */
  flush(): Promise<void>;
  isConnected(): boolean;
  /** Drains every subscription and closes. */
  close(): Promise<void>;
}
