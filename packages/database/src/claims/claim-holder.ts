import { setTimeout as pause } from 'node:timers/promises';
import type { WorkerPresence } from './worker-presence.ts';

/** Returns the worker's number for a new claim; null when only the claim's end time shows that its worker died. */
export type ClaimAs = () => Promise<number | null>;

/** The number under which a process claims work. */
export interface ClaimHolder {
  /** Takes the presence of this process; `confirm` is called when others may have taken its claims. */
  start(confirm?: () => void): void;
  /**
   * The number to claim under. Waits briefly for it; null when it is not available: then only the claim's end time
   * decides.
   */
  claimAs: ClaimAs;
  /** The number, if its lock is held now. */
  number(): number | null;
  /** The presence; null before it is started. */
  presence(): WorkerPresence | null;
  /** Call it after all claims were released. */
  close(): Promise<void>;
}

/**
 * After this long without a presence (behind a pooler, for example) work is claimed without a number, so that it does
 * not stall.
 */
const WITHOUT_AFTER_MS = 2000;
const LOOK_EVERY_MS = 20;

/** A holder on the presence that `open` takes. Until it is started, claims have no number. */
export function makeClaimHolder(open: () => WorkerPresence): ClaimHolder {
  let presence: WorkerPresence | null = null;
  let heldAtMs = 0;
  const number = (): number | null => {
    const held = presence?.number() ?? null;
    if (held !== null) heldAtMs = performance.now();
    return held;
  };
  return {
    number,
    start(confirm = () => {}) {
      heldAtMs = performance.now();
      presence = open();
      presence.onLost(confirm);
      presence.onBack(confirm);
    },
    async claimAs() {
      for (;;) {
        const held = number();
        if (held !== null || presence === null || performance.now() - heldAtMs > WITHOUT_AFTER_MS) return held;
        await pause(LOOK_EVERY_MS);
      }
    },
    presence: () => presence,
    close: async () => presence?.close(),
  };
}
