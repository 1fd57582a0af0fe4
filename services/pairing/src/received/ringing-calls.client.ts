import type { DevicePerson } from '@parley/common/contracts/internal/store-device-items';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import type { CallState } from './call-state.rules.ts';

const MAX_CALLS = 200;
/** Longer than a call lasts. */
const KEPT_MS = 24 * 3_600_000;
/** The network ends an unanswered call earlier. */
const RINGS_MS = 120_000;

export interface KnownCall {
  id: string;
  state: CallState;
  /** The caller as the network addresses them: a rejection goes there. */
  jid: string;
  caller: DevicePerson;
  isVideo: boolean | null;
  /** Until when it rings at this device, in ms since the epoch. */
  ringsUntil: number;
  /** Whether this device has rejected it. */
  isRejectedHere: boolean;
}

export type RingingCalls = ReturnType<typeof makeRingingCalls>;

/** Calls that this connection knows, with their callers. */
export function makeRingingCalls() {
  const calls = makeBoundedMap<string, KnownCall>(MAX_CALLS, { keepMs: KEPT_MS });
  return {
    find: (id: string): KnownCall | undefined => calls.get(id),
    /** `isLate`: it rang while the device was offline. */
    note(call: Omit<KnownCall, 'ringsUntil' | 'isRejectedHere'>, isLate: boolean): void {
      const ringsUntil = isLate || call.state !== 'ringing' ? 0 : Date.now() + RINGS_MS;
      calls.set(call.id, { ...call, ringsUntil, isRejectedHere: false });
    },
    /** This device has rejected it. */
    reject(id: string): void {
      const call = calls.get(id);
      if (call) calls.set(id, { ...call, state: 'rejected', ringsUntil: 0, isRejectedHere: true });
    },
  };
}
