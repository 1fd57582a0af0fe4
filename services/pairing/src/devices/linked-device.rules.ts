import type { DeviceState } from '../leases/device-state.rules.ts';
import type { Restriction } from './restriction.rules.ts';

/** A stored linking session and its device. */
export interface LinkedDevice {
  id: number;
  tenantId: number;
  instanceId: string;
  label: string;
  /** `+` and digits; null until a phone is linked. */
  phone: string | null;
  /** The last reported limits of the network on the account; null when there are none. */
  restriction: Restriction | null;
  /** Days of the phone's history to import; 0: none. */
  historyDays: number;
  state: DeviceState;
}

/** The API id of the connection: `id` in channels, `account.id` in events. */
export const externalIdOf = ({ id }: Pick<LinkedDevice, 'id'>): string => String(id);

/** The device id of such an API id; null when it is invalid. */
export const deviceIdOf = (externalId: string): number | null => {
  const id = /^[1-9]\d{0,9}$/.test(externalId) ? Number(externalId) : null;
  return id !== null && id <= 2_147_483_647 ? id : null;
};
