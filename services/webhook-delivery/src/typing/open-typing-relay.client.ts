import { makeBoundedMap } from '@parley/runtime/bounded-map';
import { makeBackgroundCalls } from '@parley/runtime/turns/background-calls';

const LOOK_UPS = { concurrent: 4, waiting: 100 };
const REMEMBERED = 10_000;
/** The same state of the same person within this interval is dropped. */
const REPEAT_MS = 3000;
const MAX_OPEN = 64;
/** A receiver that does not answer holds no more than this. */
const MAX_OPEN_A_KEY = 2;

/**
 * Limits the cost of typing notices: look-ups wait in a short queue, attempts never wait, and everything beyond the
 * limits is dropped (docs/reference/events.md#contacttyping).
 */
export function openTypingRelay(nowMs: () => number) {
  const lookUps = makeBackgroundCalls(LOOK_UPS);
  const seen = makeBoundedMap<string, true>(REMEMBERED, { keepMs: REPEAT_MS, nowMs });
  const open = new Map<string, number>();
  const running = new Set<Promise<void>>();
  return {
    lookUps,
    /** Whether this was reported within the interval; it is remembered. */
    isRepeat(key: string): boolean {
      if (seen.has(key)) return true;
      seen.set(key, true);
      return false;
    },
    /** Starts an attempt for a key, which must not fail; false: dropped. */
    start(instanceId: string, attempt: () => Promise<void>): boolean {
      const held = open.get(instanceId) ?? 0;
      if (held >= MAX_OPEN_A_KEY || running.size >= MAX_OPEN) return false;
      open.set(instanceId, held + 1);
      const work = attempt().finally(() => {
        running.delete(work);
        const left = (open.get(instanceId) ?? 1) - 1;
        if (left > 0) open.set(instanceId, left);
        else open.delete(instanceId);
      });
      running.add(work);
      return true;
    },
    async idle(): Promise<void> {
      await lookUps.idle();
      await Promise.all(running);
    },
  };
}

export type TypingRelay = ReturnType<typeof openTypingRelay>;
