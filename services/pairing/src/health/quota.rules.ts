import { z } from 'zod';

/** How many new chats the network lets an account begin in a cycle. */
export const NewChats = z.object({
  /** The network's word: NONE, FIRST_WARNING, SECOND_WARNING, CAPPED, or a later one. */
  status: z.string(),
  /** Null where the network gives no number. */
  used: z.number().nullable(),
  total: z.number().nullable(),
  /** When the cycle ends, in ISO 8601; null: unknown. */
  resetsAt: z.string().nullable(),
});
export type NewChats = z.infer<typeof NewChats>;

const WORD_MAX = 64;
/** The end of the year 9999, in seconds. */
const LAST_SECOND = 253_402_300_799;

const Count = z.coerce.number<unknown>().int().min(0).max(1_000_000_000);
const Seconds = z.coerce.number<unknown>().int().min(1).max(LAST_SECOND);
const Info = z.object({
  capping_status: z.string().min(1).max(WORD_MAX),
  total_quota: Count.nullish().catch(null),
  used_quota: Count.nullish().catch(null),
  cycle_end_timestamp: Seconds.nullish().catch(null),
});

/** The network's report of new chats; null if it has no status. A total below zero means that there is none. */
export function readNewChats(given: unknown): NewChats | null {
  const { data } = Info.safeParse(given);
  if (!data) return null;
  const endsAt = data.cycle_end_timestamp ?? null;
  return {
    status: data.capping_status,
    total: data.total_quota ?? null,
    used: data.used_quota ?? null,
    resetsAt: endsAt === null ? null : new Date(endsAt * 1000).toISOString(),
  };
}

export const isLimited = ({ status }: NewChats): boolean => status !== 'NONE';

/** The operator is alarmed: only a few new chats are left, or none. */
export const isAlarming = ({ status }: NewChats): boolean => status === 'SECOND_WARNING' || status === 'CAPPED';

export const LOOK_EVERY_MS = 6 * 3_600_000;
/** A connection that breaks often asks no more often for that. */
export const LOOK_AGAIN_AFTER_MS = 3_600_000;

/**
 * Whether a device asks for its limits now: six hours after the last time, or an hour after it if it has connected
 * since (times in ms since the epoch; null: never).
 */
export function isLookDue(
  { checkedAtMs, connectedAtMs }: { checkedAtMs: number | null; connectedAtMs: number },
  nowMs: number,
): boolean {
  if (checkedAtMs === null) return true;
  const hasConnectedSince = connectedAtMs > checkedAtMs;
  return nowMs - checkedAtMs >= (hasConnectedSince ? LOOK_AGAIN_AFTER_MS : LOOK_EVERY_MS);
}
