import { verb } from '@parley/bus/verb';
import {
  erasePerson as contract,
  type ErasedPerson,
  type EraseProgress,
} from '@parley/common/contracts/internal/erase-data';
import type { PairingRecords } from '../records.ts';
import { deletePeerKeys, forgetSendsTo, lockDevices } from './erase.store.ts';
import { peerPattern } from './peer-keys.rules.ts';

/** Erases a batch of devices' data about a person (services/accounts runs the job). */
export const erasePerson = verb(
  contract.pairing,
  async (service: PairingRecords, { person }): Promise<EraseProgress> => {
    const sends = await forgetSendsTo(service.database, person);
    if (sends > 0) return { erased: { device_sends: sends }, cursor: 'sends', waiting: 0 };
    return { erased: { device_keys: await forgetPeer(service, person) }, cursor: null, waiting: 0 };
  },
);

/**
 * Deletes Signal sessions and other keys whose id contains the person: their next message creates new ones. The holder
 * of the device writes under a share lock of its row, so that this does not run in the middle of its transactions.
 */
async function forgetPeer({ database }: PairingRecords, person: ErasedPerson): Promise<number> {
  const pattern = person.channel === 'wd' ? peerPattern(person.addresses) : null;
  if (pattern === null) return 0;
  return database.transaction(async (sql) => {
    const deviceIds = await lockDevices(sql, person.tenantId);
    return deletePeerKeys(sql, deviceIds, pattern);
  });
}
