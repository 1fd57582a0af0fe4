import { createHash, scrypt, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { AppError } from '@parley/common/errors';
import { bearerOf } from './extract-key.ts';
import type { FailureLimit } from './limit-failures.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const SESSION_SALT = 'parley operator session';
const SESSION_HASH_BYTES = 32;

const derive = promisify<string, string, number, Buffer>(scrypt);

/** Returns the hash (hex) of the current admin token; null: there is none. */
export type ReadAdminTokenHash = () => Promise<string | null>;

/**
 * The hash (hex) that operators' sessions are stored with, so that they end with the token that opened them
 * (docs/reference/console.md#sessions). It is slow (scrypt): a reader of the database cannot guess a short token from it.
 * So it is computed once, for the first session.
 */
export function hashAdminToken(token: string | undefined): ReadAdminTokenHash {
  let hash: Promise<string> | null = null;
  return async () => {
    if (token === undefined) return null;
    hash ??= derive(token, SESSION_SALT, SESSION_HASH_BYTES).then((bytes) => bytes.toString('hex'));
    return hash;
  };
}

/**
 * Throws `missing_admin_token`, `invalid_admin_token` or `rate_limited` unless the bearer is the admin token
 * (docs/reference/operator-api.md#access).
 */
export type AuthenticateOperator = (headers: IncomingHttpHeaders, address: string) => void;

/** Compares in constant time; without a configured token every caller is refused. */
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
