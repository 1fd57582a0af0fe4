import { setTimeout as pause } from 'node:timers/promises';
import type { WorkerPresence } from '@parley/prisma/worker-presence';

/** Under which number this process claims lanes. */
export interface LaneHolder {
  /** Takes the presence of this process; `confirm` is told when others may have taken lanes meanwhile. */
  start(confirm: () => void): void;
  /** The number to claim under. Waits a moment for it; null when it cannot be had, and then the lease alone tells. */
  claimAs(): Promise<number | null>;
  /** The number, where it is held now. */
  number(): number | null;
  /** After every lane was given back. */
  close(): Promise<void>;
}

/** Deliveries must not stop where a presence cannot be held, as behind a pooler: so long, and lanes are claimed without. */
const WITHOUT_AFTER_MS = 2000;
const LOOK_EVERY_MS = 20;

/** A holder on the presence that `open` takes. */
export function makeLaneHolder(open: () => WorkerPresence): LaneHolder {
  let presence: WorkerPresence | null = null;
  let heldAtMs = performance.now();
  const number = (): number | null => {
    const held = presence?.number() ?? null;
    if (held !== null) heldAtMs = performance.now();
    return held;
  };
  return {
    number,
    start(confirm) {
      heldAtMs = performance.now();
      presence = open();
      presence.onLost(confirm);
      presence.onBack(confirm);
    },
    async claimAs() {
      for (;;) {
        const held = number();
        if (held !== null || performance.now() - heldAtMs > WITHOUT_AFTER_MS) return held;
        await pause(LOOK_EVERY_MS);
      }
    },
    close: async () => presence?.close(),
  };
}
