import type { NotificationChannel } from '@parley/common/workspace/notification-kinds';
import type { NewPlatformEvent } from '@parley/messaging/outbox/platform-events';
import {
  CONFIRMATION,
  DIGEST,
  heldUntil,
  type Item,
  MAX_ITEMS,
  QUIET_HOURS,
} from '../planning/plan-notifications.rules.ts';
import { addressOf, isConfirmed, modeOf, type Recipient } from '../recipients/recipient.rules.ts';

/** A message that this worker has claimed. */
export interface Job {
  number: number;
  id: string;
  claimId: string;
  tenantId: number | null;
  recipientId: number | null;
  way: NotificationChannel;
  kind: string;
  /** Masked. */
  address: string;
  items: Item[];
  facts: number;
  attempts: number;
  firstTriedAt: Date | null;
}

/** The result of an attempt, or of ending without one. */
export interface Settlement {
  status: 'waiting' | 'sent' | 'failed' | 'unknown' | 'dropped';
  reason: string | null;
  dueAt: Date;
  attempts: number;
  firstTriedAt: Date | null;
  provider: string | null;
  providerId: string | null;
  acceptedAt: Date | null;
}

/** Default timeout of an attempt, from the connection to the answer. */
export const ATTEMPT_TIMEOUT_MS = 30_000;

/** A message to send now: facts, or the confirmation of an address. */
export interface Outgoing {
  job: Job;
  recipient: Recipient;
  address: string;
  /** The facts that the recipient still wants. */
  items: Item[];
  facts: number;
}

/** The message to send now, or its settlement when it is not sent any more or is held back. */
export function prepareJob(job: Job, recipient: Recipient | null, now: Date): Outgoing | Settlement {
  const drop = (reason: string): Settlement => settleUnsent(job, { status: 'dropped', reason, dueAt: now });
  if (!recipient) return drop('recipient_removed');
  const address = addressOf(recipient, job.way);
  if (address === null) return drop('address_removed');
  if (job.kind === CONFIRMATION) return { job, recipient, address, items: [], facts: 0 };
  if (!isConfirmed(recipient, job.way)) return drop('not_confirmed');
  const items = job.items.filter(({ kind }) => modeOf(recipient, kind, job.way) !== 'off').slice(0, MAX_ITEMS);
  if (items.length === 0) return drop('turned_off');
  const until = heldUntil(recipient, job.kind, now);
  if (until) return settleUnsent(job, { status: 'waiting', reason: QUIET_HOURS, dueAt: until });
  const facts = job.kind === DIGEST && items.length < job.items.length ? items.length : job.facts;
  return { job, recipient, address, items, facts };
}

/** Settles a message without an attempt: it is held back until `dueAt`, or not sent any more. */
export const settleUnsent = (
  { attempts, firstTriedAt }: Job,
  ending: { status: 'waiting' | 'dropped'; reason: string; dueAt: Date },
): Settlement => ({ ...ending, attempts, firstTriedAt, provider: null, providerId: null, acceptedAt: null });

/** Settles a message after an attempt that began at `startedAt`. */
export function settleAttempt(
  job: Job,
  result: SendResult,
  { startedAt, now }: { startedAt: Date; now: Date },
): Settlement {
  const attempts = job.attempts + 1;
  const firstTriedAt = job.firstTriedAt ?? startedAt;
  return {
    ...afterAttempt({ attempts, firstTriedAt }, result, now),
    attempts,
    firstTriedAt,
    provider: result.provider,
    providerId: result.outcome === 'accepted' ? result.providerId : null,
    acceptedAt: result.outcome === 'accepted' ? now : null,
  };
}

/** Outcome of one attempt to send a message. */
export type SendResult =
  | { outcome: 'accepted'; provider: string; providerId: string | null }
  /** It was not accepted, or it never left: it may be retried. */
  | { outcome: 'later'; provider: string; reason: string; retryAfterMs?: number | null }
  | { outcome: 'refused'; provider: string; reason: string }
  /** It left, and it is unknown whether it was accepted. */
  | { outcome: 'unknown'; provider: string; reason: string };

/** The state to store. */
interface NextState {
  status: 'sent' | 'waiting' | 'failed' | 'unknown';
  reason: string | null;
  dueAt: Date;
}

const FIRST_PAUSE_MS = 30_000;
export const MAX_PAUSE_MS = 3_600_000;
const GIVE_UP_AFTER_MS = 6 * 3_600_000;

/** 30 s, 1 min, 2 min … up to an hour. */
export const pauseAfter = (attempts: number): number => Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));

/**
 * The state after an attempt. A message that may have been accepted is never repeated; one that certainly was not is
 * retried for six hours (docs/reference/notifications.md#delivery). `attempts` includes this one.
 */
export function afterAttempt(
  { attempts, firstTriedAt }: { attempts: number; firstTriedAt: Date },
  result: SendResult,
  now: Date,
): NextState {
  if (result.outcome === 'accepted') return { status: 'sent', reason: null, dueAt: now };
  if (result.outcome === 'unknown') return { status: 'unknown', reason: result.reason, dueAt: now };
  if (result.outcome === 'refused') return { status: 'failed', reason: result.reason, dueAt: now };
  const dueAt = new Date(now.getTime() + Math.max(pauseAfter(attempts), result.retryAfterMs ?? 0));
  if (dueAt.getTime() - firstTriedAt.getTime() > GIVE_UP_AFTER_MS)
    return { status: 'failed', reason: result.reason, dueAt: now };
  return { status: 'waiting', reason: result.reason, dueAt };
}

/** The event that reports an accepted message; null: it was not accepted (docs/reference/platform-events.md#events). */
export function acceptedEvent(
  { id, tenantId, way, kind, address }: Job,
  { acceptedAt, provider, providerId }: Settlement,
): NewPlatformEvent | null {
  if (acceptedAt === null || provider === null) return null;
  return {
    type: way === 'email' ? 'email-sent' : 'sms-sent',
    tenantId,
    channel: null,
    conversationId: null,
    createdAt: acceptedAt,
    data: {
      notification_id: id,
      kind,
      to: address,
      provider,
      provider_id: providerId,
      accepted_at: acceptedAt.toISOString(),
    },
  };
}
