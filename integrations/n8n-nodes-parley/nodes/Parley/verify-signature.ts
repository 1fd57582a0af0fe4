import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_S = 300;
/** Parley sends one signature, two during a rotation (docs/reference/events.md#signatures). */
const SIGNATURES_MAX = 5;
/** In characters. */
const SIGNATURE_HEADER_MAX = 1000;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const isEqual = (left: Buffer, right: Buffer): boolean => left.length === right.length && timingSafeEqual(left, right);

/**
 * Whether Parley signed these bytes, with a timestamp at most five minutes from now (Standard Webhooks). During the
 * rotation of a secret there are two signatures.
 */
export function isSigned(rawBody: Buffer, headers: Headers, secret: string, nowMs = Date.now()): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name] ?? ''),
  );
  if (!secret || !id || !signatures || signatures.length > SIGNATURE_HEADER_MAX) return false;
  if (!/^\d{1,12}$/.test(timestamp ?? '') || Math.abs(nowMs / 1000 - Number(timestamp)) > TOLERANCE_S) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length === 0) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest();
  return signatures
    .split(' ')
    .slice(0, SIGNATURES_MAX)
    .some((part) => part.startsWith('v1,') && isEqual(Buffer.from(part.slice('v1,'.length), 'base64'), expected));
}
