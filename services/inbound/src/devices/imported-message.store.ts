import { at } from '@parley/common/at';
import type { ReservedIds } from '@parley/common/contracts/internal/import-device-messages';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import type { PlacedMessage } from '../messages/message.rules.ts';
import { MESSAGE_COLUMNS, MESSAGE_ITEMS } from '../messages/message.store.ts';
import type { ImportedConversation } from './place-imported.rules.ts';

const lockHistory = defineStatement({
  name: 'inbound.lock-history',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('parley:history:' || $1::int4, 0))::text AS locked`,
  params: { channelAccountId: 'int4' },
  row: { locked: 'text!' },
});

const lowest = defineStatement({
  name: 'inbound.find-lowest-imported',
  plan: 'index',
  text: 'SELECT id FROM messages WHERE id BETWEEN $1 AND $2 ORDER BY id LIMIT 1',
  params: { from: 'int8', to: 'int8' },
  row: { id: 'int8' },
});

/**
 * Returns the largest reserved id below those of the messages imported so far; null when none is left. Other imports of
 * the account wait until the transaction ends.
 */
export async function lockNextId(
  sql: Sql,
  channelAccountId: number,
  { from, to }: ReservedIds,
): Promise<bigint | null> {
  await lockHistory.first(sql, { channelAccountId });
  const used = await lowest.first(sql, { from, to });
  const next = used ? BigInt(used.id) - 1n : BigInt(to);
  return next >= BigInt(from) ? next : null;
}

/**
 * `created_at` is the time of the message, because retention and statistics count from it. The row in message_words
 * makes services/inbox index the message: its index run is already past these ids.
 */
const write = defineBatchStatement({
  name: 'inbound.import-messages',
  plan: 'index',
  text: (items) => `WITH given AS MATERIALIZED (SELECT * FROM ${items.as('w')}),
         history AS (
           INSERT INTO message_statuses (message_id, status, at)
           SELECT id, status, happened_at FROM given WHERE direction = 'out'
         ),
         words AS (
           INSERT INTO message_words (message_id, tenant_id, words) SELECT id, tenant_id, NULL FROM given WHERE text <> ''
         )
         INSERT INTO messages (${MESSAGE_COLUMNS}, created_at) SELECT ${MESSAGE_COLUMNS}, happened_at FROM given`,
  items: MESSAGE_ITEMS,
});

/** Writes messages with reserved ids. */
export async function insertImported(sql: Sql, messages: readonly PlacedMessage[]): Promise<void> {
  const rows = messages.map((message) => {
    // The quoted message is older: a later call may import it.
    const quotes = message.replyToId === null ? message.replyToProviderId : null;
    const extra = { ...message.extra, ...(quotes === null ? {} : { quotes }), imported: true };
    return { peer: at(message.addresses, 0), ...message, extra };
  });
  await write.run(sql, rows, {});
}

const linkQuotes = defineBatchStatement({
  name: 'inbound.link-imported-quotes',
  plan: 'index',
  text: (items) => `WITH given AS MATERIALIZED (
           SELECT * FROM ${items.as('w')}
         ),
         quoting AS MATERIALIZED (
           SELECT m.id, m.conversation_id, m.extra ->> 'quotes' AS quoted
             FROM (SELECT DISTINCT conversation_id FROM given) c
             JOIN messages m ON m.conversation_id = c.conversation_id AND m.id >= $4 AND m.extra ? 'quotes'
         )
         UPDATE messages m SET reply_to_id = g.id, extra = m.extra - 'quotes'
           FROM quoting q JOIN given g ON g.conversation_id = q.conversation_id AND g.provider_message_id = q.quoted
          WHERE m.id = q.id`,
  items: { id: 'int8', conversationId: 'int4', providerMessageId: 'text' },
  params: { from: 'int8' },
});

/**
 * Links messages that an earlier call imported, or that arrived since the link, to the messages that they quote, which
 * this call has imported. The caller has locked the conversations.
 */
export async function linkImportedQuotes(
  sql: Sql,
  messages: readonly PlacedMessage[],
  { from }: ReservedIds,
): Promise<void> {
  await linkQuotes.run(sql, messages, { from });
}

/**
 * Marks imported messages as read and answered, except in a conversation with an unread message from an earlier link,
 * which stays unread. The caller has locked the conversations.
 */
const settle = defineBatchStatement({
  name: 'inbound.settle-imported-conversations',
  plan: 'index',
  text: (items) => `UPDATE conversations c
            SET last_inbound_at = greatest(c.last_inbound_at, w.last_inbound_at),
                last_message_at = greatest(c.last_message_at, w.last_message_at),
                read_message_id = CASE WHEN w.has_waiting THEN c.read_message_id ELSE greatest(c.read_message_id, $5) END,
                closed_message_id = CASE WHEN w.has_waiting THEN c.closed_message_id ELSE greatest(c.closed_message_id, $5) END
           FROM (SELECT g.*, EXISTS (SELECT 1 FROM messages m JOIN conversations o ON o.id = m.conversation_id
                                      WHERE m.conversation_id = g.id AND m.id > o.read_message_id AND m.id < $4
                                        AND m.direction = 'in') AS has_waiting
                   FROM ${items.as('g')}) w
          WHERE c.id = w.id`,
  items: { id: 'int4', lastInboundAt: 'timestamptz?', lastMessageAt: 'timestamptz' },
  params: { from: 'int8', to: 'int8' },
});

export async function settleImported(
  sql: Sql,
  conversations: readonly ImportedConversation[],
  ids: ReservedIds,
): Promise<void> {
  await settle.run(sql, conversations, { ...ids });
}
