import { verb } from '@parley/bus/verb';
import { eraseTenantData as contract, eraseProgress, hasErased } from '@parley/common/contracts/internal/erase-data';
import { removeDevice } from '@parley/common/contracts/internal/remove-device';
import type { PairingRecords } from '../records.ts';
import { findLiveDevices, removeDevices } from './erase.store.ts';

const AT_ONCE = 4;
/** After this long without reaching the network the device's data is deleted without a logout. */
const GIVE_UP_AFTER_MS = 24 * 3_600_000;

/**
 * Erases a batch of the devices of a tenant (services/accounts runs the job). Logs out first: a device whose keys are
 * gone would stay linked on the phone forever. Any worker of the service logs it out, over the bus.
 */
export const eraseTenantData = verb(
  contract.pairing,
  async ({ bus, database, now }: PairingRecords, { tenantId, requestedAt }, context) => {
    const isGivenUp = now().getTime() - Date.parse(requestedAt) >= GIVE_UP_AFTER_MS;
    const live = isGivenUp ? [] : await findLiveDevices(database.prisma, tenantId, AT_ONCE);
    const logOuts = live.map((id) =>
      bus.call(removeDevice, { tenantId, externalId: String(id), reason: 'dashboard' }, context),
    );
    const outcomes = await Promise.allSettled(logOuts);
    const erased = await removeDevices(database, tenantId, isGivenUp);
    if (hasErased(erased)) return eraseProgress(erased);
    return { erased, cursor: null, waiting: outcomes.filter(({ status }) => status === 'rejected').length };
  },
);
