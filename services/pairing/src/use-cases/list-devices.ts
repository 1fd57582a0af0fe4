import { DEVICE_PROBLEMS, type listLinkedDevices } from '@parley/common/contracts/operator/linked-devices';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { defineCursor } from '@parley/database/list-cursor';
import type { DevicePlace, ListedDevice } from '../storage/device-list-store.ts';

interface Deps {
  /** Devices with a problem first, after the given position. */
  list(after: DevicePlace, count: number): Promise<ListedDevice[]>;
}

const BY_PLACE = defineCursor('linked-devices', { place: 'int4', id: 'int4' });
const START: DevicePlace = { place: 0, id: 0 };

type Listed = OutputOf<typeof listLinkedDevices>;

const toView = ({ id, since, lastHeardAt, place, ...device }: ListedDevice): Listed['items'][number] => ({
  ...device,
  accountId: id,
  since: since.toISOString(),
  problem: DEVICE_PROBLEMS[place] ?? null,
  lastHeardAt: lastHeardAt?.toISOString() ?? null,
});

/** Linked devices of all tenants (docs/reference/sessions.md#devices-of-all-tenants). Errors: invalid_cursor. */
export const makeListDevices =
  ({ list }: Deps) =>
  async ({ limit, cursor }: InputOf<typeof listLinkedDevices>): Promise<Listed> => {
    const found = await list(BY_PLACE.read(cursor) ?? START, limit + 1);
    return BY_PLACE.pageOf(found, limit, toView, ({ place, id }) => ({ place, id }));
  };
