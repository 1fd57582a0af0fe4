import type { Dispatcher } from 'undici';

/** The answer to one request. */
export interface ExchangeAnswer {
  statusCode: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/** The answer did not arrive in time. */
export class AnswerLate extends Error {}

/** The answer is larger than what is read. */
export class AnswerTooLarge extends Error {}

/** One request with undici's low-level handler: a stream and an abort signal would each cost as much as the request itself. */
class Exchange implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | null = null;
  #given: Error | null = null;
  #statusCode = 0;
  #headers: ExchangeAnswer['headers'] = {};
  readonly #parts: Buffer[] = [];
  #size = 0;
  readonly #maxBytes: number;
  readonly #resolve: (answer: ExchangeAnswer) => void;
  readonly #reject: (error: Error) => void;

  constructor(maxBytes: number, resolve: (answer: ExchangeAnswer) => void, reject: (error: Error) => void) {
    this.#maxBytes = maxBytes;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It was aborted while it waited for a connection: nothing is sent.
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
    this.#size += part.length;
    if (this.#size > this.#maxBytes)
      this.giveUp(new AnswerTooLarge(`The answer is larger than ${this.#maxBytes} bytes.`));
    else this.#parts.push(part);
  }

  onResponseEnd(): void {
    const body = this.#parts.length === 1 && this.#parts[0] ? this.#parts[0] : Buffer.concat(this.#parts);
    this.#resolve({ statusCode: this.#statusCode, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }

  giveUp(error: Error): void {
    this.#given = error;
    this.#reject(error);
    this.#controller?.abort(error);
  }
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

type Request = Pick<Dispatcher.DispatchOptions, 'method' | 'headers' | 'body'>;

/**
 * Sends one request and resolves with the whole answer. Rejects with {@link AnswerLate} after `timeoutMs` in all, with {@link AnswerTooLarge}
 * above `maxBytes` of body, with the reason of the signal, and with the errors of the connection. Redirects are not followed.
 */
export function exchange(
  dispatcher: Dispatcher,
  url: string,
  request: Request,
  { timeoutMs, maxBytes, signal }: { timeoutMs: number; maxBytes: number; signal?: AbortSignal | undefined },
): Promise<ExchangeAnswer> {
  const { origin, pathname, search } = new URL(url);
  let timer: NodeJS.Timeout;
  let stop: () => void;
  return new Promise<ExchangeAnswer>((resolve, reject) => {
    const running = new Exchange(maxBytes, resolve, reject);
    stop = () => running.giveUp(asError(signal?.reason));
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop, { once: true });
    timer = setTimeout(() => running.giveUp(new AnswerLate()), timeoutMs);
    dispatcher.dispatch({ origin, path: `${pathname}${search}`, ...request }, running);
  }).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  });
}
