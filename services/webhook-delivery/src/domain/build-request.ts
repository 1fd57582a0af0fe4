import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { PLATFORM_API_VERSION } from '@parley/common/platform-events';
import { standardKey, standardSignature } from '@parley/providers/standard-signature';
import { memoizeBounded } from '@parley/runtime/bounded-map';
import { writeJson } from '@parley/runtime/write-json';
import type { PlatformFacts } from './delivery.ts';

/** An event to deliver to one key or platform webhook. */
export interface Outgoing {
  eventId: string;
  type: string;
  instanceId: string;
  createdMs: number;
  /** JSON text of `data`. */
  data: string;
  platform: PlatformFacts | null;
}

/** Decrypted `whsec_…` secrets, including the previous one while it is still valid. */
export interface Secrets {
  newest: string;
  previous: string | null;
}

export interface WebhookRequest {
  body: Buffer;
  headers: Record<string, string>;
}

/**
 * A secret's signing keys of both schemes: the UTF-8 bytes of the whole, and the decoded base64
 * (docs/reference/events.md#signatures).
 */
interface SigningKeys {
  service: KeyObject;
  standard: KeyObject;
}

const SECRETS_REMEMBERED = 2000;

/** Cached, because creating a key costs as much as signing with it. */
const keysOf = memoizeBounded<SigningKeys>(
  (secret) => ({
    service: createSecretKey(secret, 'utf8'),
    standard: createSecretKey(standardKey(secret)),
  }),
  SECRETS_REMEMBERED,
);

/** `sha256=` and the hex HMAC of the body (docs/reference/events.md#signatures). */
const serviceSignature = ({ service }: SigningKeys, body: Buffer): string =>
  `sha256=${createHmac('sha256', service).update(body).digest('hex')}`;

/** Identical on every attempt. */
export function buildBody({ eventId, type, instanceId, createdMs, data, platform }: Outgoing): Buffer {
  const envelope = {
    id: eventId,
    event: type,
    instance_id: instanceId,
    ...(platform === null ? {} : { tenant: platform.tenant, api_version: PLATFORM_API_VERSION }),
    created_at: new Date(createdMs).toISOString(),
  };
  return Buffer.from(writeJson(envelope, { data }));
}

const timestampOf = (at: Date): string => String(Math.floor(at.getTime() / 1000));

/** The headers that need no secret. */
export const plainHeaders = ({ eventId, type }: Pick<Outgoing, 'eventId' | 'type'>, at: Date) => ({
  'content-type': 'application/json',
  'user-agent': 'Parley-Webhooks/1',
  'x-service-event': type,
  'webhook-id': eventId,
  'webhook-timestamp': timestampOf(at),
});

/** Body and headers of an attempt, signed with its time (docs/reference/events.md#signatures). */
export function buildRequest(event: Outgoing, secrets: Secrets, now: Date): WebhookRequest {
  const body = buildBody(event);
  const headers: Record<string, string> = plainHeaders(event, now);
  const message = { id: event.eventId, timestamp: timestampOf(now), body };
  const newest = keysOf(secrets.newest);
  headers['x-service-signature'] = serviceSignature(newest, body);
  headers['webhook-signature'] = standardSignature(newest.standard, message);
  if (secrets.previous !== null) {
    const previous = keysOf(secrets.previous);
    headers['x-service-signature-previous'] = serviceSignature(previous, body);
    headers['webhook-signature'] += ` ${standardSignature(previous.standard, message)}`;
  }
  return { body, headers };
}
