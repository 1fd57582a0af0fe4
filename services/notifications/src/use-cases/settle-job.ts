import { appendPlatformEvents } from '@parley/messaging/outbox/platform-events';
import { acceptedEvent } from '../domain/accepted-event.ts';
import type { Job, Settlement } from '../domain/job.ts';
import type { NotificationsService } from '../service.ts';
import { saveSettlement } from '../storage/job-store.ts';

/**
 * Settles a message and, if it was accepted, reports it to platform webhooks in the same transaction
 * (docs/reference/platform-events.md#events). Does nothing when another worker has the job by now.
 */
export async function settleJob(service: NotificationsService, job: Job, settlement: Settlement): Promise<void> {
  const woken = await service.database.prismaTransaction(async ({ sql, prisma }) => {
    if (!(await saveSettlement(prisma, job, settlement))) return null;
    const event = acceptedEvent(job, settlement);
    return event ? appendPlatformEvents(sql, [event]) : [];
  });
  if (!woken) return;
  const { id, kind, way } = job;
  const { status } = settlement;
  service.wakeLanes(woken);
  service.metrics.count(way, status);
  if (status !== 'failed' && status !== 'unknown') return;
  // A server's answer contains addresses: only the list shows it.
  service.logger.warn(
    'notification.undelivered',
    { notification_id: id, kind, way, status },
    'A notification was not delivered, or nobody knows.',
  );
}
