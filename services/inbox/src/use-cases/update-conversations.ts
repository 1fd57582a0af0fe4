import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import type { CallContext } from '@parley/common/call-context';
import type { ConversationFilter } from '@parley/common/contracts/operator/conversations';
import {
  CHANGED_SHOWN,
  type ChangedOne,
  type updateConversations as contract,
  type Expected,
  LOOKED_AT_ONCE,
} from '@parley/common/contracts/operator/update-conversations';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { retryConflicts } from '@parley/database/retry-conflicts';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { type Activity, BY_ACTIVITY } from '../domain/activity.ts';
import {
  authorOf,
  type ChangedBy,
  changeConversations,
  changedOnes,
  isAsExpected,
  isStillFound,
} from '../domain/change-conversation.ts';
import type { InboxService } from '../service.ts';
import { lockForChange, writeChanges } from '../storage/change-store.ts';
import { findIdPage } from '../storage/conversation-list-store.ts';
import { askAboutResolved } from './ask-about-resolved.ts';
import { type ChangeOfTeam, checkChange } from './check-change.ts';
import { holdTeam } from './hold-team.ts';

/** A change, its author, and the conversations of the tenant that it is for. */
interface Wanted {
  tenantId: number;
  change: ChangeOfTeam;
  by: ChangedBy;
  filter: ConversationFilter;
  /** Conversations in another state are left unchanged. */
  expected: Expected | undefined;
}

/** Conversations per transaction. */
const BATCH = 200;

const answerOf = (changed: readonly ChangedOne[], next: Activity | null): OutputOf<typeof contract> => ({
  changed: changed.length,
  conversations: changed.slice(0, CHANGED_SHOWN),
  nextCursor: next && BY_ACTIVITY.after(next),
});

async function changeBatch(
  { database, bus, now }: InboxService,
  ids: readonly number[],
  { tenantId, change: checked, by, filter, expected }: Wanted,
): Promise<ChangedOne[]> {
  const { changed, instanceIds } = await retryConflicts(() =>
    database.transaction(async (sql) => {
      const change = await holdTeam(sql, tenantId, checked);
      const locked = await lockForChange(sql, tenantId, ids);
      const held = locked.filter((one) => isStillFound(one, filter) && isAsExpected(one, expected));
      const author = { by, now: now() };
      const writes = changeConversations(held, change, author);
      const instanceIds = await writeChanges(sql, tenantId, writes);
      await askAboutResolved(sql, writes, { tenantId, ...author });
      return { changed: changedOnes(held, writes), instanceIds };
    }),
  );
  wakeDeliveries(bus, instanceIds);
  if (changed.length > 0) tellInboxChanged(bus, [tenantId]);
  return changed;
}

async function changeNamed(
  service: InboxService,
  ids: readonly number[],
  wanted: Wanted,
): Promise<OutputOf<typeof contract>> {
  const distinct = [...new Set(ids)];
  const changed: ChangedOne[] = [];
  for (let at = 0; at < distinct.length; at += BATCH)
    changed.push(...(await changeBatch(service, distinct.slice(at, at + BATCH), wanted)));
  return answerOf(changed, null);
}

async function changeFound(
  service: InboxService,
  { from, limit }: { from: Activity | null; limit: number },
  wanted: Wanted,
): Promise<OutputOf<typeof contract>> {
  const { tenantId, filter } = wanted;
  const changed: ChangedOne[] = [];
  let before = from;
  for (let left = limit; left > 0; left -= BATCH) {
    const { rows, next } = await findIdPage(service.database, tenantId, filter, {
      before,
      count: Math.min(BATCH, left),
    });
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) changed.push(...(await changeBatch(service, ids, wanted)));
    if (next === null) return answerOf(changed, null);
    before = next;
  }
  return answerOf(changed, before);
}

/**
 * A member's decision about many conversations, by their ids or by a filter
 * (docs/reference/operator-api.md#conversations). Errors: unknown_tenant, unknown_member, unknown_label, unknown_team, invalid_snooze_until, invalid_cursor.
 */
export async function updateConversations(
  service: InboxService,
  { slug, ids, filter, expected, limit = LOOKED_AT_ONCE, cursor, ...given }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const from = BY_ACTIVITY.read(cursor);
  const tenantId = await tenantOfSlug(service.database, slug);
  const change = await checkChange(service, tenantId, given);
  const wanted = { tenantId, change, by: authorOf(context), filter: filter ?? {}, expected };
  return filter ? changeFound(service, { from, limit }, wanted) : changeNamed(service, ids ?? [], wanted);
}
