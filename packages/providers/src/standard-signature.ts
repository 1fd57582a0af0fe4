import { createHmac, type KeyObject } from 'node:crypto';

/** What a signature of Standard Webhooks covers. */
export interface SignedMessage {
  id: string;
  /** Seconds since the epoch. */
  timestamp: string;
  body: string | Buffer;
}

/** The key of a secret: the base64 behind `whsec_`. */
export const standardKey = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

/** `v1,` and the base64 HMAC of id, time and body, as `webhook-signature` has it (docs/reference/events.md#signatures). */
export const standardSignature = (secret: string | KeyObject, { id, timestamp, body }: SignedMessage): string => {
  const key = typeof secret === 'string' ? standardKey(secret) : secret;
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
};
