import { at } from '@parley/common/at';
import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import { removeWords } from '../search/words.store.ts';

/** Statuses of unsettled sends, which are erased after they settle. An erasure cancels scheduled ones (services/send). */
export const UNDER_WAY = ['scheduled', 'sending', 'unknown'] as const;
/** The same in SQL. */
export const IS_UNDER_WAY = `IN ('${UNDER_WAY.join("', '")}')`;

const deleteMessages = defineStatement({
  name: 'inbox.remove-messages',
  text: `WITH gone AS (DELETE FROM messages WHERE id = ANY ($1) RETURNING id, channel_account_id, provider_message_id),
              parts AS (DELETE FROM message_parts WHERE message_id = ANY ($1)),
              receipts AS (DELETE FROM message_statuses WHERE message_id = ANY ($1) RETURNING 1),
              reactions AS (DELETE FROM message_reactions WHERE message_id = ANY ($1) RETURNING 1),
              files AS (DELETE FROM attachments WHERE message_id = ANY ($1) RETURNING id, upload_id),
              uploaded AS (
                UPDATE uploads u SET state = 'removing'
                 WHERE u.id IN (SELECT upload_id FROM files)
                   AND NOT EXISTS (SELECT 1 FROM attachments a WHERE a.upload_id = u.id AND a.message_id <> ALL ($1))),
              updates AS (
                DELETE FROM pending_updates WHERE id IN (
                  SELECT p.id FROM gone g JOIN pending_updates p
                    ON p.channel_account_id = g.channel_account_id AND p.provider_message_id = g.provider_message_id
                   UNION ALL
                  SELECT p.id FROM pending_updates p WHERE p.waits_for = ANY ($1))
                RETURNING 1)
         SELECT (SELECT count(*)::int4 FROM gone) AS messages, (SELECT count(*)::int4 FROM receipts) AS receipts,
                (SELECT count(*)::int4 FROM reactions) AS reactions, (SELECT count(*)::int4 FROM files) AS files,
                ARRAY(SELECT id FROM files) AS attachments,
                (SELECT count(*)::int4 FROM updates) AS updates`,
  params: { ids: 'int8[]' },
  row: {
    messages: 'int4!',
    receipts: 'int4!',
    reactions: 'int4!',
    files: 'int4!',
    attachments: 'text[]!',
    updates: 'int4!',
  },
});

/** Runs after the deletion, which waits for a copy that is just being announced: it must see that one too. */
const markCopies = defineStatement({
  name: 'inbox.mark-copies',
  text: `UPDATE kept_files SET state = 'removing' WHERE attachment_id = ANY ($1)`,
  params: { attachments: 'text[]' },
});

const lockUnread = defineStatement({
  name: 'inbox.lock-unread-conversations',
  text: `SELECT c.id FROM conversations c
          WHERE c.unread > 0 AND c.id IN (SELECT m.conversation_id FROM messages m WHERE m.id = ANY ($1))
          ORDER BY c.id FOR NO KEY UPDATE`,
  params: { ids: 'int8[]' },
  row: { id: 'int4' },
});

const countUnread = defineStatement({
  name: 'inbox.count-unread',
  text: `UPDATE conversations c
            SET unread = (SELECT count(*)::int4 FROM messages m
                           WHERE m.conversation_id = c.id AND m.id > c.read_message_id AND m.direction = 'in')
          WHERE c.id = ANY ($1)`,
  params: { conversationIds: 'int4[]' },
});

/**
 * Deletes messages with everything that refers to them: receipts, reactions, file references, further provider ids,
 * waiting updates, and search lexemes; copies of their files are marked for removal. Their cost stays in the ledger. Unread counts are recomputed.
 */
export async function removeMessages(sql: Sql, ids: readonly string[]): Promise<ErasedRows> {
  if (ids.length === 0) return {};
  const unread = await lockUnread.all(sql, { ids: [...ids] });
  const { attachments, ...counts } = at(await deleteMessages.all(sql, { ids: [...ids] }), 0);
  if (attachments.length > 0) await markCopies.run(sql, { attachments });
  await removeWords(sql, ids);
  if (unread.length > 0) await countUnread.run(sql, { conversationIds: unread.map(({ id }) => id) });
  return counts;
}

const deleteEmpty = defineStatement({
  name: 'inbox.remove-conversations',
  text: `DELETE FROM conversations c WHERE c.id = ANY ($1)
            AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = c.id)
            AND NOT EXISTS (SELECT 1 FROM notes n WHERE n.conversation_id = c.id)
            AND NOT EXISTS (SELECT 1 FROM comments o WHERE o.conversation_id = c.id AND o.erased_at IS NULL)`,
  params: { ids: 'int4[]' },
});

/** Deletes those of these conversations that have no messages, notes and comments. */
export const removeEmpty = async (sql: Sql, conversationIds: readonly number[]): Promise<ErasedRows> => ({
  conversations: await deleteEmpty.run(sql, { ids: [...conversationIds] }),
});

