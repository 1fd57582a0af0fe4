import type { RouterError } from '@parley/common/contracts/app-router';
import { AppError, statusOf } from '@parley/common/errors';
import type { TRPC_ERROR_CODE_KEY, TRPCError, TRPCErrorFormatter } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { buildErrorBody, type FailedRequest } from '../answers/build-error.ts';

const CODES: ReadonlyMap<number, TRPC_ERROR_CODE_KEY> = new Map([
  [400, 'BAD_REQUEST'],
  [401, 'UNAUTHORIZED'],
  [402, 'PAYMENT_REQUIRED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [405, 'METHOD_NOT_SUPPORTED'],
  [409, 'CONFLICT'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [415, 'UNSUPPORTED_MEDIA_TYPE'],
  [422, 'UNPROCESSABLE_CONTENT'],
  [429, 'TOO_MANY_REQUESTS'],
  [502, 'BAD_GATEWAY'],
  [503, 'SERVICE_UNAVAILABLE'],
  [504, 'GATEWAY_TIMEOUT'],
]);

/** The error thrown in a procedure, or the catalogue's code for an error of tRPC itself. */
export function causeOf({ code, message, cause }: TRPCError): unknown {
  if (cause instanceof AppError) return cause;
  if (code === 'NOT_FOUND') return new AppError('unknown_action', { message });
  if (code === 'METHOD_NOT_SUPPORTED') return new AppError('method_not_allowed', { message });
  return cause;
}

/** An error in tRPC's envelope: `data` is the body of docs/reference/errors.md#error-body with the members that tRPC clients expect. */
export const formatError: TRPCErrorFormatter<{ request: FailedRequest }, RouterError> = ({ error, path, ctx }) => {
  if (!ctx) throw error;
  const body = buildErrorBody(causeOf(error), ctx.request);
  const httpStatus = statusOf(body.error, body.details);
  const code = CODES.get(httpStatus) ?? 'INTERNAL_SERVER_ERROR';
  return {
    message: body.message,
    code: TRPC_ERROR_CODES_BY_KEY[code],
    data: { ...body, code, httpStatus, ...(path === undefined ? {} : { path }) },
  };
};
