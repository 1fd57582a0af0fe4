import { createHash, randomBytes } from 'node:crypto';
import { AppError, invalidField, refusedByProvider } from '@parley/common/errors';
import type { LinkedDevice } from '../devices/linked-device.rules.ts';
import { UNPAIRED } from '../leases/device-state.rules.ts';

/** Sessions of a tenant that wait for a phone. */
interface WaitingSessions {
  count: number;
  /** When the first of them expires; null when none waits. */
  firstExpiresAt: Date | null;
}

/** Counts the waiting unpaired sessions; expired ones are excluded, even before the sweep. */
export function countWaiting(expiries: readonly Date[], now: Date): WaitingSessions {
  const waiting = expiries.filter((at) => at > now).map((at) => at.getTime());
  return { count: waiting.length, firstExpiresAt: waiting.length === 0 ? null : new Date(Math.min(...waiting)) };
}

/** Null when one more may wait; otherwise the seconds (at least 1) until a place is free at the latest. */
export function secondsToPlace({ count, firstExpiresAt }: WaitingSessions, max: number, now: Date): number | null {
  if (count < max) return null;
  return Math.max(1, Math.ceil(((firstExpiresAt ?? now).getTime() - now.getTime()) / 1000));
}

/** A new session token (docs/reference/sessions.md#creating): `wds_` and 192 random bits. */
export const makeSessionToken = (): string => `wds_${randomBytes(24).toString('base64url')}`;

/** The stored form of a token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const PHONE = /^\+?(\d{7,15})$/;

/** The digits of a typed number (docs/reference/sends.md#recipient). Throws `invalid_phone`. */
export function pairingDigits(phone: string): string {
  const digits = PHONE.exec(phone.replace(/[\s-]/g, ''))?.[1];
  if (digits === undefined)
    throw invalidField('phone', 'phone must be a number with country code: 7 to 15 digits, with or without +.');
  return digits;
}

/** `ABCDEFGH` as shown to people: `ABCD-EFGH`. */
export const readableCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** Throws unless a phone may be linked to the session. Errors: already_connected, unknown_session. */
export function requireUnpaired({ state }: LinkedDevice, now: Date): void {
  if (state.isPaired)
    throw new AppError('already_connected', { message: 'This session is linked to a phone already.' });
  if (state.status === 'deleted') throw new AppError('unknown_session', { message: 'This session is deleted.' });
  const isWaiting = UNPAIRED.includes(state.status);
  if (state.status === 'expired' || (isWaiting && state.expiresAt <= now))
    throw new AppError('unknown_session', { message: 'This session has expired; create another one.' });
}

/** The network refused a request of a linked device. */
export const deviceError = (message: string, code: string | null): AppError =>
  refusedByProvider({ name: 'device', status: null, code, message });
