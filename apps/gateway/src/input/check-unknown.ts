import { invalidField } from '@parley/common/errors';
import type { RequestContext } from '../pipeline/request-context.ts';
import type { InputShape } from './input-shape.ts';
import { findUnknownFields, headerOfUnknown, refuseUnknown } from './unknown-fields.ts';

/** Whether unknown fields are refused. Errors: invalid_strict. */
function isStrict(strict: unknown): boolean {
  if (strict === undefined || strict === 'false') return false;
  if (strict === 'true') return true;
  throw invalidField('strict', 'strict must be true or false, given once.');
}

/**
 * Names the unknown fields of a request in a header of its answer; with `?strict=true` it refuses them instead
 * (docs/reference/requests.md#unknown-fields). Errors: invalid_field, invalid_strict.
 */
export function checkUnknown(
  shape: InputShape,
  given: object,
  strict: unknown,
  context: Pick<RequestContext, 'unknownFields'>,
): void {
  const unknown = findUnknownFields(shape, given);
  if (unknown.length > 0) context.unknownFields = headerOfUnknown(unknown);
  if (isStrict(strict)) refuseUnknown(unknown);
}
