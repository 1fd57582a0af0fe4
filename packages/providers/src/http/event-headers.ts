import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { standardKey, standardSignature } from './standard-signature.ts';

/** The event that a request posts to a webhook. */
export interface PostedEvent {
  eventId: string;
  type: string;
}

/**
 * A secret's signing keys of both schemes: the UTF-8 bytes of the whole, and the decoded base64
 * (docs/reference/events.md#signatures).
 */
export interface SigningKeys {
  service: KeyObject;
  standard: KeyObject;
}

export const signingKeys = (secret: string): SigningKeys => ({
  service: createSecretKey(secret, 'utf8'),
  standard: createSecretKey(standardKey(secret)),
});

/** `sha256=` and the hex HMAC of the body (docs/reference/events.md#signatures). */
const serviceSignature = ({ service }: SigningKeys, body: string | Buffer): string =>
  `sha256=${createHmac('sha256', service).update(body).digest('hex')}`;

const timestampOf = (at: Date): string => String(Math.floor(at.getTime() / 1000));

/** The headers that need no secret. */
export const plainHeaders = ({ eventId, type }: PostedEvent, at: Date) => ({
  'content-type': 'application/json',
  'user-agent': 'Parley-Webhooks/1',
  'x-service-event': type,
  'webhook-id': eventId,
  'webhook-timestamp': timestampOf(at),
});

/** The headers of an attempt, signed with its time; the previous secret signs as well while it is valid. */
export function signedHeaders(
  event: PostedEvent,
  body: string | Buffer,
  { newest, previous }: { newest: SigningKeys; previous: SigningKeys | null },
  at: Date,
): Record<string, string> {
  const headers: Record<string, string> = plainHeaders(event, at);
  const message = { id: event.eventId, timestamp: timestampOf(at), body };
  headers['x-service-signature'] = serviceSignature(newest, body);
  headers['webhook-signature'] = standardSignature(newest.standard, message);
  if (previous !== null) {
    headers['x-service-signature-previous'] = serviceSignature(previous, body);
    headers['webhook-signature'] += ` ${standardSignature(previous.standard, message)}`;
  }
  return headers;
}
