import type { QueueShare } from '../domain/scheduled-send.ts';
import { type DueQueue, shareSlots } from '../domain/share-slots.ts';
import type { SendService } from '../service.ts';
import { findQueues } from '../storage/due-store.ts';
import { claimDueSends } from './claim-due-sends.ts';
import { sendScheduled } from './send-scheduled.ts';

/** Queues that one look reads; the next look goes on after them. */
const LOOKED_AT = 500;
const BEFORE_FIRST = { tenantId: 0, accountId: 0 };

/** The next queues; after the last one come those from the beginning, so that each has its turn, whatever its key. */
async function lookAround({ rawDatabase, runningSends }: SendService): Promise<{ queues: DueQueue[]; isEnd: boolean }> {
  const next = await findQueues(rawDatabase, runningSends.lastQueue, LOOKED_AT);
  if (next.length === LOOKED_AT) return { queues: next, isEnd: false };
  const seen = new Set(next.map(({ accountId }) => accountId));
  const others = await findQueues(rawDatabase, BEFORE_FIRST, LOOKED_AT);
  return { queues: [...next, ...others.filter(({ accountId }) => !seen.has(accountId))], isEnd: true };
}

/** The queue after which the next look begins: the last one that was served, or else the last one of this look. */
function lastOf(queues: readonly DueQueue[], shares: readonly QueueShare[]): DueQueue | undefined {
  const served = new Set(shares.map(({ accountId }) => accountId));
  return queues.findLast(({ accountId }) => served.has(accountId)) ?? queues.at(-1);
}

/**
 * Starts scheduled messages that are due, as many as there are free slots (docs/reference/sends.md#scheduled). Returns
 * true when a slot is free and further queues were not looked at.
 */
export async function sendDue(service: SendService): Promise<boolean> {
  const { runningSends, now } = service;
  if (runningSends.isFull) return false;
  const at = now();
  const { queues, isEnd } = await lookAround(service);
  const ready = queues.filter(({ dueAt, accountId }) => dueAt <= at && !runningSends.isPaused(accountId, at));
  const shares = shareSlots(ready, runningSends.inUse);
  runningSends.lastQueue = lastOf(queues, shares) ?? BEFORE_FIRST;
  const claimed = shares.length === 0 ? [] : await claimDueSends(service, shares, at);
  for (const due of claimed) runningSends.start(due, () => sendScheduled(service, due));
  return !isEnd && !runningSends.isFull;
}
