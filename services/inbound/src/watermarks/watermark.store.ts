import { oneOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import type { Marks, NamedMessage, StoredMovable } from './apply-watermark.rules.ts';

const MOVABLE = {
  id: 'int8',
  conversationId: 'int4',
  status: oneOf('sent', 'delivered'),
  sentAt: 'timestamptz!',
  peer: 'text',
  providerMessageId: 'text?',
} as const;
const MOVABLE_COLUMNS =
  'm.id, m.conversation_id, m.status, coalesce(m.provider_at, m.happened_at) AS sent_at, m.peer, m.provider_message_id';
/** The predicate of the index messages_unread. */
const IS_MOVABLE = `m.direction = 'out' AND m.status IN ('sent', 'delivered') AND m.channel IN ('fb', 'ig', 'tt')`;

const selectNamed = defineStatement({
  name: 'inbound.select-watermark-messages',
  plan: 'index',
  text: `SELECT m.id, m.conversation_id, m.status, coalesce(m.provider_at, m.happened_at) AS sent_at
           FROM messages m WHERE m.id = ANY ($1)`,
  params: { ids: 'int8[]' },
  row: { id: 'int8', conversationId: 'int4', status: 'text', sentAt: 'timestamptz!' },
});

const lockConversations = defineStatement({
  name: 'inbound.lock-watermark-conversations',
  plan: 'index',
  text: `SELECT c.id, c.delivered_until, c.read_until FROM conversations c
          WHERE c.id = ANY ($1) ORDER BY c.id FOR NO KEY UPDATE`,
  params: { ids: 'int4[]' },
  row: { id: 'int4', deliveredUntil: 'timestamptz?', readUntil: 'timestamptz?' },
});

const lockMovable = defineBatchStatement({
  name: 'inbound.lock-movable-messages',
  plan: 'index',
  text: `SELECT ${MOVABLE_COLUMNS} FROM unnest($1::int4[], $2::bool[]) AS w(conversation_id, with_delivered)
           JOIN messages m ON m.conversation_id = w.conversation_id
          WHERE ${IS_MOVABLE} AND (w.with_delivered OR m.status = 'sent')
          ORDER BY m.id FOR NO KEY UPDATE OF m`,
  items: { conversationId: 'int4', withDelivered: 'bool' },
  row: MOVABLE,
});

const lockCovered = defineStatement({
  name: 'inbound.lock-covered-messages',
  plan: 'index',
  text: `SELECT ${MOVABLE_COLUMNS}, c.delivered_until, c.read_until
           FROM conversations c JOIN messages m ON m.conversation_id = c.id
          WHERE c.id = ANY ($1) AND ${IS_MOVABLE}
            AND (coalesce(m.provider_at, m.happened_at) <= c.read_until
                 OR (m.status = 'sent' AND coalesce(m.provider_at, m.happened_at) <= c.delivered_until))
          ORDER BY m.id FOR NO KEY UPDATE OF m`,
  params: { conversationIds: 'int4[]' },
  row: { ...MOVABLE, deliveredUntil: 'timestamptz?', readUntil: 'timestamptz?' },
});

const updateMarks = defineBatchStatement({
  name: 'inbound.update-conversation-marks',
  plan: 'index',
  text: `UPDATE conversations c SET delivered_until = w.delivered_until, read_until = w.read_until
           FROM unnest($1::int4[], $2::timestamptz[], $3::timestamptz[]) AS w(id, delivered_until, read_until)
          WHERE c.id = w.id`,
  items: { id: 'int4', deliveredUntil: 'timestamptz?', readUntil: 'timestamptz?' },
});

const insertStatuses = defineBatchStatement({
  name: 'inbound.insert-watermark-statuses',
  plan: 'index',
  text: `INSERT INTO message_statuses (message_id, status, at)
         SELECT * FROM unnest($1::int8[], $2::text[], $3::timestamptz[]) ON CONFLICT DO NOTHING`,
  items: { messageId: 'int8', status: 'text', at: 'timestamptz' },
});

const updateMoved = defineBatchStatement({
  name: 'inbound.update-moved-messages',
  plan: 'index',
  text: `UPDATE messages m SET status = w.status, receipt = w.status
           FROM unnest($1::int8[], $2::text[]) AS w(id, status) WHERE m.id = w.id`,
  items: { messageId: 'int8', status: 'text' },
});

/** Messages by id. */
export async function findNamedMessages(sql: Sql, ids: readonly string[]): Promise<Map<string, NamedMessage>> {
  if (ids.length === 0) return new Map();
  const rows = await selectNamed.all(sql, { ids: [...new Set(ids)] });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks conversations, in the order of their ids; returns the delivered and read marks of each. */
export async function lockMarks(sql: Sql, conversationIds: readonly number[]): Promise<Map<number, Marks>> {
  if (conversationIds.length === 0) return new Map();
  const rows = await lockConversations.all(sql, { ids: [...conversationIds] });
  return new Map(rows.map(({ id, ...marks }) => [id, marks]));
}

/**
 * Locks the messages of these conversations that may still change, in the order of their ids: regardless of their time,
 * because a concurrent echo may be setting it; the lock waits for that.
 */
export const lockMovableMessages = (
  sql: Sql,
  conversations: readonly { conversationId: number; withDelivered: boolean }[],
): Promise<StoredMovable[]> => lockMovable.all(sql, conversations, {});

/** Locks the messages that their conversations' marks cover, in the order of their ids. */
export const lockCoveredMessages = async (
  sql: Sql,
  conversationIds: readonly number[],
): Promise<(StoredMovable & Marks)[]> =>
  conversationIds.length === 0 ? [] : lockCovered.all(sql, { conversationIds: [...new Set(conversationIds)] });

/** The conversations must be locked. */
export const storeMarks = (sql: Sql, marks: readonly (Marks & { id: number })[]): Promise<number> =>
  updateMarks.run(sql, marks, {});

/** Stores the steps of locked messages, in order for each message. */
export async function storeMoves(
  sql: Sql,
  moves: readonly { messageId: string; status: 'delivered' | 'read'; at: Date }[],
): Promise<void> {
  await insertStatuses.run(sql, moves, {});
  const last = new Map(moves.map((move) => [move.messageId, move]));
  await updateMoved.run(sql, [...last.values()], {});
}
