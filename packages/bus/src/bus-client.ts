import type { CallContext } from '@parley/common/call-context';
import { busSchemasOf } from '@parley/common/casing/contract-casing';
import {
  type Contract,
  directedSubjectOf,
  type InputOf,
  type OutputOf,
  subjectOf,
} from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { Hint } from '@parley/common/hints';
import type { Logger } from '@parley/runtime/logger';
import { currentTrace, traced, untraced } from '@parley/runtime/tracing/tracing';
import type { z } from 'zod';
import {
  type Carrier,
  CarrierError,
  type LocalAnswer,
  type SubscribeOptions,
  type Subscription,
} from './carriers/carrier.ts';
import { openStream, type StreamContract, type StreamedAnswer } from './carriers/stream.ts';
import { AnswerEnvelope, type AnswerMeta, fromWireError } from './carriers/wire-message.ts';
import { unansweredError } from './requests/unanswered-error.ts';

/** The context that a caller passes with the input; the deadline is the contract's unless an earlier one is given. */
export type OutgoingContext = Omit<CallContext, 'deadlineAt'> & { deadlineAt?: number };

/** Calls other services of Parley by their contracts. */
export interface BusClient {
  /** Resolves with the output; throws {@link AppError}, `service_unavailable` when no service answers in time. */
  call<C extends Contract>(contract: C, input: InputOf<C>, context: OutgoingContext): Promise<OutputOf<C>>;
  /**
   * {@link call} to one named worker of the service, for contracts that are `directed`: no other worker receives the
   * call.
   */
  callAt<C extends Contract>(
    worker: string,
    contract: C,
    input: InputOf<C>,
    context: OutgoingContext,
  ): Promise<{ output: OutputOf<C>; meta: AnswerMeta }>;
  /** {@link call} that also returns the answer's metadata. */
  callWithMeta<C extends Contract>(
    contract: C,
    input: InputOf<C>,
    context: OutgoingContext,
  ): Promise<{ output: OutputOf<C>; meta: AnswerMeta }>;
  /**
   * {@link callWithMeta} for the gateway: the input was already parsed by the contract, and the output leaves Parley. Within
   * one process neither is parsed again. An output from another process is parsed, and is `internal_error` when it
   * breaks the contract.
   */
  callParsed<C extends Contract>(
    contract: C,
    input: InputOf<C>,
    context: OutgoingContext,
  ): Promise<{ output: OutputOf<C>; meta: AnswerMeta }>;
  /** A streamed answer: its head first, then its bytes. */
  stream<C extends StreamContract>(
    contract: C,
    input: InputOf<C>,
    context: OutgoingContext,
  ): Promise<StreamedAnswer<OutputOf<C>>>;
  /**
   * Sends a hint to every subscriber; `local` replaces the payload when every service runs in this process. Hints may
   * be lost: a subscriber that relies on one also polls.
   */
  publishHint<T extends z.ZodType>(hint: Hint<T>, payload: z.input<T>, local?: z.input<T>): void;
  /** Subscribes to a hint; with a queue each hint goes to one of that queue's subscribers. A handler that throws is logged. */
  onHint<T extends z.ZodType>(
    hint: Hint<T>,
    handler: (payload: z.output<T>) => unknown,
    options?: SubscribeOptions,
  ): Subscription;
  isConnected(): boolean;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Every schema rejects undefined.
    return undefined;
  }
}

/** Parses the text of an answer; throws the error that it carries. */
function readAnswer(answer: string): LocalAnswer {
  const parsed = AnswerEnvelope.safeParse(parseJson(answer));
  if (!parsed.success) throw new AppError('internal_error', { cause: parsed.error });
  if (!parsed.data.ok) throw fromWireError(parsed.data.error);
  // safe: missing members and undefined ones are equivalent
  return parsed.data as LocalAnswer;
}

