import type { Handover, KnownOwner, ThreadOwner } from '@parley/common/messages/thread-owner';
import { toHandover } from './control-event.ts';

/** The owner of a thread, as it is stored. */
export interface ThreadFacts {
  owner: KnownOwner | null;
  ownerAt: Date | null;
  handover: Handover | null;
}

/** A report about the owner: a message, a hand-over, or an act of our own. */
export interface ThreadReport {
  /** Null: the report does not change the owner. */
  owner: KnownOwner | null;
  handover: Handover;
  /** By the platform's clock. */
  at: Date;
}

/** A thread is owned until 24 hours after the person's last message. */
const OWNED_MS = 24 * 3600 * 1000;

/** The owner at a time, for people: a thread that is owned becomes idle without a report. */
export function ownerAt(
  thread: { isShared: boolean; threadOwner: KnownOwner | null; threadOwnerAt: Date | null; lastInboundAt: Date | null },
  now: Date,
): ThreadOwner {
  const { isShared, threadOwner: owner, threadOwnerAt, lastInboundAt } = thread;
  if (owner === null) return isShared ? 'idle' : 'unshared';
  const lastSign = Math.max(threadOwnerAt?.getTime() ?? 0, lastInboundAt?.getTime() ?? 0);
  return lastSign + OWNED_MS <= now.getTime() ? 'idle' : owner;
}

/** A hand-over is worth showing; that a message came is not. */
const isHandover = ({ reason, summary }: Handover): boolean => reason !== 'message' || summary !== null;

/** The facts after a report; the same ones when it changes nothing. Reports may arrive in any order. */
export function afterReport(facts: ThreadFacts, { owner, handover, at }: ThreadReport): ThreadFacts {
  const isLate = facts.ownerAt !== null && at < facts.ownerAt;
  const isOlderHandover = facts.handover !== null && at < new Date(facts.handover.at);
  const next = {
    ...(owner === null || isLate ? { owner: facts.owner, ownerAt: facts.ownerAt } : { owner, ownerAt: at }),
    handover: !isHandover(handover) || isOlderHandover ? facts.handover : handover,
  };
  const isSame =
    next.owner === facts.owner &&
    next.ownerAt?.getTime() === facts.ownerAt?.getTime() &&
    next.handover === facts.handover;
  return isSame ? facts : next;
}

/** A locked conversation before and after the reports about it, with those that become events. */
export interface DecidedThread {
  conversationId: number;
  before: ThreadFacts;
  after: ThreadFacts;
  /** Hand-overs, and messages with which the owner changed, each with the owner after it. */
  told: { state: KnownOwner; handover: Handover }[];
}

/** Applies reports to the facts of their conversations, in order. */
export function decideOwners(
  reports: readonly (ThreadReport & { conversationId: number })[],
  stored: ReadonlyMap<number, ThreadFacts>,
): DecidedThread[] {
  const decided = new Map<number, DecidedThread>();
  for (const { conversationId, ...report } of reports) {
    const before = stored.get(conversationId);
    if (!before) continue;
    const thread = decided.get(conversationId) ?? { conversationId, before, after: before, told: [] };
    const after = afterReport(thread.after, report);
    const isTold = report.handover.reason !== 'message' || after.owner !== thread.after.owner;
    const told = isTold ? [...thread.told, { state: after.owner ?? 'idle', handover: report.handover }] : thread.told;
    decided.set(conversationId, { ...thread, after, told });
  }
  return [...decided.values()];
}

/** The report of a message: it came to this app, or as a copy to read. */
export const reportOfMessage = (isStandby: boolean, at: Date, summary: string | null = null): ThreadReport => ({
  owner: isStandby ? 'theirs' : 'ours',
  handover: toHandover({ reason: 'message', summary, at }),
  at,
});
