import { PLATFORM_API_VERSION } from '@parley/common/platform-events';
import { type PostedEvent, signedHeaders, signingKeys } from '@parley/providers/event-headers';
import { memoizeBounded } from '@parley/runtime/bounded-map';
import { writeJson } from '@parley/runtime/write-json';
import type { PlatformFacts } from './delivery.ts';

/** An event to deliver to one key or platform webhook. */
export interface Outgoing extends PostedEvent {
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

const SECRETS_REMEMBERED = 2000;

/** Cached, because creating a key costs as much as signing with it. */
const keysOf = memoizeBounded(signingKeys, SECRETS_REMEMBERED);

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

/** Body and headers of an attempt, signed with its time (docs/reference/events.md#signatures). */
export function buildRequest(event: Outgoing, { newest, previous }: Secrets, now: Date): WebhookRequest {
  const body = buildBody(event);
  const keys = { newest: keysOf(newest), previous: previous === null ? null : keysOf(previous) };
  return { body, headers: signedHeaders(event, body, keys, now) };
}
