import { PLATFORM_API_VERSION } from '@parley/common/events/platform-events';
import { SECRET_OVERLAP_MS } from '@parley/common/workspace/secret-overlap';
import { type PostedEvent, plainHeaders, signedHeaders, signingKeys } from '@parley/providers/http/event-headers';
import { memoizeBounded } from '@parley/runtime/bounded-map';
import { writeJson } from '@parley/runtime/reading/write-json';
import { NOT_SENT, type PlatformFacts } from './delivery.rules.ts';

/** An event to deliver to one key or platform webhook. */
export interface Outgoing extends PostedEvent {
  instanceId: string;
  createdMs: number;
  /** JSON text of `data`. */
  data: string;
  platform: PlatformFacts | null;
  /** The body in another form than Parley's own; absent or null: there is none. */
  rendered?: { body: Buffer } | null;
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

const SECRETS_REMEMBERED = 2000;

/** Cached, because creating a key costs as much as signing with it. */
const keysOf = memoizeBounded(signingKeys, SECRETS_REMEMBERED);

/** Identical on every attempt. */
export function buildBody({ eventId, type, instanceId, createdMs, data, platform, rendered }: Outgoing): Buffer {
  if (rendered) return rendered.body;
  const envelope = {
    id: eventId,
    event: type,
    instance_id: instanceId,
    ...(platform === null ? {} : { tenant: platform.tenant, api_version: PLATFORM_API_VERSION }),
    created_at: new Date(createdMs).toISOString(),
  };
  return Buffer.from(writeJson(envelope, { data }));
}

/** Body and headers of an attempt, signed with its time (docs/reference/events.md#signatures). */
export function buildRequest(event: Outgoing, { newest, previous }: Secrets, now: Date): WebhookRequest {
  const body = buildBody(event);
  const keys = { newest: keysOf(newest), previous: previous === null ? null : keysOf(previous) };
  return { body, headers: signedHeaders(event, body, keys, now) };
}

/** The current secrets of a webhook. */
export interface KeptSecrets extends Secrets {
  previousUntil: Date | null;
}

/** A worker may sign with values that it read this long before a change. */
const MARGIN_MS = 60_000;

const isNear = (at: Date, moment: number): boolean => Math.abs(at.getTime() - moment) < MARGIN_MS;

/** The secrets that signed an attempt; null where that is uncertain: before, or close to, a rotation or its end. */
export function secretsAt({ newest, previous, previousUntil }: KeptSecrets, at: Date): Secrets | null {
  if (previousUntil === null) return { newest, previous: null };
  const until = previousUntil.getTime();
  const rotated = until - SECRET_OVERLAP_MS;
  if (at.getTime() < rotated || isNear(at, rotated) || isNear(at, until)) return null;
  return { newest, previous: at.getTime() < until ? previous : null };
}

/**
 * Rebuilds the headers of an attempt; null where the request was never sent. Without signatures where the secret at
 * that time is unknown.
 */
export function sentHeaders(
  event: Outgoing,
  { at, error }: { at: Date; error: string | null },
  secrets: KeptSecrets | null,
): Record<string, string> | null {
  if (error?.startsWith(NOT_SENT)) return null;
  const ofThen = secrets && secretsAt(secrets, at);
  return ofThen ? buildRequest(event, ofThen, at).headers : plainHeaders(event, at);
}
