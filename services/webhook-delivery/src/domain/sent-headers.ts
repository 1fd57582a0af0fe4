import { SECRET_OVERLAP_MS } from '@parley/common/secret-overlap';
import { buildRequest, type Outgoing, plainHeaders, type Secrets } from './build-request.ts';
import { NOT_SENT } from './delivery.ts';

/** The secrets of a webhook as they are now. */
export interface KeptSecrets extends Secrets {
  previousUntil: Date | null;
}

/** A worker may sign with what it read this long before a change. */
const MARGIN_MS = 60_000;

const isNear = (at: Date, moment: number): boolean => Math.abs(at.getTime() - moment) < MARGIN_MS;

/** The secrets that an attempt was signed with; null where that is not certain: before, or close to, a rotation or its end. */
export function secretsAt({ newest, previous, previousUntil }: KeptSecrets, at: Date): Secrets | null {
  if (previousUntil === null) return { newest, previous: null };
  const until = previousUntil.getTime();
  const rotated = until - SECRET_OVERLAP_MS;
  if (at.getTime() < rotated || isNear(at, rotated) || isNear(at, until)) return null;
  return { newest, previous: at.getTime() < until ? previous : null };
}

/**
 * The headers of an attempt, made again from what it was made from; null where the request never left. Without signatures
 * where the secret of then is not known.
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
