import type { Device, DeviceKeys } from './network-state.ts';

/** The keys with which somebody begins a session: one one-time key is used up, if one is left. */
export interface KeyBundle {
  registrationId: number;
  identity: Buffer;
  signed: DeviceKeys['signed'];
  oneTime: DeviceKeys['oneTime'][number] | undefined;
}

/** Takes a device's bundle; null before it uploaded its keys. */
export function takeBundle(device: Device): KeyBundle | null {
  if (device.keys === null) return null;
  const { registrationId, identity, signed, oneTime } = device.keys;
  return { registrationId, identity, signed, oneTime: oneTime.shift() };
}
