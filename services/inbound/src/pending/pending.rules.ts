import type { InboundItem } from '@parley/providers/received/inbound-item';
import { isOpen } from '../receipts/own-send.rules.ts';

/** A waiting update, and the state of the message or send that it waits for. */
export interface PendingFacts {
  kind: string;
  /** The send that it waits for; null: it waits for a message. */
  waitsFor: string | null;
  /** Whether the message is stored. */
  isMessageHere: boolean;
  /** The send; null when it no longer exists. */
  send: { status: string; settleBy: Date | null } | null;
}

/**
 * Whether a waiting update can be applied: its message is stored, or its send is settled. An echo waits for a send of
 * unknown outcome only until that send's time to settle has passed: after that the echo may belong to a message that
 * was sent elsewhere.
 */
export function isApplicable({ kind, waitsFor, isMessageHere, send }: PendingFacts, now: Date): boolean {
  if (waitsFor === null) return isMessageHere;
  if (send === null || !isOpen(send)) return true;
  if (kind !== 'echo' || send.status === 'sending') return false;
  return send.settleBy === null || send.settleBy < now;
}

/** A waiting update that could not be applied yet. */
interface WaitedUpdate {
  /** How long it has waited, in milliseconds. */
  ageMs: number;
  /** Whether it waits for a send, which settles within minutes; otherwise for a message that may never come. */
  waitsForSend: boolean;
}

const SHORTEST_MS = 500;
const MAX_MS = 3_600_000;
/** Fraction of its age: an update is applied with at most this delay. */
const PART_OF_AGE = 1 / 4;
/** Most sends settle within this time. */
const SEND_FRESH_MS = 60_000;
const SEND_LATER_MS = 30_000;

/**
 * Milliseconds until a waiting update is checked again. One about a message of another system waits for days without success:
 * it is checked about two hundred times in a week.
 */
export function nextLookMs({ ageMs, waitsForSend }: WaitedUpdate): number {
  if (waitsForSend) return ageMs < SEND_FRESH_MS ? SHORTEST_MS : SEND_LATER_MS;
  return Math.min(MAX_MS, Math.max(SHORTEST_MS, ageMs * PART_OF_AGE));
}

const dateOf = (value: unknown): Date | null => (typeof value === 'string' ? new Date(value) : null);

/** Restores the dates of an item that was stored as JSON. */
export const reviveItem = (kept: Record<string, unknown>): InboundItem =>
  ({
    ...kept,
    ...('at' in kept ? { at: dateOf(kept.at) ?? new Date() } : {}),
    ...(kept.kind === 'watermark' ? { until: dateOf(kept.until) } : {}),
    // safe: written from an item; only its times are not JSON
  }) as InboundItem;

/** Per account. A number that another system also sends with has three receipts for each message of that system. */
export const PENDING_CAP = 10_000;
/** Per run; more wait for the next one. */
export const DROP_BATCH = 10_000;
