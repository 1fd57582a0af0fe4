import { randomBytes } from 'node:crypto';
import { AppError } from '@parley/common/errors';
import type { NotificationChannel } from '@parley/common/workspace/notification-kinds';
import { addressOf, isConfirmed, type Recipient } from './recipient.rules.ts';

/** An address that needs a confirmation. */
export interface NewConfirmation {
  way: NotificationChannel;
  address: string;
  nonce: string;
  expiresAt: Date;
}

const NONCE_BYTES = 12;
/** Wrong codes that invalidate a confirmation. */
export const MAX_TRIES = 5;
const VALID_MS = { email: 7 * 24 * 3_600_000, sms: 3_600_000 } as const;

/** The unconfirmed addresses of a recipient to ask (docs/reference/notifications.md#confirmation). */
export const askFor = (recipient: Recipient, ways: readonly NotificationChannel[], now: Date): NewConfirmation[] =>
  ways.flatMap((way) => {
    const address = addressOf(recipient, way);
    if (address === null || isConfirmed(recipient, way)) return [];
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    return [{ way, address, nonce, expiresAt: new Date(now.getTime() + VALID_MS[way]) }];
  });

/**
 * The count of wrong codes for the next confirmation: it continues from the previous one, so that a new request grants
 * no new tries. Errors: rate_limited.
 */
export function keptTries(before: { attempts: number; expiresAt: Date } | null, now: Date): number {
  if (before === null) return 0;
  if (before.attempts < MAX_TRIES) return before.attempts;
  throw new AppError('rate_limited', {
    message: `${MAX_TRIES} wrong codes were given: a new one can be asked for once the last one has expired.`,
    retry_after: Math.ceil((before.expiresAt.getTime() - now.getTime()) / 1000),
  });
}

/** Whether the deployment's SMS account may send to a number; without a list it may send to every country. */
export const isCountryAllowed = (phone: string, countries: readonly string[] | undefined): boolean =>
  countries === undefined || countries.some((code) => phone.startsWith(code));
