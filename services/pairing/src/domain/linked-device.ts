import type { DeviceState } from './device-state.ts';
import type { Restriction } from './restriction.ts';

/** A linking session and its device, as it is stored. */
export interface LinkedDevice {
  id: number;
  tenantId: number;
  instanceId: string;
  label: string;
  /** `+` and digits; null until a phone has taken it. */
  phone: string | null;
  /** Limits that the network has put on the account, as they were last told; null when there are none. */
  restriction: Restriction | null;
  state: DeviceState;
}

/** How the API names the connection: `id` in channels, `account.id` in events. */
export const externalIdOf = ({ id }: Pick<LinkedDevice, 'id'>): string => String(id);

/** The device behind such an id, or null where it can be none. */
export const deviceIdOf = (externalId: string): number | null => {
  const id = /^[1-9]\d{0,9}$/.test(externalId) ? Number(externalId) : null;
  return id !== null && id <= 2_147_483_647 ? id : null;
};
