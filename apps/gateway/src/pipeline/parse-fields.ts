import { type FieldProblem, fieldError } from '@parley/common/errors';
import { z } from 'zod';
import { describeProblems } from '../input/describe-problem.ts';
import type { InputShape } from '../input/input-shape.ts';
import { IDEMPOTENCY_KEY_PROBLEM } from './idempotency-key.ts';
import type { Fields, Operation } from './operation.ts';
import type { RequestContext } from './request-context.ts';

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

/** Step 9 of docs/reference/requests.md#order-of-the-checks: the only place that parses the fields of a request. */
export function parseFields({ contract, shape }: Operation, fields: Fields, context: RequestContext): Fields {
  const parsed = z.safeParse(contract.input, fields);
  if (parsed.success) return parsed.data;
  return refuseFields(shape, fields, parsed.error, context.idempotencyKey === null ? [IDEMPOTENCY_KEY_PROBLEM] : []);
}
