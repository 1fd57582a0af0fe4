import type { Device, DeviceKeys } from '../state/network-state.ts';
import { queueNode } from './deliver-stanza.ts';
import { stanza } from './stanza.ts';

/** At this many one-time keys, the device is asked for more. */
const FEW_KEYS = 2;

/** The keys that start a session; uses up one one-time key, if one is left. */
export interface KeyBundle {
  registrationId: number;
  identity: Buffer;
  signed: DeviceKeys['signed'];
  oneTime: DeviceKeys['oneTime'][number] | undefined;
}

/** Takes a device's bundle; null before it has uploaded its keys. */
export function takeBundle(device: Device): KeyBundle | null {
  if (device.keys === null) return null;
  const { registrationId, identity, signed, oneTime } = device.keys;
  const taken = oneTime.shift();
  if (taken && oneTime.length === FEW_KEYS) askForKeys(device, taken.id);
  return { registrationId, identity, signed, oneTime: taken };
}

function askForKeys(device: Device, lastTaken: number) {
  const id = `keys-${lastTaken}`;
  const count = stanza('count', { value: FEW_KEYS });
  const node = stanza('notification', { from: '@s.whatsapp.net', type: 'encrypt', id }, [count]);
  queueNode(device, node);
}
