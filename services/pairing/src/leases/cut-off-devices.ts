import type { PairingService } from '../service.ts';
import { dropDevice } from './drop-device.steps.ts';

/** The presence lock is lost: drops all devices, because other workers may take them from now on. */
export function cutOffDevices(service: PairingService): void {
  service.devices.isCutOff = true;
  for (const held of [...service.devices.byId.values()]) dropDevice(service, held);
}
