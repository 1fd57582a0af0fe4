import type { Contract } from '@parley/common/define-contract';
import type { FieldProblem } from '@parley/common/errors';
import type { FastifyRequest } from 'fastify';

const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/** The name under which a bad Idempotency-Key header is reported. */
export const IDEMPOTENCY_KEY_PROBLEM: FieldProblem = {
  field: 'Idempotency-Key',
  code: 'invalid_idempotency_key',
  message: 'Idempotency-Key must be 1 to 255 printable ASCII characters.',
};

export const isIdempotencyKey = (given: unknown): given is string => typeof given === 'string' && PRINTABLE.test(given);

/**
 * The Idempotency-Key of a POST: undefined when absent, null when it is not acceptable
 * (docs/reference/requests.md#idempotency-key).
 */
export function idempotencyKeyOf(
  request: FastifyRequest,
  { method }: Pick<Contract, 'method'>,
): string | null | undefined {
  const given = request.headers['idempotency-key'];
  if (given === undefined || method !== 'POST') return undefined;
  return isIdempotencyKey(given) ? given : null;
}
