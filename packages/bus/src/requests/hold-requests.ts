import { type Contract, subjectOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { Logger } from '@parley/runtime/logger';
import { waitAtMost } from '@parley/runtime/turns/wait-at-most';
import { type Carrier, CarrierError } from '../carriers/carrier.ts';
import { parseRequest, toWireError } from '../carriers/wire-message.ts';
import { unansweredError } from './unanswered-error.ts';

/** A contract of a process that may not run when it is called. */
export interface HeldContract {
  contract: Contract;
  /** Throws the caller's error when the request must not start the process. */
  admit?(input: unknown): Promise<unknown>;
}

export interface HoldOptions {
  carrier: Carrier;
  contracts: readonly HeldContract[];
  /** Starts the process, once for all requests. Resolves when it is ready, and rejects if it ends before. */
  start(): Promise<void>;
  logger: Logger;
}

/** Requests to a process that does not run. */
export type HeldRequests = ReturnType<typeof holdRequests>;

/**
 * The time that is left for the answer: a caller whose deadline has passed cannot know whether its request was carried
 * out.
 */
const ANSWER_MARGIN_MS = 200;
const RETRY_AFTER_SECONDS = 1;

const unavailable = (message: string, cause?: unknown): AppError =>
  new AppError('service_unavailable', { message, retry_after: RETRY_AFTER_SECONDS, cause });

/**
 * Serves requests for a process that does not run: each request starts the process, waits for it within the request's
 * own deadline, and is passed on. Call `release` once the process serves its requests itself; until then a request may
 * come back here.
 */
export function holdRequests({ carrier, contracts, start, logger }: HoldOptions) {
  async function untilStarted(deadlineAt: number): Promise<void> {
    const started = start().then(
      () => true,
      (cause: unknown) => {
        throw unavailable('It ended while it started.', cause);
      },
    );
    if ((await waitAtMost(started, deadlineAt - ANSWER_MARGIN_MS - Date.now())) === null)
      throw unavailable('It is still starting.');
  }

  async function passOn({ contract, admit }: HeldContract, payload: string): Promise<string> {
    let requestId: string | undefined;
    try {
      const { input, context } = parseRequest(payload);
      requestId = context.requestId;
      await admit?.(input);
      await untilStarted(context.deadlineAt);
      return await carrier.request(subjectOf(contract), payload, context.deadlineAt - Date.now());
    } catch (error) {
      if (error instanceof AppError) return toWireError(error);
      if (error instanceof CarrierError) return toWireError(unansweredError(error, contract, logger));
      const operation = `${contract.service}.${contract.name}`;
      const fields = { err: error, operation, request_id: requestId };
      logger.error('handler.failed', fields, 'A request could not be passed on.');
      return toWireError(new AppError('internal_error'));
    }
  }

  const subscriptions = contracts.map((held) =>
    carrier.serve(subjectOf(held.contract), held.contract.service, (payload) => passOn(held, payload)),
  );
  return {
    /** Accepts no more of them; those that wait are still passed on. */
    release: () => {
      for (const subscription of subscriptions) void subscription.drain();
    },
  };
}
