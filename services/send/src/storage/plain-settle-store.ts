import type { CommittedEvent } from '@parley/common/hints';
import { defineBatchStatement } from '@parley/database/statement';
import { allUnsent, mapUnsent, type Unsent } from '@parley/database/unsent';
import { toKept } from '@parley/messaging/outbound-message';
import {
  HANDED_COLUMNS,
  HANDED_DELIVERIES,
  handedOf,
  toCommitted,
  WRITE_EVENTS,
} from '@parley/messaging/outbox/append-events';
import { hasPlatformWebhook } from '@parley/messaging/outbox/platform-events';
import { answeredConversations } from '@parley/messaging/people/answer-conversations';
import { findAnswered } from '../domain/find-answered.ts';
import type { PlainSettlement } from '../domain/split-settlements.ts';

/**
 * Compares and sets: only sends that are still `sending` are changed, and only where nothing else has to be decided (the
 * provider's id belongs to no other message, no platform webhook gets the event). Locks conversations first, in the
 * global lock order. IS NOT DISTINCT FROM uses no index, so that messages are found by their ids: in a new table the
 * planner would choose the index of all open sends, or of a tenant's messages.
 */
const settlePlain = defineBatchStatement({
  name: 'send.settle-plain',
  plan: 'index',
  text: `WITH given AS MATERIALIZED (
           SELECT * FROM unnest($1::int8[], $2::int4[], $3::int4[], $4::text[], $5::jsonb[], $6::timestamptz[], $7::text[],
                                $8::text[], $9::text[], $10::text[], $11::timestamptz[], $12::text[])
             WITH ORDINALITY
               AS w(message_id, tenant_id, conversation_id, provider_message_id, answer, happened_at, event_id, event_type,
                    event_channel, event_data, event_at, event_trace, ord)
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

export interface SettledPlain {
  /** The sends that were still as reserved; nothing is written for the others. */
  messageIds: Set<string>;
  /** Keys to wake after the commit. */
  instanceIds: string[];
  /** For the lanes of this process. */
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
      return event ? toCommitted(event, row) : [];
    }),
  }));
}
