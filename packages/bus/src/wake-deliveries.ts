import { deliveriesDue, HINT_MAX_KEYS } from '@parley/common/hints';
import type { BusClient } from './bus-client.ts';

/**
 * Notifies the workers of webhook-delivery that deliveries of these keys were committed; may be lost (they also poll).
 * Wakes the lanes of any number of keys, in as many hints as their size limit requires
 * (docs/reference/webhook-delivery.md#promise).
 */
export function wakeDeliveries(bus: Pick<BusClient, 'publishHint'>, instanceIds: readonly string[]): void {
  const distinct = [...new Set(instanceIds)];
  for (let from = 0; from < distinct.length; from += HINT_MAX_KEYS)
    bus.publishHint(deliveriesDue, { instanceIds: distinct.slice(from, from + HINT_MAX_KEYS) });
}
