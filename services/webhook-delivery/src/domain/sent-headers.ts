import { SECRET_OVERLAP_MS } from '@parley/common/secret-overlap';
import { plainHeaders } from '@parley/providers/event-headers';
import { buildRequest, type Outgoing, type Secrets } from './build-request.ts';
import { NOT_SENT } from './delivery.ts';

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
