import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import type { CallContext } from '@parley/common/call-context';
import { busSchemasOf } from '@parley/common/casing/contract-casing';
import { type Contract, directedSubjectOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { isReplayed, Replayed } from '@parley/common/messages/replayed';
import type { Logger } from '@parley/runtime/logger';
import { tracedFrom } from '@parley/runtime/tracing/tracing';
import { waitAtMost } from '@parley/runtime/turns/wait-at-most';
import { isObservable, lastValueFrom } from 'rxjs';
import type { Carrier, LocalAnswer, LocalRequest, Subscription } from '../carriers/carrier.ts';
import { offerStream, type StreamSource } from '../carriers/stream.ts';
import { parseRequest, toWireError } from '../carriers/wire-message.ts';
import type { HandlerExtras } from '../handles.ts';
import { parseInput } from './parse-input.ts';

export interface BusStrategyOptions {
  carrier: Carrier;
  logger: Logger;
  /** Name of this worker: it also answers directed contracts under this name. */
  worker?: string | undefined;
  /** Whether an error that the contract does not declare becomes internal_error; default: only in tests. Elsewhere it is logged and returned. */
  strictErrors?: boolean;
}

/** A request that was accepted. */
interface Taken {
  input: unknown;
  context: CallContext;
}

const asItIs = (answer: LocalAnswer): LocalAnswer => answer;

/** Codes that every operation may return without declaring them. */
const ALWAYS_ALLOWED = new Set(['service_unavailable', 'internal_error', 'payload_too_large']);
const DRAIN_WITHIN_MS = 20_000;

/**
 * Nest's transport over a carrier (ADR 1). It parses input and output at the edge, never leaves a request without an
 * answer, and turns errors into the wire form in one place; handlers never see the transport.
 */
export class BusStrategy extends Server implements CustomTransportStrategy {
  readonly #carrier: Carrier;
  readonly #log: Logger;
  readonly #worker: string | undefined;
  readonly #strictErrors: boolean;
  #subscriptions: Subscription[] = [];
  readonly #streams = new Set<Promise<void>>();

  constructor({ carrier, logger, worker, strictErrors = process.env.VITEST !== undefined }: BusStrategyOptions) {
    super();
    this.#carrier = carrier;
    this.#log = logger;
    this.#worker = worker;
    this.#strictErrors = strictErrors;
  }

  listen(callback: (error?: unknown) => void): void {
    for (const [subject, handler] of this.messageHandlers) {
      const extras = handler.extras as HandlerExtras | undefined; // safe: set by Handles, or absent
      if (!extras?.contract) throw new Error(`The handler of ${subject} was not made with @Handles(contract).`);
      const { contract } = extras;
      // Throws at the start for a contract that it cannot serve.
      busSchemasOf(contract);
      const responder = (payload: string): Promise<string> =>
        this.#respond(extras, handler, () => this.#parse(contract, payload), JSON.stringify);
      const local = (request: LocalRequest): Promise<LocalAnswer | string> =>
        this.#respond(extras, handler, () => this.#admit(contract, request), asItIs);
      this.#subscriptions.push(this.#carrier.serve(subject, contract.service, responder, local));
      if (contract.directed && this.#worker !== undefined) {
        const own = directedSubjectOf(contract, this.#worker);
        this.#subscriptions.push(this.#carrier.serve(own, this.#worker, responder, local));
      }
    }
    this.#carrier.flush().then(() => callback(), callback);
  }

  /** Stops accepting requests and waits at most 20 s for running ones, including streams. */
  async close(): Promise<void> {
    const subscriptions = this.#subscriptions;
    this.#subscriptions = [];
    const drain = async (): Promise<void> => {
      await Promise.all(subscriptions.map((subscription) => subscription.drain()));
      await Promise.all(this.#streams);
    };
    await waitAtMost(drain(), DRAIN_WITHIN_MS);
  }

  on(): void {}

  unwrap<T>(): T {
    return this.#carrier as T; // safe: Nest's way to expose the underlying transport
  }

  /** Parses a request, calls its handler and serializes the answer. A failure is always text. */
  async #respond<Written>(
    extras: HandlerExtras,
    handler: MessageHandler,
    read: () => Taken,
    write: (answer: LocalAnswer) => Written,
  ): Promise<Written | string> {
    const { contract } = extras;
    let requestId: string | undefined;
    try {
      const { input, context } = read();
      requestId = context.requestId;
      if (context.deadlineAt < Date.now())
        throw new AppError('service_unavailable', { message: 'The caller no longer waits.', retry_after: 1 });
      const result = await this.#trace(contract, context, async () => {
        const given: unknown = await handler(input, context);
        // Nest returns an observable only for an error; every handler here returns a promise.
        return isObservable(given) ? await lastValueFrom(given) : given;
      });
      return write(extras.streamed ? this.#offer(contract, result) : this.#answer(contract, result));
    } catch (error) {
      return this.#fail(contract, error, requestId);
    }
  }

  /** Runs the handler in a span of the caller's trace, where the request is traced. */
  #trace({ service, name }: Contract, context: CallContext, handle: () => Promise<unknown>): Promise<unknown> {
    return tracedFrom(() => {
      const { traceparent, requestId, caller } = context;
      const attributes = { 'parley.request_id': requestId, ...(caller ? { 'parley.tenant_id': caller.tenantId } : {}) };
      const spans = traceparent === undefined ? [] : [traceparent];
      return { name: `${service}.${name}`, kind: 'server', attributes, spans };
    }, handle);
  }

  /** A request from this process: the bus client built its context; its input is parsed unless it already was. */
  #admit(contract: Contract, { input, context, isParsed }: LocalRequest): Taken {
    return { input: isParsed ? input : parseInput(contract, input), context };
  }

  /** A request from another process is always parsed: anyone with access to the bus can write to it. */
  #parse(contract: Contract, payload: string): Taken {
    const { input, context } = parseRequest(payload);
    return { input: parseInput(contract, input), context };
  }

  /** Outputs are parsed only here, in the process that produced them. */
  #answer(contract: Contract, result: unknown): LocalAnswer {
    const replayed = result instanceof Replayed;
    const output = busSchemasOf(contract).output.parse(replayed ? result.output : result);
    return replayed ? { ok: true, output, meta: { replayed: true } } : { ok: true, output };
  }

  #offer(contract: Contract, result: unknown): LocalAnswer {
    const { head, body, close } = result as StreamSource<unknown>; // safe: HandlesStream decorates nothing else
    const output = busSchemasOf(contract).output.safeParse(head);
    if (!output.success) {
      close?.();
      throw output.error;
    }
    let markOver = (): void => {};
    const over = new Promise<void>((resolve) => {
      markOver = resolve;
    });
    this.#streams.add(over);
    const stream = offerStream(this.#carrier, body, () => {
      this.#streams.delete(over);
      markOver();
      close?.();
    });
    return { ok: true, output: output.data, stream };
  }

  /**
   * The only place where an error becomes an answer. An error that is not an {@link AppError} is a bug: the caller only
   * gets its request id.
   */
  #fail(contract: Contract, error: unknown, requestId: string | undefined): string {
    const operation = `${contract.service}.${contract.name}`;
    if (requestId === undefined)
      this.#log.warn(
        'bus-request.malformed',
        { operation, reason: (error as Error).message },
        'A malformed request was refused.',
      );
    if (!(error instanceof AppError)) {
      this.#log.error('handler.failed', { err: error, operation, request_id: requestId }, 'A handler failed.');
      return toWireError(new AppError('internal_error'));
    }
    const declared =
      ALWAYS_ALLOWED.has(error.code) ||
      /^(missing|invalid)_/.test(error.code) ||
      contract.errors.some((code) => code === error.code);
    if (error.code === 'internal_error' || !declared) {
      const fields = { err: error, operation, request_id: requestId, code: error.code };
      if (declared) this.#log.error('handler.failed', fields, 'A handler failed.');
      else
        this.#log.error(
          'handler-error.undeclared',
          fields,
          'A handler threw a code that its contract does not declare.',
        );
      if (!declared && this.#strictErrors) return toWireError(new AppError('internal_error'));
    }
    return toWireError(error, isReplayed(error) ? { replayed: true } : undefined);
  }
}
