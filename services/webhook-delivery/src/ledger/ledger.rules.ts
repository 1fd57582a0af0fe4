import { timeOfId } from '@parley/common/ids';
import { dayOf, dayOfNumber, firstOfDay } from '@parley/common/values/day-number';

/**
 * Maximum events of the tenant that one call reads: a key with few events in a busy tenant's ledger passes a month of
 * ten million events in 2000 calls, none of which is slow.
 */
export const LOOK_AT_MOST = 5000;

/** `next_after` at the end of a ledger without events: the position before the first one. */
export const LEDGER_START = 'evt_0000000000';

/** Days after which events, ended deliveries and attempts are dropped. */
export const KEEP_DAYS = 30;
const DAY_MS = 24 * 3_600_000;

/** Whether the event of a position that is not in the ledger was dropped from it because of its age. */
export function isExpired(eventId: string, now: Date): boolean {
  const madeAt = timeOfId(eventId);
  return madeAt !== null && madeAt < now.getTime() - KEEP_DAYS * DAY_MS;
}

/** PostgreSQL cannot read the driver's form of some years before 1 and after 9999; no event is that far away. */
const LAST_MS = Date.UTC(9999, 0);

/** The time since when events are read: a given time within the bounds of a timestamp, else the beginning. */
export const boundSince = (since: string | undefined): Date =>
  new Date(Math.min(Math.max(Date.parse(since ?? '1970-01-01'), 0), LAST_MS));

/** A reader's position in the ledger: after this event. Decimal strings, because they may exceed 2^53. */
export interface LedgerPosition {
  position: string;
  seq: string;
}

export type LedgerOrder = 'oldest' | 'newest';

/** Types of most events. The others have an index of their own (migration 0001, events_seldom). */
export const FREQUENT_TYPES = ['message.received', 'message.sent', 'message.status'];

/** Which of a key's events are read; null: all. */
export interface LedgerFilter {
  type: string | null;
  channel: string | null;
  conversationId: number | null;
}

/** Which events of the tenant a read examines. */
export type LedgerScope = 'tenant' | 'conversation' | 'seldom';

/** The smallest indexed scope that holds all events of a filter. */
export function scopeOf({ type, conversationId }: Pick<LedgerFilter, 'type' | 'conversationId'>): LedgerScope {
  if (conversationId !== null) return 'conversation';
  return type === null || FREQUENT_TYPES.includes(type) ? 'tenant' : 'seldom';
}

/** After the last event. */
export const AFTER_ALL: LedgerPosition = {
  position: String(2n ** 63n - 1n),
  seq: firstOfDay(dayOf(new Date(LAST_MS))),
};

/**
 * The numbers of the events that may follow a position, in the order of the read. They exclude days; one day is added for
 * a transaction that ran past midnight.
 */
export function boundSeq(order: LedgerOrder, from: LedgerPosition, start: LedgerPosition) {
  const day = (position: LedgerPosition) => dayOfNumber(position.seq);
  return order === 'oldest'
    ? { fromSeq: firstOfDay(day(from) - 1), beforeSeq: AFTER_ALL.seq }
    : { fromSeq: firstOfDay(day(start) - 1), beforeSeq: firstOfDay(day(from) + 2) };
}

/** A key whose ledger is read. */
export interface LedgerKey {
  tenantId: number;
  instanceId: string;
}

/** An event that was read for a key. */
export interface ReadEvent {
  id: string;
  type: string;
  createdAt: Date;
  /** JSON text. */
  data: string;
  /** Whether it is for the key. */
  matches: boolean;
  /** The number of events read up to this one. */
  number: string;
}

/** The result of one read of the ledger. */
export interface LedgerPage {
  /** In the order of the read, at most the requested number. */
  events: Omit<ReadEvent, 'matches' | 'number'>[];
  /** Id of the last event read, for this key or not; null when none was read. */
  lastId: string | null;
  /** Whether the read ended at its limits before the end of the ledger. */
  hasMore: boolean;
}

/** The page of the rows of a read that wanted one event more than `limit`, among at most `lookAtMost`. */
export function toLedgerPage(
  rows: readonly ReadEvent[],
  { limit, lookAtMost }: { limit: number; lookAtMost: number },
): LedgerPage {
  const found = rows.filter(({ matches }) => matches);
  const events = found.slice(0, limit).map(({ id, type, createdAt, data }) => ({ id, type, createdAt, data }));
  // Another event of the key follows.
  if (found.length > limit) return { events, lastId: events.at(-1)?.id ?? null, hasMore: true };
  // Otherwise every row was read, unless the page was full just before the last one.
  const last = rows.at(-1);
  return { events, lastId: last?.id ?? null, hasMore: Number(last?.number ?? 0) === lookAtMost };
}

/** Decimal strings, because they may exceed 2^53. */
export interface LedgerClock {
  /** Added to the number of a transaction for the position of its events. */
  shift: string;
  /** The number of the next transaction. */
  nextTransaction: string;
  /** The highest position of the newest events; null when there is none. */
  lastPosition: string | null;
}

/**
 * The shift that keeps positions increasing: in a database that was restored into another server, transaction ids
 * start again. Null while they increase without a change.
 */
export function shiftToCatchUp({ shift, nextTransaction, lastPosition }: LedgerClock): string | null {
  if (lastPosition === null || BigInt(lastPosition) < BigInt(nextTransaction) + BigInt(shift)) return null;
  return (BigInt(lastPosition) - BigInt(nextTransaction) + 1n).toString();
}
