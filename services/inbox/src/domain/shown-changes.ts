import type { CHANGE_KINDS } from '@parley/common/contracts/console/conversation-changes';
import type { ConversationStatus } from '@parley/messaging/people/domain/conversation-facts';
import { isSameSnooze, type Snooze } from './snooze.ts';

/** A change of a conversation that its thread shows. */
export interface ShownChange {
  conversationId: number;
  kind: (typeof CHANGE_KINDS)[number];
  memberId: string | null;
  value: string | null;
  at: Date;
}

/** The values of a conversation whose changes are shown. */
interface Shown {
  status: ConversationStatus;
  snooze: Snooze | null;
  assignee: string | null;
  team: { row: number; name: string } | null;
}

/** The changes to show of one conversation; a snooze that ends because it was closed is none of its own. */
export function shownChanges(
  held: Shown,
  changed: Shown & { id: number },
  { by, now }: { by: { id: string | null }; now: Date },
): ShownChange[] {
  const { id: conversationId, status, assignee, team, snooze } = changed;
  const one = { conversationId, memberId: by.id, at: now };
  const changes: ShownChange[] = [];
  if (team?.row !== held.team?.row) changes.push({ ...one, kind: 'team', value: team?.name ?? null });
  if (assignee !== held.assignee) changes.push({ ...one, kind: 'assigned', value: assignee });
  if (status !== held.status) changes.push({ ...one, kind: 'status', value: status });
  if (isSameSnooze(snooze, held.snooze)) return changes;
  if (snooze !== null) changes.push({ ...one, kind: 'snoozed', value: snooze.until?.toISOString() ?? null });
  else if (status === 'open') changes.push({ ...one, kind: 'woken', value: null });
  return changes;
}
