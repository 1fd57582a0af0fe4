import type { DeviceNetwork } from '../providers/linked-devices/device-network.ts';
import type { ReceivedMessage } from '../providers/linked-devices/state/network-state.ts';
import type { PhoneChat } from './phone-chat.ts';

/** Older entries of the sandbox's memory do not appear in a chat. */
export const MAX_LOOKED_AT = 5000;

/** Messages of the linked devices of an account to a person, changes of earlier messages included, oldest first. */
export function deviceMessagesTo(
  { state }: Pick<DeviceNetwork, 'state'>,
  { account, person }: Pick<PhoneChat, 'account' | 'person'>,
): { seq: number; entry: ReceivedMessage }[] {
  const known = state.people.get(person);
  if (!known) return [];
  return state.received
    .newest(MAX_LOOKED_AT)
    .filter(({ entry }) => entry.from === account && (entry.to === known.jid || entry.to === known.lid));
}
