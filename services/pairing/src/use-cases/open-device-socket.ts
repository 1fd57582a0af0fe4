import { guardAuth } from '../adapters/guard-auth.ts';
import { type HeldDevice, isHeld } from '../adapters/held-device.ts';
import type { DeviceListener, DeviceSocket } from '../domain/device-network.ts';
import type { PairingService } from '../service.ts';
import { makeDeviceAuth } from '../storage/key-store.ts';
import { findContent, keepContent } from '../storage/send-store.ts';
import { dropDevice } from './drop-device.ts';
import { importHistory } from './import-history.ts';
import { quarantineElements } from './quarantine-elements.ts';

/** Opens a socket of a held device at the network. */
export async function openDeviceSocket(
  service: PairingService,
  held: HeldDevice,
  listener: DeviceListener,
): Promise<DeviceSocket> {
  const { rawDatabase, cipher, network } = service;
  const { deviceId } = held.lease;
  const { historyDays: days } = held.device;
  const guard = { deviceId, isHeld: () => isHeld(held), onLost: () => dropDevice(service, held) };
  return network.open({
    auth: guardAuth(makeDeviceAuth(rawDatabase, cipher, held.lease), guard),
    listener,
    findSent: (id) => findContent(rawDatabase.prisma, cipher, deviceId, id),
    keepSent: (id, content) => keepContent(rawDatabase, cipher, deviceId, id, content),
    quarantine: (elements) => quarantineElements(service, held.device, elements),
    history: days > 0 ? { days, store: (messages) => importHistory(service, held, messages) } : null,
  });
}
