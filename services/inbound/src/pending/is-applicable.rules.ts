import { isOpen } from '../receipts/own-send.rules.ts';

/** A waiting update, and the state of the message or send that it waits for. */
export interface PendingFacts {
  kind: string;
  /** The send that it waits for; null: it waits for a message. */
  waitsFor: string | null;
  /** Whether the message is stored. */
  isMessageHere: boolean;
  /** The send; null when it no longer exists. */
  send: { status: string; settleBy: Date | null } | null;
}

/**
 * Whether a waiting update can be applied: its message is stored, or its send is settled. An echo waits for a send of
 * unknown outcome only until that send's time to settle has passed: after that the echo may belong to a message that
 * was sent elsewhere.
 */
export function isApplicable({ kind, waitsFor, isMessageHere, send }: PendingFacts, now: Date): boolean {
  if (waitsFor === null) return isMessageHere;
  if (send === null || !isOpen(send)) return true;
  if (kind !== 'echo' || send.status === 'sending') return false;
  return send.settleBy === null || send.settleBy < now;
}
