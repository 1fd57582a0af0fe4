import type { DevicePerson, OldDeviceMessage } from '@parley/common/contracts/internal/store-device-items';

/**
 * Gives the people of old messages the names that a source has for them, by address. In a direct chat such a name
 * replaces that of the message, which may be an older one.
 */
export function nameOldMessages(
  messages: readonly OldDeviceMessage[],
  names: ReadonlyMap<string, string>,
): OldDeviceMessage[] {
  if (names.size === 0) return [...messages];
  const nameOf = ({ address, aliases }: Pick<DevicePerson, 'address' | 'aliases'>): string | null =>
    [address, ...aliases].map((one) => names.get(one)).find((name) => name !== undefined) ?? null;
  return messages.map((message) => {
    const { group } = message;
    if (group) {
      const participantName = group.participantName ?? nameOf({ address: group.participant, aliases: [] });
      return { ...message, group: { ...group, participantName } };
    }
    if (message.kind === 'echo') return { ...message, to: { ...message.to, name: nameOf(message.to) } };
    return { ...message, from: { ...message.from, name: nameOf(message.from) ?? message.from.name } };
  });
}