const deleteContacts = defineStatement({
  name: 'inbox.remove-contacts',
  text: `WITH gone AS (
           DELETE FROM contacts p WHERE p.id = ANY ($1)
              AND NOT EXISTS (SELECT 1 FROM conversations c WHERE c.contact_id = p.id) RETURNING p.id),
              addresses AS (DELETE FROM contact_addresses a USING gone WHERE a.contact_id = gone.id RETURNING 1)
         SELECT (SELECT count(*)::int4 FROM gone) AS contacts, (SELECT count(*)::int4 FROM addresses) AS addresses`,
  params: { ids: 'int4[]' },
  row: { contacts: 'int4!', addresses: 'int4!' },
});

/** Removes those of these contacts that have no conversation, with their addresses. */
export async function removeContacts(sql: Sql, contactIds: readonly number[]): Promise<ErasedRows> {
  return contactIds.length === 0 ? {} : at(await deleteContacts.all(sql, { ids: [...contactIds] }), 0);
}

/** Erased rows by kind. */
export type ErasedRows = Record<string, number>;

const BATCH = 500;

const removeRest = defineStatement({
  name: 'inbox.remove-rest-of-tenant',
  text: `WITH accounts AS MATERIALIZED (SELECT id, channel, to_json(external_id)::text AS name FROM channel_accounts WHERE tenant_id = $1),
              updates AS (DELETE FROM pending_updates WHERE channel_account_id IN (SELECT id FROM accounts) RETURNING 1),
              unknown AS (
                DELETE FROM unknown_provider_events u USING accounts a
                 WHERE u.channel = a.channel AND strpos(u.payload::text, a.name) > 0 RETURNING 1),
              organized AS (DELETE FROM labels WHERE tenant_id = $1 RETURNING 1),
              teamed AS (DELETE FROM teams WHERE tenant_id = $1 RETURNING 1),
              quarantine AS (DELETE FROM quarantined_elements WHERE tenant_id = $1 RETURNING 1),
              gone_notes AS (DELETE FROM notes WHERE id IN (SELECT n.id FROM notes n WHERE n.tenant_id = $1 LIMIT 5000) RETURNING 1),
              replies AS (DELETE FROM canned_replies WHERE tenant_id = $1 RETURNING 1),
              locked_conversations AS (
                DELETE FROM conversations WHERE id IN (
                  SELECT c.id FROM conversations c WHERE c.tenant_id = $1
                     AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = c.id)
                     AND NOT EXISTS (SELECT 1 FROM notes n WHERE n.conversation_id = c.id) LIMIT 5000) RETURNING 1),
              addresses AS (
                DELETE FROM contact_addresses WHERE (tenant_id, channel, address) IN (
                  SELECT tenant_id, channel, address FROM contact_addresses WHERE tenant_id = $1 LIMIT 5000) RETURNING 1),
              people AS (
                DELETE FROM contacts WHERE id IN (
                  SELECT p.id FROM contacts p WHERE p.tenant_id = $1
                     AND NOT EXISTS (SELECT 1 FROM conversations c WHERE c.contact_id = p.id) LIMIT 5000) RETURNING 1)
         SELECT (SELECT count(*)::int4 FROM updates) AS updates, (SELECT count(*)::int4 FROM unknown) AS unknown_elements,
                (SELECT count(*)::int4 FROM locked_conversations) AS conversations, (SELECT count(*)::int4 FROM addresses) AS addresses,
                (SELECT count(*)::int4 FROM people) AS contacts, (SELECT count(*)::int4 FROM gone_notes) AS notes,
                (SELECT count(*)::int4 FROM replies) AS canned_replies,
                (SELECT count(*)::int4 FROM quarantine) AS quarantined_elements, (SELECT count(*)::int4 FROM organized) AS labels, (SELECT count(*)::int4 FROM teamed) AS teams`,
  params: { tenantId: 'int4' },
  row: {
    updates: 'int4!',
    unknownElements: 'int4!',
    conversations: 'int4!',
    addresses: 'int4!',
    contacts: 'int4!',
    notes: 'int4!',
    cannedReplies: 'int4!',
    quarantinedElements: 'int4!',
    labels: 'int4!',
    teams: 'int4!',
  },
});

/** Erases a batch of a tenant's data: messages first, then the rows that they refer to. */
export async function removeTenantBatch({ prisma, sql }: PrismaTransaction, tenantId: number): Promise<ErasedRows> {
  const messages = await prisma.message.findMany({
    where: { tenantId, status: { notIn: [...UNDER_WAY] } },
    select: { id: true },
    orderBy: { createdAt: 'asc' },
    take: BATCH,
  });
  if (messages.length > 0)
    return removeMessages(
      sql,
      messages.map(({ id }) => String(id)),
    );
  const removed = at(await removeRest.all(sql, { tenantId }), 0);
  const { unknownElements, quarantinedElements, cannedReplies, ...rest } = removed;
  return {
    ...rest,
    unknown_elements: unknownElements,
    quarantined_elements: quarantinedElements,
    canned_replies: cannedReplies,
  };
}

const countSends = defineStatement({
  name: 'inbox.count-unsettled-of-tenant',
  text: `SELECT count(*)::int4 AS count FROM messages WHERE status ${IS_UNDER_WAY} AND tenant_id = $1`,
  params: { tenantId: 'int4' },
  row: { count: 'int4!' },
});

/** Counts the tenant's sends of unknown outcome, which are erased once they are settled. */
export const countUnsettledOfTenant = async (sql: Sql, tenantId: number): Promise<number> =>
  at(await countSends.all(sql, { tenantId }), 0).count;
