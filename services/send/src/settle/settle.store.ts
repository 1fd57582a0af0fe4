import type { CommittedEvent } from '@parley/common/hints';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statements/statement';
import { allUnsent, mapUnsent, type Unsent } from '@parley/database/statements/unsent';
import { lockTenants } from '@parley/database/transactions/lock-tenant';
import { holdMarketing } from '@parley/messaging/consent/hold-marketing';
import { toKept } from '@parley/messaging/messages/outbound-message';
import {
  HANDED_COLUMNS,
  HANDED_DELIVERIES,
  handedOf,
  toCommitted,
  unsentRows,
  WRITE_EVENTS,
} from '@parley/messaging/outbox/append-events';
import { hasPlatformWebhook, unsentPlatformRows } from '@parley/messaging/outbox/platform-events';
import { answeredConversations } from '@parley/messaging/people/answer-conversations';
import {
  byMessage,
  findAnswered,
  type PlainSettlement,
  type SettleCase,
  type SettleItem,
  type SettleWrites,
} from './settlement.rules.ts';

/**
 * Locks conversations first, in the global lock order, then messages in the order of the items. By id alone: in a new
 * table the planner would choose the index of a tenant's messages.
 */
const lockSends = defineBatchStatement({
  name: 'send.lock-sends',
  plan: 'index',
  text: (
    items,
  ) => `WITH locked_conversations AS MATERIALIZED (SELECT c.id FROM conversations c WHERE c.id = ANY ($4) ORDER BY c.id FOR NO KEY UPDATE)
         SELECT m.id AS message_id, m.status, m.origin, m.price, m.extra ->> 'template_category' AS category, m.channel_account_id,
                EXISTS (SELECT 1 FROM messages o
                         WHERE o.channel_account_id = m.channel_account_id
                           AND o.provider_message_id = w.provider_message_id AND o.id <> m.id) AS is_id_taken,
                ${hasPlatformWebhook('m.tenant_id')} AS is_platform_reported
           FROM ${items.as('w')}
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
  text: (items) => `WITH settled AS MATERIALIZED (
           SELECT * FROM ${items.as('w')}
         ),
         moved AS (
           UPDATE messages m
              SET status = w.status, error = w.error, conversation_id = w.conversation_id,
                  provider_message_id = w.provider_message_id, settle_by = coalesce(w.settle_by, m.settle_by),
                  extra = CASE WHEN w.is_held THEN coalesce(m.extra, '{}') || '{"held": true}' ELSE m.extra END
             FROM settled w WHERE m.id = w.message_id
         )
         INSERT INTO message_statuses (message_id, status, at)
         SELECT message_id, status, happened_at FROM settled WHERE status <> 'unknown' ON CONFLICT DO NOTHING`,
  items: {
    messageId: 'int8',
    conversationId: 'int4',
    status: 'text',
    providerMessageId: 'text?',
    isHeld: 'bool',
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
  text: (items) => `UPDATE idempotency_keys k SET answer = w.answer FROM ${items.as('w')}
          WHERE k.message_id = w.message_id AND k.answer IS NULL`,
  items: { messageId: 'int8', answer: 'jsonb' },
});

const releaseKeys = defineBatchStatement({
  name: 'send.release-keys',
  plan: 'index',
  text: (items) => `DELETE FROM idempotency_keys k USING ${items.as('w')}
          WHERE k.message_id = w.message_id AND k.answer IS NULL`,
  items: { messageId: 'int8' },
});

const refund = defineBatchStatement({
  name: 'send.refund',
  plan: 'index',
  text: (items) => `WITH refunded AS MATERIALIZED (
           SELECT * FROM ${items.as('w')}
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
      holdMarketing.unsent(writes.holds, {}),
      answeredConversations(writes.answered),
      unsentRows(writes.events),
      unsentPlatformRows(writes.platformEvents),
    ]),
    ([, , , , , , , instanceIds, platformIds]) => [...instanceIds, ...platformIds],
  );

/**
 * Compares and sets: only sends that are still `sending` are changed, and only where nothing else has to be decided (the
 * provider's id belongs to no other message, no platform webhook gets the event). Locks conversations first, in the
 * global lock order. IS NOT DISTINCT FROM uses no index, so that messages are found by their ids: in a new table the
 * planner would choose the index of all open sends, or of a tenant's messages.
 */
