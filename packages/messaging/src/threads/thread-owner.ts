import type { Handover } from '@parley/common/messages/thread-owner';
import type { Sql, TransactionSql } from '@parley/database/sql';
import { json, oneOf, orNull, type RowOf } from '@parley/database/statements/column';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import type { MergedConversation } from '../bots/decide-merged-turns.ts';
import type { DecidedThread, ThreadFacts } from './decide-owner.ts';

/** SQL: the state of bots in a conversation `c`: none answers while another app has the thread. */
export const BOT_MODE = `CASE WHEN c.thread_owner = 'theirs' THEN 'paused' ELSE c.bot END`;

const SELECT =
  'SELECT c.id AS conversation_id, c.peer, c.thread_owner, c.thread_owner_at, c.handover FROM conversations c';
const THREAD = {
  conversationId: 'int4',
  peer: 'text',
  threadOwner: orNull(oneOf('ours', 'theirs', 'idle')),
  threadOwnerAt: 'timestamptz?',
  handover: orNull(json<Handover>()),
} as const;

const find = defineStatement({
  name: 'threads.find',
  plan: 'index',
  text: `${SELECT} WHERE c.id = ANY ($1)`,
  params: { ids: 'int4[]' },
  row: THREAD,
});

const lock = defineStatement({
  name: 'threads.lock',
  plan: 'index',
  text: `${SELECT} WHERE c.tenant_id = $1 AND c.id = $2 FOR NO KEY UPDATE`,
  params: { tenantId: 'int4', conversationId: 'int4' },
  row: THREAD,
});

/** A thread with the address of its person. */
export type FoundThread = ThreadFacts & { peer: string };

/** The threads of conversations that the transaction has locked. */
export async function findThreads(sql: Sql, ids: readonly number[]): Promise<Map<number, FoundThread>> {
  const rows = await find.all(sql, { ids: [...ids] });
  return new Map(rows.map((row) => [row.conversationId, toThread(row)]));
}

const toThread = ({ peer, threadOwner, threadOwnerAt, handover }: RowOf<typeof THREAD>): FoundThread => ({
  peer,
  owner: threadOwner,
  ownerAt: threadOwnerAt,
  handover,
});

/** Locks a conversation of the tenant and returns its thread; null when it was erased. */
export async function lockThread(
  sql: TransactionSql,
  given: { tenantId: number; conversationId: number },
): Promise<FoundThread | null> {
  const row = await lock.first(sql, given);
  return row && toThread(row);
}

/** A reply of a bot that is being written when another app takes the thread is not sent. */
const update = defineBatchStatement({
  name: 'threads.update',
  plan: 'index',
  text: (items) => `UPDATE conversations c
            SET thread_owner = w.owner, thread_owner_at = w.owner_at, handover = w.handover,
                bot_epoch = c.bot_epoch + w.is_lost::int4
           FROM ${items.as('w')} WHERE c.id = w.conversation_id`,
  items: { conversationId: 'int4', owner: 'text?', ownerAt: 'timestamptz?', handover: 'jsonb?', isLost: 'bool' },
});

/** Writes the decided threads, of conversations that the transaction has locked. */
export const writeThreads = (sql: Sql, decided: readonly DecidedThread[]): Promise<unknown> =>
  update.run(
    sql,
    decided
      .filter(({ before, after }) => before !== after)
      .map(({ conversationId, before, after: { owner, ownerAt, handover } }) => ({
        conversationId,
        owner,
        ownerAt,
        handover,
        isLost: owner === 'theirs' && before.owner !== 'theirs',
      })),
    {},
  );

const share = defineStatement({
  name: 'threads.mark-shared',
  plan: 'index',
  text: 'UPDATE channel_accounts SET shared_since = $2 WHERE id = ANY ($1) AND shared_since IS NULL',
  params: { ids: 'int4[]', at: 'timestamptz' },
});

/** Another app has been seen on these accounts: from now on, every message says who owns its thread. */
export async function markShared(sql: Sql, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length > 0) await share.run(sql, { ids: [...new Set(ids)].sort((a, b) => a - b), at });
}

const merge = defineBatchStatement({
  name: 'threads.merge',
  plan: 'index',
  text: (items) => `WITH newest AS MATERIALIZED (
           SELECT DISTINCT ON (w.survivor_id) w.survivor_id, m.thread_owner, m.thread_owner_at, m.handover
             FROM ${items.as('w')} JOIN conversations m ON m.id = w.merged_id
            WHERE m.thread_owner_at IS NOT NULL ORDER BY w.survivor_id, m.thread_owner_at DESC)
         UPDATE conversations c
            SET thread_owner = n.thread_owner, thread_owner_at = n.thread_owner_at,
                handover = coalesce(n.handover, c.handover)
           FROM newest n
          WHERE c.id = n.survivor_id AND (c.thread_owner_at IS NULL OR c.thread_owner_at < n.thread_owner_at)`,
  items: { survivorId: 'int4', mergedId: 'int4' },
});

/** Gives each conversation that continues the newest owner of those that it replaces. The caller has locked all. */
export async function mergeThreads(sql: Sql, merged: readonly MergedConversation[]): Promise<void> {
  const pairs = merged.flatMap(({ survivorId, mergedIds }) => mergedIds.map((mergedId) => ({ survivorId, mergedId })));
  await merge.run(sql, pairs, {});
}
