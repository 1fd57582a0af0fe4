import { randomUUID } from 'node:crypto';
import type { RemovalKind } from '../domain/granted-account.ts';
import type { ProviderResult } from './provider-failure.ts';

/** A job that this worker has claimed. */
export interface RemovalJob {
  id: number;
  claimId: string;
  kind: RemovalKind;
  externalId: string;
  credentials: string;
  /** Includes this one. */
  attempts: number;
  /** Whether an earlier attempt may have succeeded. */
  isReported: boolean;
  createdAt: Date;
}

/** The provider call of one kind, and the call that restores a newer connection if the first came too late. */
export interface RemovalCalls {
  remove(externalId: string, credentials: string): ProviderResult;
  restore(externalId: string, credentials: string): ProviderResult;
}

export interface RunRemovalJobsDeps {
  jobs: {
    claim(given: { claimId: string; now: Date; until: Date; count: number }): Promise<RemovalJob[]>;
    /** False when another worker has the job by now. */
    markReported(job: RemovalJob): Promise<boolean>;
    /** Deletes the job with its credentials. */
    finish(job: RemovalJob): Promise<void>;
    postpone(job: RemovalJob, dueAt: Date): Promise<void>;
    /** Credentials of the current holder of the page, bot, account or WABA; null when there is none. */
    findHolder(job: RemovalJob, now: Date): Promise<string | null>;
  };
  calls: Readonly<Record<RemovalKind, RemovalCalls>>;
  /** Longer than two provider calls. */
  leaseMs: number;
  /** Called when a job has failed for a day. */
  onGivenUp(job: Pick<RemovalJob, 'kind' | 'externalId'>, failure: unknown): void;
  now(): Date;
}

const BATCH = 8;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 3_600_000;
const GIVE_UP_AFTER_MS = 24 * 3_600_000;

/** 0.5 s, 2 s, 8 s … up to an hour. */
const pauseAfter = (attempts: number): number => Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (attempts - 1));

async function expectDone(call: ProviderResult): Promise<void> {
  const reported = await call;
  // A dead token leaves nothing to remove.
  if (reported.ok || (reported.failure.kind === 'refused' && reported.failure.channelBroken)) return;
  throw new Error(reported.failure.provider.message);
}

/**
 * Makes the provider calls of disconnected accounts until they succeed or a day has passed. An account that was
 * connected again keeps its webhooks, or gets them restored.
 */
export function makeRunRemovalJobs({ jobs, calls, leaseMs, onGivenUp, now }: RunRemovalJobsDeps) {
  async function run(job: RemovalJob): Promise<void> {
    const { remove, restore } = calls[job.kind];
    const before = await jobs.findHolder(job, now());
    if (before !== null && !job.isReported) return;
    if (before === null) {
      if (!(await jobs.markReported(job))) return;
      await expectDone(remove(job.externalId, job.credentials));
    }
    const after = before ?? (await jobs.findHolder(job, now()));
    if (after !== null) await expectDone(restore(job.externalId, after));
  }

  async function attempt(job: RemovalJob): Promise<void> {
    try {
      await run(job);
      await jobs.finish(job);
    } catch (failure) {
      const at = now();
      if (at.getTime() - job.createdAt.getTime() < GIVE_UP_AFTER_MS)
        return jobs.postpone(job, new Date(at.getTime() + pauseAfter(job.attempts)));
      onGivenUp(job, failure);
      await jobs.finish(job);
    }
  }

  /** Runs due jobs; true when more may be waiting. */
  return async (): Promise<boolean> => {
    const at = now();
    const until = new Date(at.getTime() + leaseMs);
    const due = await jobs.claim({ claimId: randomUUID(), now: at, until, count: BATCH });
    // A failure here (the database is unavailable) is retried when the claim expires.
    const attempts = await Promise.allSettled(due.map(attempt));
    const failed = attempts.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    return due.length === BATCH;
  };
}
