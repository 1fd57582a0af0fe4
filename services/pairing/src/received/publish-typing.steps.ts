import { contactTyping } from '@parley/common/hints';
import { boundId } from '@parley/providers/received/tidy-values';
import type { DeviceTyping } from '../devices/device-network.rules.ts';
import { externalIdOf, type LinkedDevice } from '../devices/linked-device.rules.ts';
import type { PairingService } from '../service.ts';

/**
 * Publishes a typing notice, which services/webhook-delivery sends to the subscribed keys
 * (docs/reference/events.md#contacttyping).
 */
export function publishTyping(
  { bus }: Pick<PairingService, 'bus'>,
  device: LinkedDevice,
  { person, group, state, at }: DeviceTyping,
): void {
  const from = boundId(person);
  bus.publishHint(contactTyping, {
    channel: 'wd',
    externalIds: [externalIdOf(device)],
    from,
    group:
      group === null ? null : { is_group: true, group_jid: boundId(group), participant: from, participant_name: null },
    state,
    at: at.toISOString(),
  });
}
