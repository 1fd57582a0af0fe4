import { at } from '@parley/common/at';
import type { Sql } from '@parley/database/sql';
import { oneOf } from '@parley/database/statements/column';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import { findMessageIds } from '@parley/messaging/people/find-message-ids';
import { findConversations, findOpenSends } from '../receipts/own-send.store.ts';
import {
  type Covered,
  type Marks,
  type NamedMessage,
  type OpenSend,
  placeNamed,
  type StoredMovable,
} from './watermark.rules.ts';

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
  text: (items) => `SELECT ${MOVABLE_COLUMNS} FROM ${items.as('w')}
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
  text: (items) => `UPDATE conversations c SET delivered_until = w.delivered_until, read_until = w.read_until
           FROM ${items.as('w')}
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
async function findNamedMessages(sql: Sql, ids: readonly string[]): Promise<Map<string, NamedMessage>> {
  if (ids.length === 0) return new Map();
  const rows = await selectNamed.all(sql, { ids: [...new Set(ids)] });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks conversations, in the order of their ids; returns the delivered and read marks of each. */
async function lockMarks(sql: Sql, conversationIds: readonly number[]): Promise<Map<number, Marks>> {
  if (conversationIds.length === 0) return new Map();
  const rows = await lockConversations.all(sql, { ids: [...conversationIds] });
  return new Map(rows.map(({ id, ...marks }) => [id, marks]));
}

/**
 * Locks the messages of these conversations that may still change, in the order of their ids: regardless of their time,
 * because a concurrent echo may be setting it; the lock waits for that.
 */
const lockMovableMessages = (
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

/** A watermark as the provider reports it. */
export interface ReportedWatermark {
  tenantId: number;
  channel: string;
  channelAccountId: number;
  peer: string;
  status: 'delivered' | 'read';
  until: Date | null;
  untilProviderId: string | null;
}

export interface WatermarkFacts {
  /** The covered range of each watermark. */
  covered: (Covered | null)[];
  marks: Map<number, Marks>;
  messages: StoredMovable[];
  open: OpenSend[];
}

/** The message id that each watermark names; null when it names none, or the message is not stored. */
async function findNamedIds(sql: Sql, watermarks: readonly ReportedWatermark[]): Promise<(string | null)[]> {
  const named = watermarks.flatMap(({ untilProviderId, channelAccountId }, index) =>
    untilProviderId === null ? [] : [{ index, channelAccountId, providerMessageId: untilProviderId }],
  );
  const ids = await findMessageIds(sql, named);
  const byIndex = new Map(named.map(({ index }, position) => [index, at(ids, position)]));
  return watermarks.map((_, index) => byIndex.get(index) ?? null);
}

/**
 * The range of each watermark: up to the message that it names, or up to a time in the conversation with its person.
 */
async function place(
  sql: Sql,
  watermarks: readonly ReportedWatermark[],
  namedIds: readonly (string | null)[],
): Promise<(Covered | null)[]> {
  const messages = await findNamedMessages(
    sql,
    namedIds.flatMap((id) => id ?? []),
  );
  const byMoment = watermarks.filter(({ untilProviderId }) => untilProviderId === null);
  const found = await findConversations(
    sql,
    byMoment.map((watermark) => ({ ...watermark, addresses: [watermark.peer] })),
  );
  const conversations = new Map(byMoment.map((watermark, index) => [watermark, at(found, index)]));
  return watermarks.map((watermark, index) =>
    watermark.untilProviderId === null
      ? { conversationId: conversations.get(watermark) ?? null, until: watermark.until }
      : placeNamed(messages.get(at(namedIds, index) ?? '')),
  );
}

/** The conversations of watermarks, each once, and whether their delivered mark may move. */
function lockedConversations(watermarks: readonly ReportedWatermark[], covered: readonly (Covered | null)[]) {
  const locked = new Map<number, boolean>();
  for (const [index, { status, untilProviderId }] of watermarks.entries()) {
    const id = at(covered, index)?.conversationId ?? null;
    if (id === null) continue;
    locked.set(id, locked.get(id) === true || status === 'read' || untilProviderId !== null);
  }
  return [...locked].map(([conversationId, withDelivered]) => ({ conversationId, withDelivered }));
}

/**
 * Locks and loads the rows of watermarks: the conversations first, then their messages, each in the order of their ids,
 * as everywhere. Open sends are queried before settled ones: in this order one of the two queries sees a send that is
 * settled concurrently.
 */
export async function loadWatermarkFacts(sql: Sql, watermarks: readonly ReportedWatermark[]): Promise<WatermarkFacts> {
  const namedIds = await findNamedIds(sql, watermarks);
  const placed = await place(sql, watermarks, namedIds);
  const conversations = lockedConversations(watermarks, placed);
  const marks = await lockMarks(
    sql,
    conversations.map(({ conversationId }) => conversationId),
  );
  const open = await findOpenSends(
    sql,
    watermarks.flatMap(({ channelAccountId }, index) => {
      const covers = at(placed, index);
      return covers ? [{ channelAccountId, conversationId: covers.conversationId }] : [];
    }),
  );
  const messages = await lockMovableMessages(sql, conversations);
  // An echo may have set the provider time of a named message while this transaction waited for its row lock.
  const timed = await findNamedMessages(
    sql,
    namedIds.flatMap((id, index) => (id !== null && at(placed, index) ? [id] : [])),
  );
  const covered = placed.map((covers, index) => {
    const until = timed.get(at(namedIds, index) ?? '')?.sentAt;
    return covers && until ? { ...covers, until } : covers;
  });
  return { covered, marks, messages, open };
}
