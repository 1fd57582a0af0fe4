import { type Job, settleAttempt, settleUnsent } from '../domain/job.ts';
import { CONFIRMATION } from '../domain/plan-notifications.ts';
import { prepareJob } from '../domain/prepare-job.ts';
import type { NotificationsService } from '../service.ts';
import { findNamedRecipient } from '../storage/recipient-store.ts';
import { deliverConfirmation } from './deliver-confirmation.ts';
import { deliverNotification } from './deliver-notification.ts';
import { settleJob } from './settle-job.ts';

/** Sends a claimed message, or settles it without an attempt. */
export async function sendJob(service: NotificationsService, job: Job): Promise<void> {
  const startedAt = service.now();
  const recipient =
    job.recipientId === null ? null : await findNamedRecipient(service.database.prisma, job.recipientId);
  const outgoing = prepareJob(job, recipient, startedAt);
  if ('status' in outgoing) return settleJob(service, job, outgoing);
  const deliver = job.kind === CONFIRMATION ? deliverConfirmation : deliverNotification;
  const result = await deliver(service, outgoing);
  const settlement = result
    ? settleAttempt(job, result, { startedAt, now: service.now() })
    : settleUnsent(job, { status: 'dropped', reason: 'expired', dueAt: startedAt });
  return settleJob(service, job, settlement);
}
