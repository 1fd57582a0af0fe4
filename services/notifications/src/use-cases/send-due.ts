import { randomUUID } from 'node:crypto';
import type { NotificationsService } from '../service.ts';
import { claimJobs, endInterrupted } from '../storage/job-store.ts';
import { sendJob } from './send-job.ts';

const BATCH = 8;
/** Time beyond an attempt for storing its beginning and outcome. */
const LEASE_MARGIN_MS = 30_000;

/**
 * Sends due messages, each once: one that may have been accepted is never repeated
 * (docs/reference/notifications.md#delivery). True when more may be waiting.
 */
export async function sendDue(service: NotificationsService): Promise<boolean> {
  const { database, claims } = service;
  const now = service.now();
  await endInterrupted(database, now);
  const until = new Date(now.getTime() + service.timeoutMs + LEASE_MARGIN_MS);
  const holder = await claims.holder.claimAs();
  const due = await claimJobs(database, { claimId: randomUUID(), now, until, count: BATCH, holder });
  // After an error here (the database is down) the message is claimed again when its lease expires, unless sending had
  // begun.
  const runs = await Promise.allSettled(due.map((job) => sendJob(service, job)));
  const failed = runs.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return due.length === BATCH;
}
