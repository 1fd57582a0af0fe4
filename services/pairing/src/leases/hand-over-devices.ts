import { devicesFree } from '@parley/common/hints';
import type { PairingService } from '../service.ts';
import { stopDevice } from './drop-device.steps.ts';
import { leaveWorkers, releaseLeases } from './lease.store.ts';

/** Closes all devices, then releases their leases, so that other workers can connect at once. For the stop. */
export async function handOverDevices({ devices, rawDatabase, holder, logger, bus }: PairingService): Promise<void> {
  devices.isStopping = true;
  await leaveWorkers(rawDatabase.prisma, holder).catch((error: unknown) =>
    logger.warn('pairing-worker.leave-failed', { err: error }, 'A worker could not remove itself from the list.'),
  );
  const all = [...devices.byId.values()];
  await Promise.all(all.map(stopDevice));
  devices.byId.clear();
  const leases = all.map(({ lease }) => lease);
  await releaseLeases(rawDatabase, holder, leases).catch((error: unknown) =>
    logger.warn(
      'device-leases.release-failed',
      { err: error },
      'Leases could not be released; they end by themselves.',
    ),
  );
  bus.publishHint(devicesFree, {});
}
