import type { NotificationChannel } from '@parley/common/workspace/notification-kinds';
import { addressOf, isConfirmed, mask, modeOf, type Recipient, WAYS } from '../recipients/recipient.rules.ts';
import { nextAt, quietUntil } from '../recipients/zoned-time.rules.ts';

/** An event to notify of. */
export interface Fact {
  id: string;
  tenantId: number | null;
  kind: string;
  data: unknown;
  happenedAt: Date;
}

/** One line of a message. */
export interface Item {
  kind: string;
  data: unknown;
  at: string;
}

/** Items for an open message, or for a new one. */
export interface PlannedNotification {
  recipientId: number;
  tenantId: number | null;
  way: NotificationChannel;
  kind: string;
  address: string;
  items: Item[];
  facts: number;
  /** When a new message is due. */
  dueAt: Date;
  reason: string | null;
}

/** Items shown in one message; the rest is only counted. */
export const MAX_ITEMS = 20;
/** Kinds of messages that no single fact has. */
export const CONFIRMATION = 'confirmation';
export const DIGEST = 'digest';
/** The reason why a message is held back. */
export const QUIET_HOURS = 'quiet_hours';
/** Sent at any hour: without it no customer gets an answer. */
const URGENT = new Set(['channel_disconnected', CONFIRMATION]);
const DIGEST_AT = '08:00';

/** The end of the quiet hours that hold a message back, or null. */
export const heldUntil = (
  { quiet, timeZone }: Pick<Recipient, 'quiet' | 'timeZone'>,
  kind: string,
  at: Date,
): Date | null => (URGENT.has(kind) ? null : quietUntil(quiet, timeZone, at));

function dueOf(recipient: Recipient, kind: string, now: Date, groupMs: number): { dueAt: Date; reason: string | null } {
  const grouped = kind === DIGEST ? nextAt(DIGEST_AT, recipient.timeZone, now) : new Date(now.getTime() + groupMs);
  const held = heldUntil(recipient, kind, grouped);
  return held ? { dueAt: held, reason: QUIET_HOURS } : { dueAt: grouped, reason: kind === DIGEST ? DIGEST : null };
}

/** Whether a recipient is notified of a fact: a mention concerns one member only. */
function isTold({ tenantId, memberId }: Recipient, fact: Fact): boolean {
  if (fact.tenantId !== tenantId) return false;
  if (fact.kind !== 'mention') return true;
  const { data } = fact;
  const mentioned = typeof data === 'object' && data !== null && 'member_id' in data ? data.member_id : null;
  return memberId !== null && mentioned === memberId;
}

/**
 * Plans who is notified of facts, by which way and when: several of a kind become one message, a digest is sent at
 * 08:00 in its recipient's time zone (docs/reference/notifications.md#when).
 */
export function planNotifications(
  facts: readonly Fact[],
  recipients: readonly Recipient[],
  { now, groupMs }: { now: Date; groupMs: number },
): PlannedNotification[] {
  const planned = new Map<string, PlannedNotification>();
  for (const recipient of recipients)
    for (const fact of facts) {
      if (!isTold(recipient, fact)) continue;
      for (const way of WAYS) {
        const address = addressOf(recipient, way);
        const mode = modeOf(recipient, fact.kind, way);
        if (mode === 'off' || address === null || !isConfirmed(recipient, way)) continue;
        const kind = mode === 'digest' ? DIGEST : fact.kind;
        const key = `${recipient.id} ${way} ${kind}`;
        const item = { kind: fact.kind, data: fact.data, at: fact.happenedAt.toISOString() };
        const known = planned.get(key);
        if (known) {
          known.facts++;
          if (known.items.length < MAX_ITEMS) known.items.push(item);
          continue;
        }
        planned.set(key, {
          recipientId: recipient.id,
          tenantId: recipient.tenantId,
          way,
          kind,
          address: mask(address),
          items: [item],
          facts: 1,
          ...dueOf(recipient, kind, now, groupMs),
        });
      }
    }
  return [...planned.values()];
}
