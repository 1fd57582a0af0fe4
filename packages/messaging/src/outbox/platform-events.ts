import type { Channel } from '@parley/common/channels';
import type { BotMessageFacts } from '@parley/common/contracts/internal/send-bot-message';
import {
  PLATFORM_EVENT_DATA,
  type PlatformConversation,
  type PlatformEventData,
  type PlatformEventType,
} from '@parley/common/events/platform-events';
import { makeId } from '@parley/common/ids';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statements/statement';
import { mapUnsent, sendNow, type Unsent } from '@parley/database/statements/unsent';
import { writeJson, writeJsonArray } from '@parley/runtime/reading/write-json';
import { currentTrace } from '@parley/runtime/tracing/tracing';
import { OUTBOX_ITEMS } from './append-events.ts';
import type { OutboxRow } from './new-event.ts';

/** An event for platform webhooks (docs/reference/platform-events.md#events). */
export interface NewPlatformEvent<T extends PlatformEventType = PlatformEventType> {
  type: T;
  /** Null: an event of the deployment itself. */
  tenantId: number | null;
  /** Null: an event without a channel, such as notifications. */
  channel: Channel | null;
  conversationId: number | null;
  /** The time when it happened; set once. */
  createdAt: Date;
  data: PlatformEventData<T>;
}

/** A platform event with serialized `data`, so that every attempt and every receiver gets the same text. */
export interface PlatformRow {
  id: string;
  tenantId: number | null;
  type: PlatformEventType;
  /** A channel, or `platform`. */
  channel: string;
  conversationId: number | null;
  data: string;
  createdAt: Date;
  /** As in {@link OutboxRow}. */
  traceparent: string | null;
}

/**
 * SQL: whether the tenant in this column has a platform webhook, or the deployment has one. Used in statements that
 * load other data of the transaction anyway, so that nothing is built or sent without a platform webhook.
 */
export const hasPlatformWebhook = (tenantId: string): string =>
  `EXISTS (SELECT 1 FROM platform_webhooks p WHERE p.scope IN (0, ${tenantId}) AND p.revoked_at IS NULL AND p.enabled)`;

/** Looks up receivers first: events without a receiver are not written. */
const insertPlatformEvents = defineBatchStatement({
  name: 'outbox.insert-platform-events',
  plan: 'index',
  text: `WITH receivers AS MATERIALIZED (
           SELECT s.*, p.instance_id
             FROM unnest($1::text[], $2::int4[], $3::text[], $4::text[], $5::int4[], $6::text[], $7::timestamptz[],
                         $8::text[])
                    WITH ORDINALITY AS s(id, tenant_id, type, channel, conversation_id, data, created_at, traceparent, ord)
             JOIN platform_webhooks p ON p.scope IN (0, s.tenant_id) AND p.revoked_at IS NULL AND p.enabled
              AND s.type = ANY (p.events)
         ),
         written AS (
           INSERT INTO events (id, tenant_id, type, channel, conversation_id, data, created_at, traceparent)
           SELECT id, tenant_id, type, channel, conversation_id, data, created_at, traceparent
             FROM (SELECT DISTINCT ON (ord) * FROM receivers ORDER BY ord) reported
           RETURNING seq, id
         ),
         new_deliveries AS (
           INSERT INTO deliveries (instance_id, event_seq)
           SELECT r.instance_id, w.seq FROM written w JOIN receivers r ON r.id = w.id ORDER BY w.seq
           RETURNING instance_id
         )
         SELECT DISTINCT instance_id FROM new_deliveries`,
  // The deployment's own events belong to no tenant.
  items: { ...OUTBOX_ITEMS, tenantId: 'int4?' },
  row: { instanceId: 'text' },
});

const NO_CHANNEL = 'platform';

/** Checks the data against its contract and serializes it. Throws on data that the contract does not allow. */
export function toPlatformRow<T extends PlatformEventType>(event: NewPlatformEvent<T>): PlatformRow {
  const { type, tenantId, channel, conversationId, createdAt, data } = event;
  return {
    id: makeId('evt', createdAt.getTime()),
    tenantId,
    type,
    channel: channel ?? NO_CHANNEL,
    conversationId,
    data: JSON.stringify(PLATFORM_EVENT_DATA[type].parse(data)),
    createdAt,
    traceparent: currentTrace(),
  };
}

/** A row whose `data` consists of already serialized and checked texts. */
const fromRow = (
  { tenantId, channel, conversationId, createdAt, traceparent }: OutboxRow,
  type: PlatformEventType,
  data: string,
): PlatformRow => ({
  id: makeId('evt', createdAt.getTime()),
  tenantId,
  type,
  channel,
  conversationId,
  data,
  createdAt,
  traceparent,
});

/** `message-sent`: its data is the text of `message.sent`. */
export const toMessageSentRow = (sent: OutboxRow): PlatformRow => fromRow(sent, 'message-sent', sent.data);

/** `bot-message`: the data of `message.sent`, and the facts of the bot. */
function toBotMessageRow(sent: OutboxRow, facts: BotMessageFacts): PlatformRow {
  const message: Record<string, unknown> = JSON.parse(sent.data);
  return fromRow(sent, 'bot-message', JSON.stringify({ ...message, ...facts }));
}

/** The platform events of a sent message: `message-sent`, and for a bot's message also `bot-message`. */
export const toSentRows = (sent: OutboxRow, facts: BotMessageFacts | null): PlatformRow[] => [
  toMessageSentRow(sent),
  ...(facts ? [toBotMessageRow(sent, facts)] : []),
];

/** `new-messages` of one conversation, in order; each message is the text of its `message.received`. */
export function toNewMessagesRow(conversation: PlatformConversation, received: readonly OutboxRow[]): PlatformRow[] {
  const [first] = received;
  if (!first) return [];
  const messages = writeJsonArray(received.map(({ data }) => data));
  return [fromRow(first, 'new-messages', writeJson({ conversation }, { messages }))];
}

/** `new-conversation`; its first message is the text of its `message.received`. */
export function toNewConversationRow(begun: {
  conversation: PlatformConversation;
  isReopened: boolean;
  firstMessage: OutboxRow;
}): PlatformRow {
  const { conversation, isReopened, firstMessage } = begun;
  const data = writeJson({ conversation, reopened: isReopened }, { first_message: firstMessage.data });
  return fromRow(firstMessage, 'new-conversation', data);
}

/**
 * Writes platform events, each once, with one delivery per subscribed platform webhook: the tenant's and the
 * deployment's. Call it in the transaction of the events' cause. Returns the instance ids to wake after the commit
 * (docs/reference/platform-events.md#delivery).
 */
export const appendPlatformRows = (sql: Sql, rows: readonly PlatformRow[]): Promise<string[]> =>
  sendNow(sql, unsentPlatformRows(rows));

/** {@link appendPlatformRows} as a last write. */
export const unsentPlatformRows = (rows: readonly PlatformRow[]): Unsent<string[]> =>
  mapUnsent(insertPlatformEvents.unsent(rows, {}), (written) => written.map(({ instanceId }) => instanceId));

/** {@link appendPlatformRows} for events that are not serialized yet. */
export const appendPlatformEvents = (sql: Sql, events: readonly NewPlatformEvent[]): Promise<string[]> =>
  appendPlatformRows(sql, events.map(toPlatformRow));
