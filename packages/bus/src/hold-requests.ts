import { type Contract, subjectOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { Logger } from '@parley/runtime/logger';
import { waitAtMost } from '@parley/runtime/wait-at-most';
import { type Carrier, CarrierError } from './carrier.ts';
import { unansweredError } from './unanswered-error.ts';
import { parseRequest, toWireError } from './wire-message.ts';

/** A contract of a part that may not run when it is called. */
export interface HeldContract {
  contract: Contract;
  /** Throws the error to answer when the request must not start the part. */
  admit?(input: unknown): Promise<unknown>;
}

export interface HoldOptions {
  carrier: Carrier;
  contracts: readonly HeldContract[];
  /** Starts the part, once for all requests; resolves when it answers, and rejects when it ended before. */
  start(): Promise<void>;
  logger: Logger;
}

/** Requests to a part that does not run. */
export interface HeldRequests {
  /** Accepts no more of them; those that wait are still passed on. */
  release(): void;
}

/** Left for the answer: a caller whose deadline has passed cannot know whether its request was carried out. */
const ANSWER_MARGIN_MS = 200;
const RETRY_AFTER_SECONDS = 1;

const unavailable = (message: string, cause?: unknown): AppError =>
  new AppError('service_unavailable', { message, retry_after: RETRY_AFTER_SECONDS, cause });

/**
 * Answers for a part that does not run: each request starts the part, waits for it within the request's own deadline,
 * and is passed on. `release` it once the part answers itself: until then a request may come back here.
 */
export function holdRequests({ carrier, contracts, start, logger }: HoldOptions): HeldRequests {
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
    release: () => {
      for (const subscription of subscriptions) void subscription.drain();
    },
  };
}