const settlePlain = defineBatchStatement({
  name: 'send.settle-plain',
  plan: 'index',
  text: (items) => `WITH given AS MATERIALIZED (
           SELECT * FROM ${items.numbered('w')}
         ),
         locked_conversations AS MATERIALIZED (
           SELECT c.id FROM conversations c WHERE c.id = ANY ($13) ORDER BY c.id FOR NO KEY UPDATE
         ),
         moved AS (
           UPDATE messages m
              SET status = 'sent', error = NULL, conversation_id = w.conversation_id,
                  provider_message_id = w.provider_message_id
             FROM given w
            WHERE m.id = w.message_id AND m.tenant_id IS NOT DISTINCT FROM w.tenant_id
              AND m.status IS NOT DISTINCT FROM 'sending'
              AND (SELECT count(*) FROM locked_conversations) >= 0
              AND (SELECT o.id FROM messages o
                    WHERE o.channel_account_id = m.channel_account_id AND o.provider_message_id = w.provider_message_id
                      AND o.id <> m.id LIMIT 1) IS NULL
              AND NOT ${hasPlatformWebhook('m.tenant_id')}
           RETURNING m.id
         ),
         settled AS MATERIALIZED (SELECT w.* FROM given w JOIN moved m ON m.id = w.message_id),
         history AS (
           INSERT INTO message_statuses (message_id, status, at)
           SELECT message_id, 'sent', happened_at FROM settled ON CONFLICT DO NOTHING
         ),
         kept AS (
           UPDATE idempotency_keys k SET answer = s.answer FROM settled s
            WHERE k.message_id = s.message_id AND s.answer IS NOT NULL AND k.answer IS NULL
         ),
         source AS (
           SELECT event_id AS id, tenant_id, event_type AS type, event_channel AS channel, conversation_id,
                  event_data AS data, event_at AS created_at, event_trace AS traceparent, ord
             FROM settled
         ),
         ${WRITE_EVENTS},
         ${HANDED_DELIVERIES}
         SELECT s.message_id, ARRAY(SELECT DISTINCT instance_id FROM new_deliveries) AS instance_ids,
                ${handedOf('s.event_id')}
           FROM settled s`,
  items: {
    messageId: 'int8',
    tenantId: 'int4',
    conversationId: 'int4',
    providerMessageId: 'text?',
    answer: 'jsonb?',
    happenedAt: 'timestamptz',
    eventId: 'text',
    eventType: 'text',
    eventChannel: 'text',
    eventData: 'text',
    eventAt: 'timestamptz',
    eventTrace: 'text?',
  },
  params: { conversationIds: 'int4[]' },
  row: { messageId: 'int8!', instanceIds: 'text[]!', ...HANDED_COLUMNS },
});

const toRow = ({ event, answer, ...item }: PlainSettlement) => ({
  eventId: event.id,
  eventType: event.type,
  eventChannel: event.channel,
  eventData: event.data,
  eventAt: event.createdAt,
  eventTrace: event.traceparent,
  answer: answer && toKept(answer),
  // Last: V8 takes about 1 µs for each member that is named after a spread.
  ...item,
});

interface SettledPlain {
  /** The sends that were still as reserved; nothing is written for the others. */
  messageIds: Set<string>;
  /** Keys to wake after the commit. */
  instanceIds: string[];
  /** Committed events, which wake the lanes of this process. */
  events: CommittedEvent[];
}

/**
 * Settles accepted sends that are still as they were reserved. Conversations are changed by a statement after the one that locks them, so that no customer message is missed.
 */
export function writePlainSettlements(items: readonly PlainSettlement[]): Unsent<SettledPlain> {
  const conversationIds = [...new Set(items.map(({ conversationId }) => conversationId))];
  const accepted = items.map((item) => ({ item, isByBot: item.bot !== undefined }));
  const writes = allUnsent([
    settlePlain.unsent(items.map(toRow), { conversationIds }),
    answeredConversations(findAnswered(accepted)),
  ]);
  const events = new Map(items.map(({ messageId, event }) => [messageId, event]));
  return mapUnsent(writes, ([rows]) => ({
    messageIds: new Set(rows.map(({ messageId }) => messageId)),
    // The same in every row.
    instanceIds: rows.slice(0, 1).flatMap((row) => row.instanceIds),
    events: rows.flatMap((row) => {
      const event = events.get(row.messageId);
      if (!event) throw new Error('A settled send was not in its batch.');
      return toCommitted(event, row);
    }),
  }));
}
