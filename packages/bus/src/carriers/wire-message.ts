import { CallContext } from '@parley/common/call-context';
import { AppError, type ErrorExtras } from '@parley/common/errors';
import { asReplayed } from '@parley/common/messages/replayed';
import { z } from 'zod';

/** A request: the input of its contract, and the context. */
const RequestEnvelope = z.object({ input: z.unknown(), context: CallContext });
export type RequestEnvelope = z.infer<typeof RequestEnvelope>;

/** Parses the text of a request; throws `invalid_json` or `invalid_request`. */
export function parseRequest(payload: string): RequestEnvelope {
  let body: unknown;
  try {
    body = JSON.parse(payload);
  } catch (cause) {
    throw new AppError('invalid_json', { message: 'The request over the bus is not JSON.', cause });
  }
  const envelope = RequestEnvelope.safeParse(body);
  if (envelope.success) return envelope.data;
  throw new AppError('invalid_request', {
    message: 'The request over the bus has no valid envelope.',
    cause: envelope.error,
  });
}

/** Metadata of an answer. */
export interface AnswerMeta {
  /**
   * The answer is that of an earlier request with the same Idempotency-Key
   * (docs/reference/requests.md#idempotency-key).
   */
  replayed?: boolean;
}

const WireError = z.looseObject({
  error: z.string(),
  message: z.string(),
  retry_after: z.number().optional(),
  meta: z.object({ replayed: z.boolean().optional() }).optional(),
});

/** An answer. `stream` is the subject that serves the bytes of a streamed answer. */
export const AnswerEnvelope = z.union([
  z.object({
    ok: z.literal(true),
    output: z.unknown(),
    meta: z.object({ replayed: z.boolean().optional() }).optional(),
    stream: z.string().optional(),
  }),
  z.object({ ok: z.literal(false), error: WireError }),
]);
export type AnswerEnvelope = z.infer<typeof AnswerEnvelope>;

/** An error in its wire form, without its cause. */
export function toWireError(error: AppError, meta?: AnswerMeta): string {
  const { body, ...extras } = error.extras;
  const wire = {
    error: error.code,
    message: error.message,
    ...extras,
    ...(body ? { body } : {}),
    ...(meta ? { meta } : {}),
  };
  return JSON.stringify({ ok: false, error: wire });
}

/** The error that {@link toWireError} wrote. */
export function fromWireError(wire: z.infer<typeof WireError>): AppError {
  const { error, message, meta, ...extras } = wire;
  // safe: written by toWireError from an AppError
  const restored = new AppError(error as AppError['code'], { message, ...(extras as Omit<ErrorExtras, 'message'>) });
  return meta?.replayed ? asReplayed(restored) : restored;
}
