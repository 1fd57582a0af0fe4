import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { countConversations } from '@parley/common/contracts/console/count-conversations';
import {
  CHANGED_SHOWN,
  type ChangedOne,
  type ConversationChange,
  type ConversationFilter,
  type Expected,
  LOOKED_AT_ONCE,
  type markConversationRead,
  type updateConversation,
  type updateConversations,
} from '@parley/common/contracts/operator/conversations';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import {
  type ChangedBy,
  type ChangeWrites,
  changeConversations,
  changedOnes,
  type HeldConversation,
  isAsExpected,
  isStillFound,
} from '../domain/change-conversation.ts';
import { type ShownConversation, showConversation } from '../domain/show-conversation.ts';
import { type Activity, BY_ACTIVITY, type ConversationPage } from './read-conversations.ts';

/** The steps of one transaction. */
export interface ChangeStore {
  /** Locks conversations of the tenant, in the order of their ids. */
  lock(tenantId: number, ids: readonly number[]): Promise<HeldConversation[]>;
  /** Writes the changes and their events. Returns the keys to wake. */
  write(writes: ChangeWrites): Promise<string[]>;
  /** Marks everything in a locked conversation as read. */
  markRead(id: number): Promise<void>;
  show(tenantId: number, id: number): Promise<ShownConversation | null>;
}

export interface ChangeConversationsDeps {
  tenantOf: TenantOf;
  /** Whether a tenant has this member; a removed one is excluded. */
  isMember(tenantId: number, memberId: string): Promise<boolean>;
  inTransaction<T>(work: (store: ChangeStore) => Promise<T>): Promise<T>;
  /** The ids of filtered conversations, newest activity first. */
  find(
    tenantId: number,
    filter: ConversationFilter,
    page: { before: Activity | null; count: number },
  ): Promise<ConversationPage<{ id: number }>>;
  wake(instanceIds: string[]): void;
  /** Notifies open pages of a change without an event. */
  tellChanged(tenantIds: readonly number[]): void;
  now(): Date;
}

/** The signed-in member; or the operator, since the admin token names no person. */
const changedBy = ({ member }: Pick<CallContext, 'member'>): ChangedBy =>
  member && member.role !== 'operator' ? { type: 'member', id: member.memberId } : { type: 'operator', id: null };

/** A change, and its author. */
interface Wanted {
  change: ConversationChange;
  /** Conversations in another state are left unchanged. */
  expected?: Expected | undefined;
  by: ChangedBy;
}

const answerOf = (changed: readonly ChangedOne[], nextCursor: string | null): OutputOf<typeof updateConversations> => ({
  changed: changed.length,
  conversations: changed.slice(0, CHANGED_SHOWN),
  nextCursor,
});

/** Conversations per transaction. */
const BATCH = 200;

/**
 * Decisions of members about conversations (docs/reference/operator-api.md#conversations). Errors: unknown_tenant,
 * unknown_conversation, unknown_member, invalid_cursor.
 */
