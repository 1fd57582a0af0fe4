import type { DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import type { LinkedDevice } from '../domain/linked-device.ts';
import type { PairingService } from '../service.ts';
import { updateHabit } from './update-habit.ts';

/** Messages within this interval count once for the habit. */
const UPDATE_EVERY_MS = 5000;

/** Counts stored items. Messages update the habit of their device in the background. */
export function noteHeard(service: PairingService, device: LinkedDevice, items: readonly DeviceItem[]): void {
  const { metrics, logger, habitUpdatedAt } = service;
  for (const { kind } of items) metrics.heard.inc({ kind });
  if (!items.some(({ kind }) => kind === 'message' || kind === 'echo')) return;
  const now = service.now();
  if (now.getTime() - (habitUpdatedAt.get(device.id) ?? 0) < UPDATE_EVERY_MS) return;
  habitUpdatedAt.set(device.id, now.getTime());
  updateHabit(service, device, now).catch((error: unknown) =>
    logger.warn('device-health.unstored', { err: error }, 'The health of a device could not be stored.'),
  );
}
