import { createHmac, type KeyObject, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** The signed parts of a Standard Webhooks message. */
export interface SignedMessage {
  id: string;
  /** Seconds since the epoch. */
  timestamp: string;
  body: string | Buffer;
}

/** A new secret by Standard Webhooks: `whsec_` and base64 of 32 bytes (docs/reference/events.md#signatures). */
export const makeStandardSecret = (random: (bytes: number) => Buffer = randomBytes): string =>
  `whsec_${random(SECRET_BYTES).toString('base64')}`;

/** The key of a secret: the base64 after `whsec_`. */
export const standardKey = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

/**
 * The value of `webhook-signature`: `v1,` and the base64 HMAC of id, time and body
 * (docs/reference/events.md#signatures).
 */
export const standardSignature = (secret: string | KeyObject, { id, timestamp, body }: SignedMessage): string => {
  const key = typeof secret === 'string' ? standardKey(secret) : secret;
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
};
