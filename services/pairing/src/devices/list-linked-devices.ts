import { verb } from '@parley/bus/verb';
import { listLinkedDevices as contract, DEVICE_PROBLEMS } from '@parley/common/contracts/operator/linked-devices';
import type { OutputOf } from '@parley/common/define-contract';
import type { Cipher } from '@parley/database/encryption';
import { defineCursor, pageByOffset, readOffset } from '@parley/database/statements/list-cursor';
import { showProxy } from '../proxies/proxy.rules.ts';
import { unsealProxy } from '../proxies/proxy.store.ts';
import type { PairingRecords } from '../records.ts';
import { type DevicePlace, type ListedDevice, listDevicesOfAll } from './device.store.ts';

const BY_PLACE = defineCursor('linked-devices', { place: 'int4', id: 'int4' });
const START: DevicePlace = { place: 0, id: 0 };

type Listed = OutputOf<typeof contract>;

/**
 * Linked devices of all tenants (docs/reference/sessions.md#devices-of-all-tenants).
 * Errors: invalid_cursor.
 */
export const listLinkedDevices = verb(
  contract,
  async ({ database, cipher }: Pick<PairingRecords, 'database' | 'cipher'>, { limit, cursor, accountId, ...query }) => {
    const toView = (device: ListedDevice) => viewOf(cipher, device);
    const all = { ...query, id: accountId ?? null, after: START, offset: 0, count: limit + 1 };
    if (query.sort === 'problem' && !query.descending) {
      const found = await listDevicesOfAll(database, { ...all, after: BY_PLACE.read(cursor) ?? START });
      return BY_PLACE.pageOf(found, limit, toView, ({ place, id }) => ({ place, id }));
    }
    const offset = readOffset(cursor);
    return pageByOffset(await listDevicesOfAll(database, { ...all, offset }), { limit, offset }, toView);
  },
);

function viewOf(
  cipher: Pick<Cipher, 'decrypt'>,
  { id, since, lastHeardAt, place, proxy: sealed, ...device }: ListedDevice,
): Listed['items'][number] {
  const proxy = unsealProxy(cipher, sealed);
  return {
    ...device,
    proxy: proxy && showProxy(proxy),
    accountId: id,
    since: since.toISOString(),
    problem: DEVICE_PROBLEMS[place] ?? null,
    lastHeardAt: lastHeardAt?.toISOString() ?? null,
  };
}
