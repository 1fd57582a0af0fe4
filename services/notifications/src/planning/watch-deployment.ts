import { hostname } from 'node:os';
import { writeFacts } from '@parley/messaging/notify/write-facts';
import type { NotificationsService } from '../service.ts';
import { decideAlarm, type Measured, measureDisk, measureQueue } from './decide-alarm.rules.ts';
import { deleteAlarm, findOldestWork, insertAlarm, isAlarmRaised } from './planning.store.ts';
import { readFreeDisk } from './read-free-disk.client.ts';

/**
 * Checks whether disk or waiting work of the deployment crosses its threshold
 * (docs/reference/notifications.md#the-deployment).
 */
export async function watchDeployment(service: NotificationsService): Promise<void> {
  const { environment, database } = service;
  const at = service.now();
  const free = await readFreeDisk(environment.PARLEY_DATA_DIR);
  await judge(service, `disk ${hostname()}`, measureDisk(free, environment.PARLEY_DISK_ALERT_MB), at);
  const oldest = await findOldestWork(database, at);
  await judge(service, 'queue', measureQueue(oldest, environment.PARLEY_QUEUE_ALERT_SECONDS, at), at);
}

/**
 * Raises an alarm with its fact in one transaction, once even if several processes see it. Without a recipient it is
 * not raised: a new recipient is notified at the next check.
 */
async function raiseAlarm(
  { database, logger }: NotificationsService,
  subject: string,
  { what, value }: Measured,
  at: Date,
): Promise<void> {
  const isRaised = await database.prismaTransaction(async ({ sql, prisma }) => {
    if (!(await insertAlarm(prisma, { subject, raisedAt: at }))) return false;
    const cause = { tenantId: null, kind: 'disk_or_queue_growing', subject, period: at.toISOString() } as const;
    const facts = await writeFacts(sql, [{ ...cause, data: { what, value }, happenedAt: at }]);
    if (facts === 0) await deleteAlarm(prisma, subject);
    return facts > 0;
  });
  if (isRaised)
    logger.warn('deployment.alarmed', { what, value }, 'Free disk or waiting work has crossed its threshold.');
}

async function judge(
  service: NotificationsService,
  subject: string,
  measured: Measured | null,
  at: Date,
): Promise<void> {
  if (!measured) return;
  const { database } = service;
  const next = decideAlarm(await isAlarmRaised(database, subject), measured);
  if (next === 'clear') await deleteAlarm(database.prisma, subject);
  if (next === 'raise') await raiseAlarm(service, subject, measured, at);
}
