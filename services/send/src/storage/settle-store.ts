import { lockTenants } from '@parley/database/lock-tenant';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statement';
import { allUnsent, mapUnsent, type Unsent } from '@parley/database/unsent';
import { toKept } from '@parley/messaging/outbound-message';
import { unsentRows } from '@parley/messaging/outbox/append-events';
import { hasPlatformWebhook, unsentPlatformRows } from '@parley/messaging/outbox/platform-events';
import { answeredConversations } from '@parley/messaging/people/answer-conversations';
import { byMessage, type SettleCase, type SettleItem, type SettleWrites } from '../domain/settlement.ts';

/**
 * Locks conversations first, in the global lock order, then messages in the order of the items. By id alone: in a new
 * table the planner would choose the index of a tenant's messages.
 */
const lockSends = defineBatchStatement({
  name: 'send.lock-sends',
  plan: 'index',
  text: `WITH locked_conversations AS MATERIALIZED (SELECT c.id FROM conversations c WHERE c.id = ANY ($4) ORDER BY c.id FOR NO KEY UPDATE)
         SELECT m.id AS message_id, m.status, m.origin, m.price, m.extra ->> 'template_category' AS category, m.channel_account_id,
                EXISTS (SELECT 1 FROM messages o
                         WHERE o.channel_account_id = m.channel_account_id
                           AND o.provider_message_id = w.provider_message_id AND o.id <> m.id) AS is_id_taken,
                ${hasPlatformWebhook('m.tenant_id')} AS is_platform_reported
           FROM unnest($1::int8[], $2::int4[], $3::text[]) AS w(message_id, tenant_id, provider_message_id)
          CROSS JOIN LATERAL (SELECT * FROM messages e WHERE e.id = w.message_id LIMIT 1 FOR NO KEY UPDATE) m
          WHERE m.tenant_id = w.tenant_id AND (SELECT count(*) FROM locked_conversations) >= 0`,
  items: { messageId: 'int8', tenantId: 'int4', providerMessageId: 'text?' },
  params: { conversationIds: 'int4[]' },
  row: {
    messageId: 'int8',
    status: 'text',
    origin: 'text',
    price: 'numeric',
    category: 'text?',
    channelAccountId: 'int4',
    isIdTaken: 'bool!',
    isPlatformReported: 'bool!',
  },
});

const updateSends = defineBatchStatement({
  name: 'send.update-sends',
  plan: 'index',
  text: `WITH settled AS MATERIALIZED (
           SELECT * FROM unnest($1::int8[], $2::int4[], $3::text[], $4::text[], $5::jsonb[], $6::timestamptz[], $7::timestamptz[])
             AS w(message_id, conversation_id, status, provider_message_id, error, settle_by, happened_at)
         ),
         moved AS (
           UPDATE messages m
              SET status = w.status, error = w.error, conversation_id = w.conversation_id,
                  provider_message_id = w.provider_message_id, settle_by = coalesce(w.settle_by, m.settle_by)
             FROM settled w WHERE m.id = w.message_id
         )
         INSERT INTO message_statuses (message_id, status, at)
         SELECT message_id, status, happened_at FROM settled WHERE status <> 'unknown' ON CONFLICT DO NOTHING`,
  items: {
    messageId: 'int8',
    conversationId: 'int4',
    status: 'text',
    providerMessageId: 'text?',
    error: 'jsonb?',
    settleBy: 'timestamptz?',
    happenedAt: 'timestamptz',
  },
});

const insertParts = defineBatchStatement({
  name: 'send.insert-parts',
  plan: 'index',
  text: `INSERT INTO message_parts (channel_account_id, provider_message_id, message_id)
         SELECT * FROM unnest($1::int4[], $2::text[], $3::int8[]) ON CONFLICT DO NOTHING`,
  items: { channelAccountId: 'int4', providerMessageId: 'text', messageId: 'int8' },
});

const keepAnswers = defineBatchStatement({
  name: 'send.keep-answers',
  plan: 'index',
  text: `UPDATE idempotency_keys k SET answer = w.answer FROM unnest($1::int8[], $2::jsonb[]) AS w(message_id, answer)
          WHERE k.message_id = w.message_id AND k.answer IS NULL`,
  items: { messageId: 'int8', answer: 'jsonb' },
});

const releaseKeys = defineBatchStatement({
  name: 'send.release-keys',
  plan: 'index',
  text: `DELETE FROM idempotency_keys k USING unnest($1::int8[]) AS w(message_id)
          WHERE k.message_id = w.message_id AND k.answer IS NULL`,
  items: { messageId: 'int8' },
});

const refund = defineBatchStatement({
  name: 'send.refund',
  plan: 'index',
  text: `WITH refunded AS MATERIALIZED (
           SELECT * FROM unnest($1::int4[], $2::int8[], $3::numeric[], $4::text[])
             AS w(tenant_id, message_id, amount, category)
         ),
         entered AS (
           INSERT INTO credit_ledger (tenant_id, amount, kind, message_id, category)
           SELECT tenant_id, amount, 'refund', message_id, category FROM refunded
         )
         UPDATE tenants t SET balance = t.balance + r.amount
           FROM (SELECT tenant_id, sum(amount) AS amount FROM refunded GROUP BY tenant_id) r
          WHERE t.id = r.tenant_id`,
  items: { tenantId: 'int4', messageId: 'int8', amount: 'numeric', category: 'text?' },
});

/**
 * Locks the tenants with possible refunds, the conversations, and the sends. Cases in the order of the items, without
 * facts where there is no such message.
 */
export async function lockSettleFacts(sql: Sql, items: readonly SettleItem[]): Promise<SettleCase[]> {
  const refused = items.filter(({ status }) => status === 'failed').map(({ tenantId }) => tenantId);
  if (refused.length > 0) await lockTenants(sql, refused);
  const sent = items.filter(({ status }) => status === 'sent').map(({ conversationId }) => conversationId);
  const rows = await lockSends.all(sql, items.toSorted(byMessage), { conversationIds: [...new Set(sent)] });
  const found = new Map(rows.map(({ messageId, ...facts }) => [messageId, facts]));
  return items.map((item) => ({ item, facts: found.get(item.messageId) ?? null }));
}

/** Writes settlements with their events. Returns the keys to wake. */
export const writeSettlements = (writes: SettleWrites): Unsent<string[]> =>
  mapUnsent(
    allUnsent([
      updateSends.unsent(writes.messages, {}),
      insertParts.unsent(writes.parts, {}),
      keepAnswers.unsent(
        writes.keptAnswers.map(({ messageId, answer }) => ({ messageId, answer: toKept(answer) })),
        {},
      ),
      releaseKeys.unsent(writes.releasedKeys, {}),
      refund.unsent(writes.refunds, {}),
      answeredConversations(writes.answered),
      unsentRows(writes.events),
      unsentPlatformRows(writes.platformEvents),
    ]),
    ([, , , , , , instanceIds, platformIds]) => [...instanceIds, ...platformIds],
  );
