import { randomUUID } from 'node:crypto';
import { afterAttempt, type SendResult } from '../domain/after-attempt.ts';
import { DIGEST, heldUntil, type Item, MAX_ITEMS } from '../domain/plan-notifications.ts';
import { addressOf, isConfirmed, modeOf, type Recipient } from '../domain/recipient.ts';
import type { Job, Settlement } from '../storage/job-store.ts';

/** A message to send: facts, or the confirmation of an address. */
export interface Outgoing {
  job: Job;
  recipient: Recipient;
  address: string;
  items: Item[];
  facts: number;
}

export interface SendDueDeps {
  jobs: {
    claim(given: { claimId: string; now: Date; until: Date; count: number }): Promise<Job[]>;
    begin(job: Job): Promise<boolean>;
    settle(job: Job, settlement: Settlement): Promise<boolean>;
    endInterrupted(now: Date): Promise<number>;
  };
  findRecipient(id: number): Promise<Recipient | null>;
  /**
   * Sends the message; null: it is obsolete (an old confirmation). `begin` runs before the server may have accepted it.
   */
  send(outgoing: Outgoing, begin: () => Promise<boolean>): Promise<SendResult | null>;
  /** Longer than a send may take. */
  leaseMs: number;
  count(way: Job['way'], outcome: Settlement['status']): void;
  /** Called for a message that was not delivered, or may not have been. */
  report(job: Job, settlement: Settlement): void;
  now(): Date;
}

export const CONFIRMATION = 'confirmation';
const BATCH = 8;

/** Why a message is not sent any more, or until when it is held back; null: it may go. */
type Obstacle = { reason: string; heldUntil: Date | null } | null;

function findObstacle(job: Job, recipient: Recipient | null, items: readonly Item[], now: Date): Obstacle {
  const dropped = (reason: string): Obstacle => ({ reason, heldUntil: null });
  if (!recipient) return dropped('recipient_removed');
  if (addressOf(recipient, job.way) === null) return dropped('address_removed');
  if (job.kind === CONFIRMATION) return null;
  if (!isConfirmed(recipient, job.way)) return dropped('not_confirmed');
  if (items.length === 0) return dropped('turned_off');
  const until = heldUntil(recipient, job.kind, now);
  return until && { reason: 'quiet_hours', heldUntil: until };
}

/** The items that the recipient still wants. */
const wantedItems = ({ way, items }: Job, recipient: Recipient | null): Item[] =>
  recipient ? items.filter(({ kind }) => modeOf(recipient, kind, way) !== 'off').slice(0, MAX_ITEMS) : [];

const UNSENT = { provider: null, providerId: null, acceptedAt: null } as const;

/**
 * Sends due messages, each once: one that may have been accepted is never repeated
 * (docs/reference/notifications.md#delivery).
 */
export function makeSendDue(deps: SendDueDeps) {
  async function settle(job: Job, settlement: Settlement): Promise<void> {
    if (!(await deps.jobs.settle(job, settlement))) return;
    deps.count(job.way, settlement.status);
    if (settlement.status !== 'sent') deps.report(job, settlement);
  }

  function settlementOf(job: Job, result: SendResult, startedAt: Date): Settlement {
    const now = deps.now();
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

  async function run(job: Job): Promise<void> {
    const now = deps.now();
    const recipient = job.recipientId === null ? null : await deps.findRecipient(job.recipientId);
    const items = wantedItems(job, recipient);
    const { attempts, firstTriedAt } = job;
    const obstacle = findObstacle(job, recipient, items, now);
    const address = recipient && addressOf(recipient, job.way);
    if (obstacle || !recipient || address === null) {
      const { reason = 'recipient_removed', heldUntil: until = null } = obstacle ?? {};
      const status = until ? 'waiting' : 'dropped';
      return settle(job, { status, reason, dueAt: until ?? now, attempts, firstTriedAt, ...UNSENT });
    }
    const facts = job.kind === DIGEST && items.length < job.items.length ? items.length : job.facts;
    const result = await deps.send({ job, recipient, address, items, facts }, () => deps.jobs.begin(job));
    if (result) return settle(job, settlementOf(job, result, now));
    return settle(job, { status: 'dropped', reason: 'expired', dueAt: now, attempts, firstTriedAt, ...UNSENT });
  }

  /** Sends due messages; true when more may be waiting. */
  return async (): Promise<boolean> => {
    const now = deps.now();
    await deps.jobs.endInterrupted(now);
    const until = new Date(now.getTime() + deps.leaseMs);
    const due = await deps.jobs.claim({ claimId: randomUUID(), now, until, count: BATCH });
    // After an error here (the database is down) the message is claimed again when its lease expires, unless sending
    // had begun.
    const runs = await Promise.allSettled(due.map(run));
    const failed = runs.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    return due.length === BATCH;
  };
}
