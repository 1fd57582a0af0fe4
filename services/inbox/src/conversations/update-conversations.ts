import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { verb } from '@parley/bus/verb';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import type { ConversationFilter } from '@parley/common/contracts/operator/conversations';
import {
  CHANGED_SHOWN,
  type ChangedOne,
  updateConversations as contract,
  type Expected,
  LOOKED_AT_ONCE,
} from '@parley/common/contracts/operator/update-conversations';
import type { OutputOf } from '@parley/common/define-contract';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import type { InboxService } from '../service.ts';
import { type ChangeOfTeam, changeLocked, checkChange } from './change.steps.ts';
import {
  authorOf,
  type ChangedBy,
  changedOnes,
  type HeldConversation,
  isAsExpected,
  isStillFound,
} from './change-conversation.rules.ts';
import { type Activity, BY_ACTIVITY, findIdPage } from './conversation.store.ts';

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

/**
 * A member's decision about many conversations, by their ids or by a filter
 * (docs/reference/operator-api.md#conversations). Errors: unknown_tenant, unknown_member, unknown_label, unknown_team, invalid_snooze_until, invalid_cursor.
 */
export const updateConversations = verb(
  contract,
  async (service: InboxService, { slug, ids, filter, expected, limit = LOOKED_AT_ONCE, cursor, ...given }, context) => {
    const from = BY_ACTIVITY.read(cursor);
    const tenantId = await tenantOfSlug(service.database, slug);
    const change = await checkChange(service, tenantId, given);
    const wanted = { tenantId, change, by: authorOf(context), filter: filter ?? {}, expected };
    return filter ? changeFound(service, { from, limit }, wanted) : changeNamed(service, ids ?? [], wanted);
  },
);

const answerOf = (changed: readonly ChangedOne[], next: Activity | null): OutputOf<typeof contract> => ({
  changed: changed.length,
  conversations: changed.slice(0, CHANGED_SHOWN),
  nextCursor: next && BY_ACTIVITY.after(next),
});

async function changeBatch(
  { database, bus, now }: InboxService,
  ids: readonly number[],
  { tenantId, change, by, filter, expected }: Wanted,
): Promise<ChangedOne[]> {
  const isWanted = (one: HeldConversation): boolean => isStillFound(one, filter) && isAsExpected(one, expected);
  const { changed, instanceIds } = await retryConflicts(() =>
    database.transaction(async (sql) => {
      const done = await changeLocked(sql, now, { tenantId, ids, change, by, isWanted });
      return { changed: changedOnes(done.held, done.writes), instanceIds: done.instanceIds };
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