export function makeChangeConversations(deps: ChangeConversationsDeps) {
  const { tenantOf, inTransaction, find, wake, now } = deps;

  /** Runs after the commit. */
  function tell(tenantId: number, isChanged: boolean, instanceIds: string[]): void {
    if (instanceIds.length > 0) wake(instanceIds);
    if (isChanged) deps.tellChanged([tenantId]);
  }

  async function checkAssignee(tenantId: number, { assignee }: ConversationChange): Promise<void> {
    if (assignee && !(await deps.isMember(tenantId, assignee))) throw new AppError('unknown_member');
  }

  const change = async (store: ChangeStore, held: readonly HeldConversation[], wanted: Wanted) => {
    const writes = changeConversations(held, wanted.change, { by: wanted.by, now: now() });
    return { changed: changedOnes(held, writes), instanceIds: await store.write(writes) };
  };

  /** Changes a conversation and returns it, in one transaction. */
  async function changeOne<T>(
    { tenantId, id }: { tenantId: number; id: number },
    step: (store: ChangeStore, held: readonly HeldConversation[]) => Promise<T>,
  ): Promise<{ shown: OutputOf<typeof updateConversation>; result: T }> {
    return inTransaction(async (store) => {
      const held = await store.lock(tenantId, [id]);
      const result = await step(store, held);
      const row = await store.show(tenantId, id);
      if (!row) throw new AppError('unknown_conversation');
      return { shown: showConversation(row, now()), result };
    });
  }

  async function changeBatch(
    tenantId: number,
    ids: readonly number[],
    { wanted, filter = {} }: { wanted: Wanted; filter?: ConversationFilter | undefined },
  ): Promise<ChangedOne[]> {
    const { changed, instanceIds } = await inTransaction(async (store) => {
      const held = await store.lock(tenantId, ids);
      return change(
        store,
        held.filter((one) => isStillFound(one, filter) && isAsExpected(one, wanted.expected)),
        wanted,
      );
    });
    tell(tenantId, changed.length > 0, instanceIds);
    return changed;
  }

  async function changeFound(
    tenantId: number,
    given: { wanted: Wanted; filter: ConversationFilter; from: Activity | null; limit: number },
  ): Promise<OutputOf<typeof updateConversations>> {
    const changed: ChangedOne[] = [];
    let before = given.from;
    for (let left = given.limit; left > 0; left -= BATCH) {
      const { rows, next } = await find(tenantId, given.filter, { before, count: Math.min(BATCH, left) });
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) changed.push(...(await changeBatch(tenantId, ids, given)));
      if (next === null) return answerOf(changed, null);
      before = next;
    }
    return answerOf(changed, before && BY_ACTIVITY.after(before));
  }

  return {
    async update({ slug, id, ...wanted }: InputOf<typeof updateConversation>, context: CallContext) {
      const tenantId = await tenantOf(slug);
      await checkAssignee(tenantId, wanted);
      const given = { change: wanted, by: changedBy(context) };
      const { shown, result } = await changeOne({ tenantId, id }, (store, held) => change(store, held, given));
      tell(tenantId, result.changed.length > 0, result.instanceIds);
      return shown;
    },
    /** Counts the conversations of a filter; changes by others between two calls are not considered. */
    async count({ cursor, ...filter }: InputOf<typeof countConversations>, context: CallContext) {
      const before = BY_ACTIVITY.read(cursor);
      const { rows, next } = await find(tenantIdOf(context), filter, { before, count: LOOKED_AT_ONCE });
      return { count: rows.length, nextCursor: next && BY_ACTIVITY.after(next) };
    },
    async markRead({ slug, id }: InputOf<typeof markConversationRead>) {
      const tenantId = await tenantOf(slug);
      const { shown, result } = await changeOne({ tenantId, id }, async (store, held) => {
        const unread = held.filter((conversation) => conversation.unread > 0);
        for (const { id } of unread) await store.markRead(id);
        return unread.length;
      });
      tell(tenantId, result > 0, []);
      return shown;
    },
    async updateMany(
      { slug, ids, filter, expected, limit = LOOKED_AT_ONCE, cursor, ...decided }: InputOf<typeof updateConversations>,
      context: CallContext,
    ) {
      const from = BY_ACTIVITY.read(cursor);
      const tenantId = await tenantOf(slug);
      await checkAssignee(tenantId, decided);
      const wanted = { change: decided, expected, by: changedBy(context) };
      if (filter) return changeFound(tenantId, { wanted, filter, from, limit });
      const distinct = [...new Set(ids)];
      const changed: ChangedOne[] = [];
      for (let at = 0; at < distinct.length; at += BATCH)
        changed.push(...(await changeBatch(tenantId, distinct.slice(at, at + BATCH), { wanted })));
      return answerOf(changed, null);
    },
  };
}
