import { invalidField } from '@parley/common/errors';

const DAY_MS = 24 * 3_600_000;
/** How far ahead a message can be scheduled (docs/reference/sends.md#scheduled). */
const SCHEDULED_DAYS_MAX = 90;

/**
 * The moment of `send_at`, or null when it is not given. It is a moment, not a time of day, so a change of the clocks
 * does not move it. Throws `invalid_send_at`.
 */
export function readSendTime(sendAt: string | undefined, now: Date): Date | null {
  if (sendAt === undefined) return null;
  const at = new Date(sendAt);
  if (!(at > now)) throw invalidField('send_at', 'send_at must be in the future.');
  if (at.getTime() > now.getTime() + SCHEDULED_DAYS_MAX * DAY_MS)
    throw invalidField('send_at', `send_at must be at most ${SCHEDULED_DAYS_MAX} days ahead.`);
  return at;
}
