import { AppError } from '../errors.ts';

const replayedErrors = new WeakSet<AppError>();

/** Whether an error is the replayed answer of an earlier request. */
export const isReplayed = (error: unknown): boolean => error instanceof AppError && replayedErrors.has(error);

/** Marks an error as the replayed answer of an earlier request (docs/reference/requests.md#idempotency-key). */
export function asReplayed(error: AppError): AppError {
  replayedErrors.add(error);
  return error;
}

/** A replayed output of an earlier request; a handler returns it in place of the output. */
export class Replayed<Output> {
  readonly output: Output;
  constructor(output: Output) {
    this.output = output;
  }
}
