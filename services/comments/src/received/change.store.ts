import { at } from '@parley/common/at';
import type { CommentMedia } from '@parley/common/events';
import type { Sql } from '@parley/database/sql';
import { json } from '@parley/database/statements/column';
import { defineBatchStatement } from '@parley/database/statements/statement';
import type { CommentPlan } from './changes.rules.ts';
import { type CommentState, commentKey } from './comment.rules.ts';

const STATE = {
  commentId: 'text',
  postId: 'text',
  parentId: 'text?',
  text: 'text',
  authorId: 'text',
  authorName: 'text',
  isOwn: 'bool',
  conversationId: 'int4?',
  createdAt: 'timestamptz',
  reportedAt: 'timestamptz?',
  editedAt: 'timestamptz?',
  removedAt: 'timestamptz?',
  isHidden: 'bool?',
  visibilityAt: 'timestamptz?',
  repliedAt: 'timestamptz?',
  offeredAt: 'timestamptz?',
  erasedAt: 'timestamptz?',
} as const;
const WRITTEN = { ...STATE, media: 'jsonb' } as const;
const READ = { ...STATE, media: json<CommentMedia[]>() };
/** In the order of WRITTEN. */
const COLUMNS = `comment_id, post_id, parent_id, text, author_id, author_name, is_own, conversation_id, created_at,
                 reported_at, edited_at, removed_at, is_hidden, visibility_at, replied_at, offered_at, erased_at, media`;
const ARRAYS = (first: number): string =>
  Object.values(WRITTEN)
    .map((type, index) => `$${first + index}::${type.replace('?', '')}[]`)
    .join(', ');

const lockByKey = defineBatchStatement({
  name: 'comments.lock-by-key',
  plan: 'index',
  text: `SELECT c.channel_account_id, c.comment_key, c.id, ${COLUMNS.replace(/\w+/g, 'c.$&')}
           FROM unnest($1::int4[], $2::text[]) AS w(channel_account_id, comment_key)
           JOIN comments c ON c.channel_account_id = w.channel_account_id AND c.comment_key = w.comment_key
          ORDER BY c.channel_account_id, c.comment_key FOR NO KEY UPDATE OF c`,
  items: { channelAccountId: 'int4', commentKey: 'text' },
  row: { channelAccountId: 'int4', commentKey: 'text', id: 'int8', ...READ },
});

/**
 * Waits for a transaction that inserts the same comment; if that one commits, this statement does not return the
 * comment.
 */
const insertComments = defineBatchStatement({
  name: 'comments.insert',
  plan: 'index',
  text: `INSERT INTO comments (tenant_id, channel, channel_account_id, comment_key, ${COLUMNS})
         SELECT * FROM unnest($1::int4[], $2::text[], $3::int4[], $4::text[], ${ARRAYS(5)})
             AS w(tenant_id, channel, channel_account_id, comment_key, ${COLUMNS})
          ORDER BY channel_account_id, comment_key
         ON CONFLICT (channel_account_id, comment_key) DO NOTHING
         RETURNING channel_account_id, comment_key, id`,
  items: { tenantId: 'int4', channel: 'text', channelAccountId: 'int4', commentKey: 'text', ...WRITTEN },
  row: { channelAccountId: 'int4', commentKey: 'text', id: 'int8' },
});

const updateComments = defineBatchStatement({
  name: 'comments.update',
  plan: 'index',
  text: `UPDATE comments c
            SET ${COLUMNS.replace(/\w+/g, '$& = w.$&')}
           FROM unnest($1::int8[], ${ARRAYS(2)}) AS w(id, ${COLUMNS})
          WHERE c.id = w.id`,
  items: { id: 'int8', ...WRITTEN },
});

interface WrittenComment {
  /** Row number, in decimal digits. */
  id: string;
  before: CommentState | null;
  after: CommentState;
}

/** How often a comment may vanish between a conflict and its select. */
const MAX_LOOKS = 5;

const keyOf = ({ channelAccountId, commentKey: key }: { channelAccountId: number; commentKey: string }): string =>
  JSON.stringify([channelAccountId, key]);
const named = ({ account, commentId }: CommentPlan) => ({
  channelAccountId: account.id,
  commentKey: commentKey(account.channel, commentId),
});

/**
 * Locks the comments, decides, and writes. Returns the results in the same order; null where the insert lost a race.
 */
async function writeOnce(sql: Sql, plans: readonly CommentPlan[]): Promise<(WrittenComment | null)[]> {
  const stored = new Map((await lockByKey.all(sql, plans.map(named), {})).map((row) => [keyOf(row), row]));
  const decided = plans.map((plan) => {
    const found = stored.get(keyOf(named(plan)));
    const before = found ? stateOf(found) : null;
    return { plan, id: found?.id, before, after: plan.decide(before) };
  });
  const made = await insertComments.all(
    sql,
    decided.flatMap(({ id, plan, after }) =>
      id === undefined
        ? { ...after, ...named(plan), tenantId: plan.account.tenantId, channel: plan.account.channel }
        : [],
    ),
    {},
  );
  await updateComments.run(
    sql,
    decided.flatMap(({ id, before, after }) => (id !== undefined && after !== before ? { ...after, id } : [])),
    {},
  );
  const ids = new Map(made.map((row) => [keyOf(row), row.id]));
  return decided.map(({ plan, id = ids.get(keyOf(named(plan))), before, after }) =>
    id === undefined ? null : { id, before, after },
  );
}

const stateOf = ({
  id,
  channelAccountId,
  commentKey: key,
  ...state
}: CommentState & {
  id: string;
  channelAccountId: number;
  commentKey: string;
}): CommentState => state;

/**
 * Writes the planned changes of comments, each comment once in `plans`, and returns the results in their order.
 * Comments are locked in one order.
 */
export async function writeComments(sql: Sql, plans: readonly CommentPlan[]): Promise<WrittenComment[]> {
  const written = new Map<CommentPlan, WrittenComment>();
  for (let look = 0; look < MAX_LOOKS && written.size < plans.length; look++) {
    const open = plans.filter((plan) => !written.has(plan));
    for (const [index, result] of (await writeOnce(sql, open)).entries()) {
      const plan = at(open, index);
      if (result) written.set(plan, result);
    }
  }
  if (written.size < plans.length) throw new Error('Comments vanish as soon as they are found.');
  return plans.flatMap((plan) => written.get(plan) ?? []);
}
