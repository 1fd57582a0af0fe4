import { isInForce, type Restriction } from '../devices/linked-device.rules.ts';
import type { NewChats } from '../health/quota.rules.ts';

/** A chat that a device began. */
export interface BegunChat {
  /** Ms since the epoch. */
  at: number;
  /** Hash of the person's address. */
  chat: string;
  /** Pause after it, in ms. */
  pauseMs: number;
}

const DAY_MS = 24 * 3_600_000;
/** New chats in 24 hours while the link is younger than this. */
const YOUNG_LINKS = [
  { days: 2, perDay: 10 },
  { days: 7, perDay: 20 },
] as const;
const PER_DAY = 40;

/** New chats in 24 hours by the age of the link; null: its age is unknown, and it is no new one. */
export function newChatsPerDay(linkedAt: Date | null, now: number): number {
  if (linkedAt === null) return PER_DAY;
  const days = (now - linkedAt.getTime()) / DAY_MS;
  return YOUNG_LINKS.find((young) => days < young.days)?.perDay ?? PER_DAY;
}

/** The pause after a new chat: 1 to 3 s, by chance. */
export const pauseAfter = (chance: number): number => 1000 + Math.floor(chance * 2000);

type Decision = { begun: BegunChat[] } | { retryAfterMs: number };

/**
 * Decides whether a chat may be begun now (docs/reference/wd.md#pace-of-new-chats). Returns what to store before the message
 * is sent, or the wait. A chat that was begun in the last 24 hours is not counted again.
 */
export function decideNewChat(
  before: readonly BegunChat[],
  { chat, pauseMs }: Pick<BegunChat, 'chat' | 'pauseMs'>,
  { now, perDay }: { now: number; perDay: number },
): Decision {
  const kept = before.filter(({ at }) => at > now - DAY_MS);
  if (kept.some((one) => one.chat === chat)) return { begun: kept };
  const last = kept.at(-1);
  const pauseLeftMs = last ? last.at + last.pauseMs - now : 0;
  const blocking = kept.at(-perDay);
  const dayLeftMs = blocking ? blocking.at + DAY_MS - now : 0;
  const retryAfterMs = Math.max(pauseLeftMs, dayLeftMs);
  return retryAfterMs > 0 ? { retryAfterMs } : { begun: [...kept, { at: now, chat, pauseMs }] };
}

/**
 * Whether the network lets the account begin no chat now; `retryAfterMs` null: it gave no end. Null: it may.
 */
export function findLock(
  { restriction, newChats }: { restriction: Restriction | null; newChats: NewChats | null },
  now: Date,
): { retryAfterMs: number | null } | null {
  const left = (until: Date | null) => ({ retryAfterMs: until && until.getTime() - now.getTime() });
  if (restriction?.name === 'restricted' && isInForce(restriction, now)) return left(restriction.until);
  if (newChats?.status !== 'CAPPED') return null;
  const until = newChats.resetsAt === null ? null : new Date(newChats.resetsAt);
  return isInForce({ until }, now) ? left(until) : null;
}
