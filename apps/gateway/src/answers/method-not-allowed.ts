import { AppError } from '@parley/common/errors';

/** 405 with the `Allow` header (docs/reference/requests.md#order-of-the-checks). */
export function methodNotAllowed(allow: readonly string[]): AppError {
  return new AppError('method_not_allowed', {
    message: `This method is not allowed here; use ${allow.join(' or ')}.`,
    allow: [...allow],
  });
}
