import { randomBytes } from 'node:crypto';
import type { NotificationChannel } from '@parley/common/notification-kinds';
import { addressOf, isConfirmed, type Recipient } from './recipient.ts';

/** An address that is to be asked whether it wants to be notified. */
export interface NewConfirmation {
  way: NotificationChannel;
  address: string;
  nonce: string;
  expiresAt: Date;
}

const NONCE_BYTES = 12;
const VALID_MS = { email: 7 * 24 * 3_600_000, sms: 3_600_000 } as const;

/** Which of these addresses of a recipient are asked: those that are not confirmed (docs/reference/notifications.md#confirmation). */
export const askFor = (recipient: Recipient, ways: readonly NotificationChannel[], now: Date): NewConfirmation[] =>
  ways.flatMap((way) => {
    const address = addressOf(recipient, way);
    if (address === null || isConfirmed(recipient, way)) return [];
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    return [{ way, address, nonce, expiresAt: new Date(now.getTime() + VALID_MS[way]) }];
  });
