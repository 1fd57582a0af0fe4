import type { PrismaTransaction } from '@parley/database/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { ErasedRows } from '../domain/erased-rows.ts';
import { IS_UNDER_WAY, removeMessages, UNDER_WAY } from './remove-messages.ts';

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
  const removed = await removeRest.first(sql, { tenantId });
  if (!removed) return {};
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
  (await countSends.first(sql, { tenantId }))?.count ?? 0;
