import type { OpenInbound } from './open-inbound.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const inHours = (hours: number): Date => new Date(Math.floor((Date.now() + hours * HOUR_MS) / MINUTE_MS) * MINUTE_MS);
const clockOf = (at: Date): string => at.toISOString().slice(11, 16);

/** Gives the workspace business hours, every day between two moments in hours from now; returns the second one. */
export async function setBusinessHours(
  { rows, tenantId }: Pick<OpenInbound, 'rows' | 'tenantId'>,
  { from, to, message }: { from: number; to: number; message: string | null },
): Promise<Date> {
  const [begin, end] = [inHours(from), inHours(to)];
  const hours = [{ days: [1, 2, 3, 4, 5, 6, 7], from: clockOf(begin), to: clockOf(end) }];
  await rows(
    'UPDATE tenants SET business_hours = $2, away_message = $3 WHERE id = $1',
    tenantId,
    JSON.stringify({ time_zone: 'UTC', hours }),
    message,
  );
  return end;
}
