import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@parley/common/errors';
import { bearerOf } from './extract-key.ts';
import type { FailureLimit } from './limit-failures.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Throws `missing_admin_token`, `invalid_admin_token` or `rate_limited` unless the bearer is the admin token
 * (docs/reference/operator-api.md#access).
 */
export type AuthenticateOperator = (headers: IncomingHttpHeaders, address: string) => void;

/** Compares in constant time; without a configured token nobody is the operator. */
export function makeAuthenticateOperator(
  token: string | undefined,
  failures: FailureLimit,
  onFailure: () => void,
): AuthenticateOperator {
  const expected = token === undefined ? null : digest(token);
  return (headers, address) => {
    const given = bearerOf(headers);
    if (given === null) throw new AppError('missing_admin_token');
    const hashed = digest(given);
    const name = hashed.toString('hex');
    failures.admit(address, name);
    if (expected && timingSafeEqual(hashed, expected)) return failures.succeeded(name);
    failures.failed(address, name);
    onFailure();
    throw new AppError('invalid_admin_token');
  };
}
