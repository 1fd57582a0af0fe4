import type { NotificationChannel } from '@parley/common/notification-kinds';
import type { Item } from '../planning/plan-notifications.rules.ts';
import { afterAttempt, type SendResult } from './after-attempt.rules.ts';

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
