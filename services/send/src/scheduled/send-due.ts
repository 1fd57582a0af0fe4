import type { SendService } from '../service.ts';
import { claimDueSends } from './claim-due-sends.steps.ts';
import { findOldestQueues, findQueues } from './due.store.ts';
import type { QueueKey } from './scheduled-send.rules.ts';
import { sendScheduled } from './send-scheduled.steps.ts';
import { type DueQueue, shareSlots } from './share-slots.rules.ts';

/** Due messages whose queues one look finds by their age. */
const OLDEST = 1000;
/** Queues that it finds by their keys, while more messages are due; the next poll continues after them. */
const LOOKED_AT = 500;
const BEFORE_FIRST = { tenantId: 0, accountId: 0 };

const isAfter = (one: QueueKey, other: QueueKey): boolean =>
  one.tenantId > other.tenantId || (one.tenantId === other.tenantId && one.accountId > other.accountId);

/** Queues with due messages, and the part of them that was found by their keys; null: they are all. */
interface Look {
  queues: DueQueue[];
  stretch: DueQueue[] | null;
}

/**
 * All queues with due messages; while thousands are due, those of the oldest messages and a stretch by their keys, so
 * that none is hidden behind the messages of another. The queues after the last served one come first.
 */
async function lookAround({ rawDatabase, runningSends: { lastQueue } }: SendService, at: Date): Promise<Look> {
  const oldest = await findOldestQueues(rawDatabase, at, OLDEST);
  const stretch = oldest.isAll ? null : await findQueues(rawDatabase, lastQueue, LOOKED_AT);
  const seen = new Set(stretch?.map(({ accountId }) => accountId));
  const others = oldest.queues.filter(({ accountId }) => !seen.has(accountId));
  const later = others.filter((queue) => isAfter(queue, lastQueue));
  const earlier = others.filter((queue) => !isAfter(queue, lastQueue));
  return { queues: [...(stretch ?? []), ...later, ...earlier], stretch };
}

const isEndOf = ({ stretch }: Look): boolean => stretch === null || stretch.length < LOOKED_AT;

/** After which queue the next look begins: the last served one, or else the end of the stretch. */
function nextAfter(look: Look, served: ReadonlySet<number>, last: QueueKey): QueueKey {
  const found = (look.stretch ?? look.queues).findLast(({ accountId }) => served.has(accountId));
  if (found) return found;
  if (look.stretch === null) return last;
  return isEndOf(look) ? BEFORE_FIRST : (look.stretch.at(-1) ?? BEFORE_FIRST);
}

/**
 * Starts scheduled messages that are due, as many as there are free slots (docs/reference/sends.md#scheduled). Returns
 * true when it found none to start and further queues were not looked at.
 */
export async function sendDue(service: SendService): Promise<boolean> {
  const { runningSends, now } = service;
  if (runningSends.isFull) return false;
  const at = now();
  const look = await lookAround(service, at);
  const ready = look.queues.filter(({ dueAt, accountId }) => dueAt <= at && !runningSends.isPaused(accountId, at));
  const shares = shareSlots(ready, runningSends.inUse);
  const served = new Set(shares.map(({ accountId }) => accountId));
  runningSends.lastQueue = nextAfter(look, served, runningSends.lastQueue);
  if (shares.length === 0) return !isEndOf(look);
  const claimed = await claimDueSends(service, shares, at);
  for (const due of claimed) runningSends.start(due, () => sendScheduled(service, due));
  return false;
}
