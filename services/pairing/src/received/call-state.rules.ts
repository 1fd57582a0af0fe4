import type { CALL_STATES } from '@parley/common/events/opt-in-events';

export type CallState = (typeof CALL_STATES)[number];

/** A stanza of the network about a call: its tag, and the reason of an end. */
export interface CallSignal {
  tag: string;
  reason: string | null;
}

/** The signal of another device of the account, as the network passes it on to this one. */
const ELSEWHERE: ReadonlyMap<string | null, CallState> = new Map([
  ['accepted_elsewhere', 'accepted'],
  ['rejected_elsewhere', 'rejected'],
]);

function endOf(before: CallState | null, reason: string | null): CallState {
  const elsewhere = ELSEWHERE.get(reason);
  if (elsewhere !== undefined) return elsewhere;
  if (reason === 'timeout' || before === 'ringing') return 'missed';
  return 'ended';
}

const isOver = (state: CallState | null): boolean => state === 'rejected' || state === 'missed' || state === 'ended';

/**
 * The state of a call after a signal; null when it does not change. A call that is not known (`before` is null: it began
 * before this connection) ends as `ended`, because it is unknown whether it was answered.
 */
export function nextCallState(before: CallState | null, { tag, reason }: CallSignal): CallState | null {
  if (isOver(before)) return null;
  switch (tag) {
    case 'offer':
    case 'offer_notice':
      return before === null ? 'ringing' : null;
    case 'accept':
      return before === 'accepted' ? null : 'accepted';
    case 'reject':
      return before === 'accepted' ? null : 'rejected';
    case 'terminate': {
      const next = endOf(before, reason);
      return next === before ? null : next;
    }
    default:
      return null;
  }
}
