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
  /** Writes what changes, with what is reported of it. Returns the keys to wake. */
  write(writes: ChangeWrites): Promise<string[]>;
  /** Everything in a locked conversation is read. */
  markRead(id: number): Promise<void>;
  show(tenantId: number, id: number): Promise<ShownConversation | null>;
}

export interface ChangeConversationsDeps {
  tenantOf: TenantOf;
  /** Whether a tenant has this member; a removed one does not count. */
  isMember(tenantId: number, memberId: string): Promise<boolean>;
  inTransaction<T>(work: (store: ChangeStore) => Promise<T>): Promise<T>;
  /** Conversations of a filter by their ids, newest activity first. */
  find(
    tenantId: number,
    filter: ConversationFilter,
    page: { before: Activity | null; count: number },
  ): Promise<ConversationPage<{ id: number }>>;
  wake(instanceIds: string[]): void;
  /** Tells open pages that something changed of which there is no event. */
  tellChanged(tenantIds: readonly number[]): void;
  now(): Date;
}

/** A member who signed in to the console; or the operator, whose admin token is one for all. */
const changedBy = ({ member }: Pick<CallContext, 'member'>): ChangedBy =>
  member && member.role !== 'operator' ? { type: 'member', id: member.memberId } : { type: 'operator', id: null };

/** A change, and who makes it. */
interface Wanted {
  change: ConversationChange;
  /** Others are left as they are. */
  expected?: Expected | undefined;
  by: ChangedBy;
}

const answerOf = (changed: readonly ChangedOne[], nextCursor: string | null): OutputOf<typeof updateConversations> => ({
  changed: changed.length,
  conversations: changed.slice(0, CHANGED_SHOWN),
  nextCursor,
});

/** Conversations of one transaction. */
const BATCH = 200;

/**
 * What people of the workspace decide about conversations (docs/reference/operator-api.md#conversations). Errors: unknown_tenant,
 * unknown_conversation, unknown_member, invalid_cursor.
 */
export function makeChangeConversations(deps: ChangeConversationsDeps) {
  const { tenantOf, inTransaction, find, wake, now } = deps;

  /** After the commit. */
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

  /** Changes a conversation and shows it, in one transaction. */
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
    /** How many conversations a filter finds, the changes of others between two calls aside. */
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
