import { type CommittedEvent, deliveriesDue, HINT_MAX_KEYS } from '@parley/common/hints';
import type { BusClient } from './bus-client.ts';

/**
 * Notifies the workers of webhook-delivery that deliveries of these keys were committed; may be lost (they also poll).
 * Wakes the lanes of any number of keys, in as many hints as their size limit requires
 * (docs/reference/webhook-delivery.md#promise). Lanes of this process get `events`, with all new deliveries of the keys
 * that they name, instead of reading them.
 */
export function wakeDeliveries(
  bus: Pick<BusClient, 'publishHint'>,
  instanceIds: readonly string[],
  events: readonly CommittedEvent[] = [],
): void {
  const distinct = [...new Set(instanceIds)];
  for (let from = 0; from < distinct.length; from += HINT_MAX_KEYS) {
    const hint = { instanceIds: distinct.slice(from, from + HINT_MAX_KEYS) };
    bus.publishHint(deliveriesDue, hint, from === 0 && events.length > 0 ? { ...hint, events: [...events] } : hint);
  }
}
