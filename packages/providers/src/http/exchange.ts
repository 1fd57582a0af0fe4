import { beginLeaf } from '@parley/runtime/tracing/tracing';
import type { Dispatcher } from 'undici';
import { startDeadline } from './deadline.ts';

/** The answer to one request. */
export interface ExchangeAnswer {
  statusCode: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/** The answer did not arrive in time. */
export class AnswerLate extends Error {}

/** The answer is over the read limit. */
export class AnswerTooLarge extends Error {}

export interface ExchangeLimits {
  /** Limit of the whole exchange, including a slow answer. */
  timeoutMs: number;
  /** Limit of the answer's body. */
  maxBytes: number;
  signal?: AbortSignal | undefined;
}

/** One request with undici's low-level handler: a stream and an abort signal would each cost as much as the request itself. */
class Exchange implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | null = null;
  #given: Error | null = null;
  #statusCode: number | null = null;
  #headers: ExchangeAnswer['headers'] = {};
  readonly #parts: Buffer[] = [];
  #size = 0;
  readonly #limits: ExchangeLimits;
  readonly #resolve: (answer: ExchangeAnswer) => void;
  readonly #reject: (error: Error) => void;

  constructor(limits: ExchangeLimits, resolve: (answer: ExchangeAnswer) => void, reject: (error: Error) => void) {
    this.#limits = limits;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The request was aborted while it waited for a connection, so nothing is sent.
    if (this.#given) controller.abort(this.#given);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: ExchangeAnswer['headers'],
  ): void {
    if (statusCode < 200) return;
    this.#statusCode = statusCode;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, part: Buffer): void {
    this.#parts.push(part);
    this.#size += part.length;
    const { maxBytes } = this.#limits;
    if (this.#size > maxBytes) this.giveUp(new AnswerTooLarge(`The answer is larger than ${maxBytes} bytes.`));
  }

  onResponseEnd(): void {
    this.#settle(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#settle(error);
  }

  giveUp(error: Error): void {
    this.#given = error;
    this.#settle(error);
    this.#controller?.abort(error);
  }

  #settle(error: Error | null): void {
    const statusCode = this.#statusCode;
    if (statusCode === null || error) {
      this.#reject(error ?? new Error('The answer had no head.'));
      return;
    }
    const body = this.#parts.length === 1 && this.#parts[0] ? this.#parts[0] : Buffer.concat(this.#parts);
    this.#resolve({ statusCode, headers: this.#headers, body });
  }
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/** `reset`: the connection is closed after the answer, so that it is never used again. */
type Request = Pick<Dispatcher.DispatchOptions, 'method' | 'headers' | 'body' | 'reset'>;

/** The parts of a URL that a request needs. */
export type ExchangeTarget = Pick<Dispatcher.DispatchOptions, 'origin' | 'path'>;

export function targetOf(url: string): ExchangeTarget {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: `${pathname}${search}` };
}

/**
 * Sends one request and resolves with the answer. Rejects with {@link AnswerLate} after `timeoutMs`, with {@link AnswerTooLarge} above
 * `maxBytes`, with the reason of the signal, and with the errors of the connection. Redirects are not followed.
 */
export function exchange(
  dispatcher: Dispatcher,
  target: ExchangeTarget,
  request: Request,
  limits: ExchangeLimits,
): Promise<ExchangeAnswer> {
  const { timeoutMs, signal } = limits;
  const { method } = request;
  // Omits the address, which may contain a token.
  const endSpan = beginLeaf({ name: `HTTP ${method}`, kind: 'client', attributes: { 'http.request.method': method } });
  let cancelDeadline = (): void => {};
  let stop: () => void;
  return new Promise<ExchangeAnswer>((resolve, reject) => {
    const running = new Exchange(
      limits,
      (answer) => {
        endSpan?.({ 'http.response.status_code': answer.statusCode });
        resolve(answer);
      },
      (error) => {
        endSpan?.({}, error);
        reject(error);
      },
    );
    stop = () => running.giveUp(asError(signal?.reason));
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop, { once: true });
    cancelDeadline = startDeadline(timeoutMs, () => running.giveUp(new AnswerLate()));
    // The deadline covers the whole exchange: undici's own timeouts are off.
    dispatcher.dispatch({ ...target, ...request, headersTimeout: 0, bodyTimeout: 0 }, running);
  }).finally(() => {
    cancelDeadline();
    signal?.removeEventListener('abort', stop);
  });
}
