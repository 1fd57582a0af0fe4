import { isDeepStrictEqual } from 'node:util';
import type { HealthSignal } from '../devices/device-network.rules.ts';
import { type LinkedDevice, nextRestriction } from '../devices/linked-device.rules.ts';
import type { HeldDevice } from '../leases/held-device.client.ts';
import type { PairingService } from '../service.ts';
import { learnHabit } from './device-habit.rules.ts';
import { lockHealth, writeHabit, writeRestriction } from './health.store.ts';
import { isAlarming } from './quota.rules.ts';

/** The network reports limits of an account: they hold from now on, and are logged and stored in the background. */
export function noteHealthSignal(service: PairingService, held: HeldDevice, signal: HealthSignal): void {
  const { metrics, logger, wakeLimits } = service;
  const { kind, isActive, until, detail, newChats } = signal;
  const { device, standing } = held;
  const wasAlarming = standing.newChats !== null && isAlarming(standing.newChats);
  const wasRestricted = standing.restriction?.name === 'restricted';
  const restriction = nextRestriction(standing.restriction, signal, service.now());
  const isNew = restriction !== standing.restriction || (newChats && !isDeepStrictEqual(newChats, standing.newChats));
  held.standing = { restriction, newChats: newChats ?? standing.newChats };
  if (isActive) {
    metrics.health.inc({ kind });
    logger.warn(
      'device.restricted',
      { device_id: device.id, kind, until, detail },
      'The network limits what a device may do.',
    );
  }
  if (newChats && isAlarming(newChats) && !wasAlarming) {
    metrics.alarms.inc({ reason: 'new_chats_short' });
    const { used, total } = newChats;
    logger.error(
      'device.new-chats-short',
      { device_id: device.id, tenant_id: device.tenantId, status: newChats.status, used, total },
      'A linked device may begin only a few more chats, or none.',
    );
  }
  // A number that is locked may have a new quota as well.
  if (kind === 'reachout_timelock' && isActive && !wasRestricted) {
    held.limitsCheckedAtMs = null;
    wakeLimits();
  }
  if (!isNew) return;
  const store = () => storeLimits(service, device, signal);
  held.limitsStored = held.limitsStored
    .then(store)
    .catch((error: unknown) =>
      logger.warn('device-health.unstored', { err: error }, 'The health of a device could not be stored.'),
    );
}

/** A device has connected: it asks for its limits soon. */
export function noteConnected({ now, wakeLimits }: PairingService, held: HeldDevice): void {
  held.connectedAtMs = now().getTime();
  wakeLimits();
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

async function storeLimits(
  { rawDatabase, now }: PairingService,
  device: LinkedDevice,
  signal: HealthSignal,
): Promise<void> {
  await rawDatabase.prismaTransaction(async ({ prisma, sql }) => {
    const health = await lockHealth(sql, device.tenantId, device.id);
    if (!health) return;
    const restriction = nextRestriction(health.restriction, signal, now());
    await writeRestriction(prisma, device, { restriction, newChats: signal.newChats ?? undefined });
  });
}
