import type { Sql } from '@parley/prisma/sql';

/** Rows that went, by what they were. */
export type Removed = Record<string, number>;

/**
 * Removes messages with everything that hangs on them: receipts, reactions, references of files, further ids of the
 * provider, and the updates that wait for them. What they cost stays in the ledger.
 */
export async function removeMessages(sql: Sql, ids: readonly string[]): Promise<Removed> {
  if (ids.length === 0) return {};
  const { rows } = await sql.query<Record<string, number>>({
    name: 'inbound-remove-messages',
    text: `WITH gone AS (DELETE FROM messages WHERE id = ANY ($1::bigint[]) RETURNING id, channel_account_id, provider_message_id),
                parts AS (DELETE FROM message_parts WHERE message_id = ANY ($1::bigint[])),
                receipts AS (DELETE FROM message_statuses WHERE message_id = ANY ($1::bigint[]) RETURNING 1),
                reactions AS (DELETE FROM message_reactions WHERE message_id = ANY ($1::bigint[]) RETURNING 1),
                files AS (DELETE FROM attachments WHERE message_id = ANY ($1::bigint[]) RETURNING 1),
                updates AS (
                  DELETE FROM pending_updates WHERE id IN (
                    SELECT p.id FROM gone g JOIN pending_updates p
                      ON p.channel_account_id = g.channel_account_id AND p.provider_message_id = g.provider_message_id
                     UNION ALL
                    SELECT p.id FROM pending_updates p WHERE p.waits_for = ANY ($1::bigint[]))
                  RETURNING 1)
           SELECT (SELECT count(*)::int FROM gone) AS messages, (SELECT count(*)::int FROM receipts) AS receipts,
                  (SELECT count(*)::int FROM reactions) AS reactions, (SELECT count(*)::int FROM files) AS files,
                  (SELECT count(*)::int FROM updates) AS updates`,
    values: [ids],
  });
  return rows[0] ?? {};
}

/** Removes those of these conversations that hold nothing any more, neither messages nor comments. */
export async function removeEmpty(sql: Sql, conversationIds: readonly number[]): Promise<Removed> {
  const { rowCount } = await sql.query({
    name: 'inbound-remove-conversations',
    text: `DELETE FROM conversations c WHERE c.id = ANY ($1)
              AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = c.id)
              AND NOT EXISTS (SELECT 1 FROM comments o WHERE o.conversation_id = c.id AND o.erased_at IS NULL)`,
    values: [conversationIds],
  });
  return { conversations: rowCount };
}

/** Removes those of these contacts that have no conversation, with their addresses. */
export async function removeContacts(sql: Sql, contactIds: readonly number[]): Promise<Removed> {
  if (contactIds.length === 0) return {};
  const { rows } = await sql.query<Record<string, number>>({
    name: 'inbound-remove-contacts',
    text: `WITH gone AS (
             DELETE FROM contacts p WHERE p.id = ANY ($1)
                AND NOT EXISTS (SELECT 1 FROM conversations c WHERE c.contact_id = p.id) RETURNING p.id),
                addresses AS (DELETE FROM contact_addresses a USING gone WHERE a.contact_id = gone.id RETURNING 1)
           SELECT (SELECT count(*)::int FROM gone) AS contacts, (SELECT count(*)::int FROM addresses) AS addresses`,
    values: [contactIds],
  });
  return rows[0] ?? {};
}
