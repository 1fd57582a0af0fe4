import { HINT_MAX_KEYS, inboxChanged } from '@parley/common/hints';
import type { BusClient } from './bus-client.ts';

/**
 * Notifies gateways that inboxes of these tenants changed without an event; may be lost (open pages also refresh
 * periodically).
 */
export function tellInboxChanged(bus: Pick<BusClient, 'publishHint'>, tenantIds: readonly number[]): void {
  const distinct = [...new Set(tenantIds)];
  for (let from = 0; from < distinct.length; from += HINT_MAX_KEYS)
    bus.publishHint(inboxChanged, { tenantIds: distinct.slice(from, from + HINT_MAX_KEYS) });
}
