import type { AppError } from '@parley/common/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Fields, Operation } from './operation.ts';
import type { RequestContext } from './request-context.ts';

/** Writes answers and errors for one kind of client. */
export interface AnswerForm<O extends Operation = Operation> {
  /** Writes the output of an operation. */
  answer(reply: FastifyReply, operation: O, output: unknown, context: RequestContext): unknown;
  /** Writes an error, or throws it to the code that does. */
  answerError(reply: FastifyReply, error: unknown): unknown;
}

/**
 * The steps that differ from one kind of caller to another; answer-request.ts runs them in their order. `Who` is the
 * result of the authentication. A step returns a promise only if it has to wait.
 */
export interface Caller<O extends Operation, Who> extends AnswerForm<O> {
  /** Returns the sender of the request. An error in `chosen` is that of step 4. */
  authenticate(request: FastifyRequest, chosen: O | AppError): Who | Promise<Who>;
  /** Counts the request against a limit of its sender. */
  limit?(request: FastifyRequest, reply: FastifyReply, who: Who): Promise<void> | undefined;
  /** Checks that the sender may call the operation; returns the context of the call. */
  admit(request: FastifyRequest, operation: O, who: Who): RequestContext | Promise<RequestContext>;
  /** Reads the known fields, unparsed. */
  readFields(request: FastifyRequest, operation: O, context: RequestContext): Promise<Fields>;
  /** Whether a header says that an answer repeats the first one of its Idempotency-Key. */
  namesReplays: boolean;
}

/** The steps that need the operation. */
export type Serving<O extends Operation, Who> = Pick<Caller<O, Who>, 'admit' | 'readFields' | 'namesReplays'>;

/** The operation that a request names, or the error if it names none. */
export type Choose<O extends Operation> = (request: FastifyRequest) => O | AppError;
