import { ControlError } from '../../../control/control-error.ts';
import type { DeviceNetwork } from '../device-network.ts';
import type { Device, Group, Person } from '../state/network-state.ts';

/** The dependencies of the control routes; the first call loads the network. */
export interface ControlDeps {
  network(): Promise<DeviceNetwork>;
  now: () => number;
}

/** The person with that number, or 404. */
export function phoneOf({ state }: DeviceNetwork, number: string): Person {
  const person = state.people.get(number);
  if (!person) throw new ControlError(404, 'unknown_phone', `No phone has the number ${number}.`);
  return person;
}

/** The device with that id, or 404. */
export function deviceOf({ state }: DeviceNetwork, id: string): Device {
  const device = state.devices.get(id);
  if (!device) throw new ControlError(404, 'unknown_device', `No device is called ${id}.`);
  return device;
}

/** The group with that id, or 404. */
export function groupOf({ state }: DeviceNetwork, id: string): Group {
  const group = state.groups.get(id);
  if (!group) throw new ControlError(404, 'unknown_group', `No group is called ${id}.`);
  return group;
}