/** Parses the output of another process by its contract. */
function parseOutput(contract: Contract, output: unknown): unknown {
  const parsed = busSchemasOf(contract).output.safeParse(output);
  if (!parsed.success) throw new AppError('internal_error', { cause: parsed.error });
  return parsed.data;
}

/** An answer in the caller's form. */
const withMeta = <Output>({ output, meta = {} }: LocalAnswer): { output: Output; meta: AnswerMeta } => ({
  // safe: the responder parsed the output by the contract of the call
  output: output as Output,
  meta,
});

const operationOf = ({ service, name }: Contract): string => `${service}.${name}`;

/** A client over a carrier. */
export function makeBusClient(carrier: Carrier, { logger }: { logger: Logger }): BusClient {
  async function request(
    contract: Contract,
    input: unknown,
    context: OutgoingContext,
    { worker, isEdge = false }: { worker?: string; isEdge?: boolean } = {},
  ): Promise<LocalAnswer> {
    const subject = worker === undefined ? subjectOf(contract) : directedSubjectOf(contract, worker);
    const now = Date.now();
    const deadlineAt = Math.min(now + contract.deadlineMs, context.deadlineAt ?? Number.POSITIVE_INFINITY);
    const timeoutMs = deadlineAt - now;
    if (timeoutMs <= 0)
      throw unansweredError(new CarrierError('disconnected', 'The deadline has passed.'), contract, logger);
    const traceparent = currentTrace();
    const sent = traceparent === null ? { ...context, deadlineAt } : { ...context, deadlineAt, traceparent };
    const answering = carrier.requestLocal
      ? carrier.requestLocal(subject, { input, context: sent, isParsed: isEdge }, timeoutMs)
      : carrier.request(subject, JSON.stringify({ input, context: sent }), timeoutMs);
    const answer = await answering.catch((error: unknown) => {
      throw unansweredError(error, contract, logger);
    });
    if (typeof answer !== 'string') return answer;
    const read = readAnswer(answer);
    return isEdge ? { ...read, output: parseOutput(contract, read.output) } : read;
  }

  const ask: typeof request = (contract, input, context, options) =>
    currentTrace() === null
      ? request(contract, input, context, options)
      : traced({ name: `call ${operationOf(contract)}`, kind: 'client' }, () =>
          request(contract, input, context, options),
        );

  return {
    // safe: the responder parsed the output by the same contract
    call: async (contract, input, context) => (await ask(contract, input, context)).output as OutputOf<typeof contract>,
    callWithMeta: async (contract, input, context) => withMeta(await ask(contract, input, context)),
    callParsed: async (contract, input, context) => withMeta(await ask(contract, input, context, { isEdge: true })),
    callAt: async (worker, contract, input, context) => withMeta(await ask(contract, input, context, { worker })),
    async stream(contract, input, context) {
      const { output, stream } = await ask(contract, input, context);
      if (stream === undefined) throw new AppError('internal_error', { message: 'The answer is not a stream.' });
      // safe: as in call
      return openStream(carrier, stream, output as OutputOf<typeof contract>);
    },
    publishHint: (hint, payload, local = payload) =>
      carrier.publish(hint.topic, JSON.stringify(carrier.requestLocal ? local : payload)),
    onHint(hint, handler, options) {
      const { topic } = hint;
      const hear = async (text: string): Promise<void> => {
        const parsed = hint.schema.safeParse(parseJson(text));
        if (!parsed.success) return logger.warn('hint.malformed', { topic }, 'A malformed hint was dropped.');
        // safe: parsed by the hint's own schema
        await handler(parsed.data as z.output<typeof hint.schema>);
      };
      const listener = (text: string): void =>
        void untraced(() => hear(text)).catch((error: unknown) =>
          logger.error('hint.failed', { err: error, topic }, 'The handler of a hint failed.'),
        );
      return carrier.subscribe(topic, listener, options);
    },
    isConnected: () => carrier.isConnected(),
  };
}
