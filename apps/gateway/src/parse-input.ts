import { type FieldProblem, fieldError } from '@parley/common/errors';
import { z } from 'zod';
import { describeProblems } from './input/describe-problem.ts';
import type { InputShape } from './input/input-shape.ts';

/** The name under which a bad Idempotency-Key header is reported. */
export const IDEMPOTENCY_KEY_PROBLEM: FieldProblem = {
  field: 'Idempotency-Key',
  code: 'invalid_idempotency_key',
  message: 'Idempotency-Key must be 1 to 255 printable ASCII characters.',
};

/**
 * Throws the 400 for the issues of a schema; `more` are problems outside the schema
 * (docs/reference/requests.md#fields).
 */
export function refuseFields(
  shape: InputShape,
  input: unknown,
  error: unknown,
  more: readonly FieldProblem[] = [],
): never {
  if (!(error instanceof z.core.$ZodError)) throw error;
  const [first, ...rest] = [...describeProblems(shape, input, error.issues), ...more];
  if (!first) throw error;
  throw fieldError([first, ...rest]);
}
