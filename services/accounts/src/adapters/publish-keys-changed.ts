import type { BusClient } from '@parley/bus/bus-client';
import { keyChanged, sessionChanged } from '@parley/common/hints';

/** Makes gateways reload the rights of all keys, and of all sessions: those of members depend on their tenant too. */
export function publishKeysChanged(bus: Pick<BusClient, 'publishHint'>): void {
  bus.publishHint(keyChanged, { instanceId: null });
  bus.publishHint(sessionChanged, { sessionId: null });
}
