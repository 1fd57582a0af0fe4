import { setTimeout as pause } from 'node:timers/promises';
import type { WorkerPresence } from './worker-presence.ts';

/** Tells the number that a claim carries; null where its time alone tells that its worker died. */
export type ClaimAs = () => Promise<number | null>;

/** For claims that carry no number. */
export const claimAsNobody: ClaimAs = async () => null;

/** Under which number a process claims work. */
export interface ClaimHolder {
  /** Takes the presence of this process; `confirm` is told when others may have taken what it holds. */
  start(confirm?: () => void): void;
  /** The number to claim under. Waits a moment for it; null when it cannot be had, and then the claim's time alone tells. */
  claimAs: ClaimAs;
  /** The number, where it is held now. */
  number(): number | null;
  /** The presence; null before it is started. */
  presence(): WorkerPresence | null;
  /** After everything was given back. */
  close(): Promise<void>;
}

/** Work must not stop where a presence cannot be held, as behind a pooler: so long, and it is claimed without. */
const WITHOUT_AFTER_MS = 2000;
const LOOK_EVERY_MS = 20;

/** A holder on the presence that `open` takes. Before it is started, or where nobody starts it, claims carry no number. */
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
