import type { Dispatcher } from 'undici';
import type { WebhookRequest } from '../domain/build-request.ts';

/** The head of an answer, and the part of its body that is used. */
export interface WebhookAnswer {
  statusCode: number;
  /** At most 16 kB. */
  start: Buffer;
  retryAfter: string | undefined;
}

export class NoAnswerInTime extends Error {}

/** What is read of an answer's body at most, on the wire as well. */
export const READ_BYTES = 16 * 1024;

class TakenEnough extends Error {}

/**
 * One attempt with undici's low-level handler, because a stream and an abort signal would each cost as much as the request
 * itself.
 */
class Exchange implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | null = null;
  #given: Error | null = null;
  #statusCode: number | null = null;
  #retryAfter: string | undefined;
  #parts: Buffer[] = [];
  #size = 0;
  readonly #resolve: (answer: WebhookAnswer) => void;
  readonly #reject: (error: Error) => void;

  constructor(resolve: (answer: WebhookAnswer) => void, reject: (error: Error) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It was aborted while it waited for a connection.
    if (this.#given) controller.abort(this.#given);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (statusCode < 200) return;
    this.#statusCode = statusCode;
    const header = headers['retry-after'];
    this.#retryAfter = typeof header === 'string' ? header : undefined;
  }

  onResponseData(controller: Dispatcher.DispatchController, part: Buffer): void {
    this.#parts.push(part);
    this.#size += part.length;
    // The status counts whatever follows: the rest is not read.
    if (this.#size >= READ_BYTES) controller.abort(new TakenEnough());
  }

  onResponseEnd(): void {
    this.#settle(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#settle(error);
  }

  /** Ends it now: a slow answer counts with the part that has arrived. */
  giveUp(error: Error): void {
    this.#given = error;
    this.#settle(error);
    this.#controller?.abort(error);
  }

  #settle(error: Error | null): void {
    if (this.#statusCode === null) {
      this.#reject(error ?? new Error('The answer had no head.'));
      return;
    }
    const start = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    this.#resolve({ statusCode: this.#statusCode, start: start ?? Buffer.alloc(0), retryAfter: this.#retryAfter });
  }
}

/**
 * POSTs a webhook and resolves as soon as enough of the answer is read. Errors: {@link NoAnswerInTime} after `timeoutMs` in all,
 * and those of the connection. Redirects are not followed.
 */
export function postWebhook(
  dispatcher: Dispatcher,
  { origin, path }: { origin: string; path: string },
  { headers, body }: WebhookRequest,
  timeoutMs: number,
): Promise<WebhookAnswer> {
  let timer: NodeJS.Timeout;
  return new Promise<WebhookAnswer>((resolve, reject) => {
    const exchange = new Exchange(resolve, reject);
    timer = setTimeout(() => exchange.giveUp(new NoAnswerInTime()), timeoutMs);
    dispatcher.dispatch({ origin, path, method: 'POST', headers, body, headersTimeout: 0, bodyTimeout: 0 }, exchange);
  }).finally(() => clearTimeout(timer));
}
