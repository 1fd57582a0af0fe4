import type { BusClient } from '@parley/bus/bus-client';
import { gatewayAlive } from '@parley/common/hints';

const HEARTBEAT_MS = 1000;
/** A gateway is considered dead after three missed heartbeats. */
const GONE_AFTER_MS = 3500;

/** The gateways that are alive, this one included. */
export type GatewayMembers = ReturnType<typeof joinGateways>;

interface Deps {
  bus: Pick<BusClient, 'publishHint' | 'onHint'>;
  self: string;
  nowMs: () => number;
  /** Called with the list after every change of it. */
  onChange: (living: readonly string[]) => void;
}

/** Tracks the other gateways by their heartbeats and announces this one. */
export function joinGateways({ bus, self, nowMs, onChange }: Deps) {
  const lastSeen = new Map<string, number>();
  let list: readonly string[] = [self];
  const changed = (): void => {
    list = [self, ...lastSeen.keys()].sort();
    onChange(list);
  };
  const announce = (leaving: boolean): void => bus.publishHint(gatewayAlive, { gatewayId: self, leaving });
  const listening = bus.onHint(gatewayAlive, ({ gatewayId: id, leaving }) => {
    if (id === self) return;
    const known = lastSeen.has(id);
    if (leaving) lastSeen.delete(id);
    else lastSeen.set(id, nowMs());
    if (known === !leaving) return;
    changed();
    // A new gateway learns of this one now instead of at the next heartbeat.
    if (!leaving) announce(false);
  });
  const heartbeat = setInterval(() => {
    announce(false);
    const gone = [...lastSeen].filter(([, seenAt]) => seenAt < nowMs() - GONE_AFTER_MS);
    for (const [id] of gone) lastSeen.delete(id);
    if (gone.length > 0) changed();
  }, HEARTBEAT_MS);
  heartbeat.unref();
  announce(false);
  return {
    self,
    /** Sorted ids; the same array until membership changes. */
    list: (): readonly string[] => list,
    /** Announces that this gateway leaves, so that the others take over its keys at once. */
    async close() {
      clearInterval(heartbeat);
      await listening.drain();
      announce(true);
    },
  };
}
