import { makeBoundedMap } from '@parley/runtime/bounded-map';
import type { WACallEvent } from 'baileys';

const MAX_CALLS = 50;
/** The network ends a call that nobody answers earlier. */
const RINGS_MS = 120_000;

export type RingingCalls = ReturnType<typeof makeRingingCalls>;

/** Calls that ring at this device, with their callers: only they can be rejected. */
export function makeRingingCalls() {
  const callers = makeBoundedMap<string, string>(MAX_CALLS, { keepMs: RINGS_MS });
  return {
    note({ id, from, status }: Pick<WACallEvent, 'id' | 'from' | 'status'>): void {
      if (status === 'offer' || status === 'ringing') callers.set(id, from);
      else if (status === 'reject' || status === 'accept' || status === 'timeout' || status === 'terminate')
        callers.delete(id);
    },
    callerOf: (id: string): string | undefined => callers.get(id),
  };
}
