import type { HealthSignal } from '../devices/device-network.rules.ts';
import { type LinkedDevice, nextRestriction } from '../devices/linked-device.rules.ts';
import type { PairingService } from '../service.ts';
import { learnHabit } from './device-habit.rules.ts';
import { lockHealth, writeHabit, writeRestriction } from './health.store.ts';

/** The network reports limits of an account: logs them, and stores them in the background. */
export function noteHealthSignal(service: PairingService, device: LinkedDevice, signal: HealthSignal): void {
  const { metrics, logger } = service;
  const { kind, isActive, until, detail } = signal;
  if (isActive) {
    metrics.health.inc({ kind });
    logger.warn(
      'device.restricted',
      { device_id: device.id, kind, until, detail },
      'The network limits what a device may do.',
    );
  }
  changeRestriction(service, device, signal).catch((error: unknown) =>
    logger.warn('device-health.unstored', { err: error }, 'The health of a device could not be stored.'),
  );
}

/** A device received a message: updates how often it does, and ends its silence. */
export async function updateHabit(
  { rawDatabase }: Pick<PairingService, 'rawDatabase'>,
  { tenantId, id }: Pick<LinkedDevice, 'tenantId' | 'id'>,
  at: Date,
): Promise<void> {
  await rawDatabase.transaction(async (sql) => {
    const health = await lockHealth(sql, tenantId, id);
    if (health) await writeHabit(sql, id, learnHabit(health.habit, at));
  });
}

async function changeRestriction(
  { rawDatabase, now }: PairingService,
  { tenantId, id }: LinkedDevice,
  signal: HealthSignal,
): Promise<void> {
  await rawDatabase.prismaTransaction(async ({ prisma, sql }) => {
    const health = await lockHealth(sql, tenantId, id);
    if (health) await writeRestriction(prisma, tenantId, id, nextRestriction(health.restriction, signal, now()));
  });
}
