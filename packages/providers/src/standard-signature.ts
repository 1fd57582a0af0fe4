import { createHmac, type KeyObject, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** What a signature of Standard Webhooks covers. */
export interface SignedMessage {
  id: string;
  /** Seconds since the epoch. */
  timestamp: string;
  body: string | Buffer;
}

/** A new secret: `whsec_` and base64 of 32 bytes, as Standard Webhooks has it (docs/reference/events.md#signatures). */
export const makeStandardSecret = (random: (bytes: number) => Buffer = randomBytes): string =>
  `whsec_${random(SECRET_BYTES).toString('base64')}`;

/** The key of a secret: the base64 behind `whsec_`. */
export const standardKey = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

/** `v1,` and the base64 HMAC of id, time and body, as `webhook-signature` has it (docs/reference/events.md#signatures). */
export const standardSignature = (secret: string | KeyObject, { id, timestamp, body }: SignedMessage): string => {
  const key = typeof secret === 'string' ? standardKey(secret) : secret;
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
};
