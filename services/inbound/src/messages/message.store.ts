import { at } from '@parley/common/at';
import type { CommittedEvent } from '@parley/common/hints';
import { PollContent } from '@parley/common/messages/message-content';
import { type Sql, sqlState } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import { mapUnsent, type Unsent } from '@parley/database/statements/unsent';
import { TransactionConflict } from '@parley/database/transactions/retry-conflicts';
import {
  HANDED_COLUMNS,
  HANDED_DELIVERIES,
  handedOf,
  toCommitted,
  WRITE_EVENTS,
} from '@parley/messaging/outbox/append-events';
import type { OutboxRow } from '@parley/messaging/outbox/new-event';
import type { ConversationFacts } from '@parley/messaging/people/domain/conversation-facts';
import { findMessageIds } from '@parley/messaging/people/find-message-ids';
import { inOrderOfNames, NAMED_MESSAGES, type NamedMessage } from '../batch/named-messages.store.ts';
import { type MessageName, nameKey, type PlacedMessage } from './message.rules.ts';
import type { RepliedChat } from './replied-message.rules.ts';

/** A message with the rows that are written along with it. */
interface MessageToWrite {
  message: PlacedMessage;
  /** Its event. */
  event: OutboxRow;
  /** The conversation after all of these messages; null when another entry has it, or nothing changes. */
  conversation: ConversationFacts | null;
}

interface WrittenMessages {
  /** Messages that waiting updates refer to. */
  awaited: Set<string>;
  /** Keys to wake after the commit. */
  instanceIds: string[];
  /** Committed events, which wake the lanes of this process. */
  committed: CommittedEvent[];
}

const UNIQUE_VIOLATION = '23505';
const isNameTaken = (error: unknown): boolean =>
  sqlState(error) === UNIQUE_VIOLATION &&
  error instanceof Error &&
  'constraint' in error &&
  error.constraint === 'messages_channel_account_id_provider_message_id_key';

/** Our ids of the stored messages among these, by {@link nameKey}. */
export async function findStoredIds(sql: Sql, names: readonly MessageName[]): Promise<Map<string, string>> {
  const stored = new Map<string, string>();
  if (names.length === 0) return stored;
  const ids = await findMessageIds(sql, names);
  for (const [index, name] of names.entries()) {
    const id = at(ids, index);
    if (id) stored.set(nameKey(name), id);
  }
  return stored;
}

/** The columns of a new message, and their values in the same order. */
export const MESSAGE_COLUMNS = `id, tenant_id, conversation_id, channel_account_id, channel, direction, origin, status,
                    peer, text, attachments, extra, reply_to_id, provider_message_id, happened_at`;
export const MESSAGE_ITEMS = {
  id: 'int8',
  tenantId: 'int4',
  conversationId: 'int4',
  channelAccountId: 'int4',
  channel: 'text',
  direction: 'text',
  origin: 'text',
  status: 'text',
  peer: 'text',
  text: 'text',
  attachments: 'jsonb',
  extra: 'jsonb?',
  replyToId: 'int8?',
  providerMessageId: 'text',
  happenedAt: 'timestamptz',
} as const;

/** Writes messages, the status history of sent ones, their conversations and their events. */
const write = defineBatchStatement({
  name: 'inbound.write-messages',
  plan: 'index',
  text: (items) => `WITH given AS MATERIALIZED (
           SELECT * FROM ${items.numbered('w')}
         ),
         stored AS (
           INSERT INTO messages (${MESSAGE_COLUMNS}) SELECT ${MESSAGE_COLUMNS} FROM given
         ),
         history AS (
           INSERT INTO message_statuses (message_id, status, at)
           SELECT id, status, happened_at FROM given WHERE direction = 'out'
         ),
         moved AS (
           UPDATE conversations c
              SET peer = g.moved_peer, provider_thread_id = g.moved_thread_id, status = g.moved_status,
                  last_inbound_at = g.moved_inbound_at, last_message_at = g.moved_message_at,
                  unread = g.moved_unread, read_message_id = g.moved_read_id, is_snoozed = g.moved_is_snoozed,
                  snoozed_until = CASE WHEN g.moved_is_snoozed THEN c.snoozed_until END
             FROM given g WHERE c.id = g.moved_id
         ),
         source AS (
           SELECT event_id AS id, tenant_id, event_type AS type, channel, conversation_id, event_data AS data,
                  event_at AS created_at, event_trace AS traceparent, ord
             FROM given
         ),
         ${WRITE_EVENTS},
         ${HANDED_DELIVERIES}
         SELECT g.id,
                (SELECT p.id FROM pending_updates p
                  WHERE p.channel_account_id = g.channel_account_id AND p.provider_message_id = g.provider_message_id
                  LIMIT 1) IS NOT NULL AS has_pending,
                ARRAY(SELECT DISTINCT instance_id FROM new_deliveries) AS instance_ids,
                ${handedOf('g.event_id')}
           FROM given g`,
  items: {
    ...MESSAGE_ITEMS,
    eventId: 'text',
    eventType: 'text',
    eventData: 'text',
    eventAt: 'timestamptz',
    movedId: 'int4?',
    movedPeer: 'text?',
    movedThreadId: 'text?',
    movedStatus: 'text?',
    movedInboundAt: 'timestamptz?',
    movedMessageAt: 'timestamptz?',
    movedUnread: 'int4?',
    movedReadId: 'int8?',
    movedIsSnoozed: 'bool?',
    eventTrace: 'text?',
  },
  row: { id: 'int8!', hasPending: 'bool!', instanceIds: 'text[]!', ...HANDED_COLUMNS },
});

const toRow = ({ message, event, conversation }: MessageToWrite) => ({
  peer: at(message.addresses, 0),
  eventId: event.id,
  eventType: event.type,
  eventData: event.data,
  eventAt: event.createdAt,
  movedId: conversation?.id ?? null,
  movedPeer: conversation?.peer ?? null,
  movedThreadId: conversation?.providerThreadId ?? null,
  movedStatus: conversation?.status ?? null,
  movedInboundAt: conversation?.lastInboundAt ?? null,
  movedMessageAt: conversation?.lastMessageAt ?? null,
  movedUnread: conversation?.unread ?? null,
  movedReadId: conversation?.readMessageId ?? null,
  movedIsSnoozed: conversation?.isSnoozed ?? null,
  eventTrace: event.traceparent,
  // Last: V8 takes about 1 µs for each member that is named after a spread.
  ...message,
});

/**
 * Writes messages of locked conversations, with their events and the changes of the conversations. Throws {@link
 * TransactionConflict} when another transaction has stored one of them first.
 */
export function insertMessages(messages: readonly MessageToWrite[]): Unsent<WrittenMessages> {
  const events = new Map(messages.map(({ message, event }) => [message.id, event]));
  return mapUnsent(
    write.unsent(messages.map(toRow), {}),
    (rows) => ({
      awaited: new Set(rows.flatMap(({ id, hasPending }) => (hasPending ? [id] : []))),
      // The same in every row.
      instanceIds: rows.slice(0, 1).flatMap((row) => row.instanceIds),
      committed: rows.flatMap((row) => {
        const event = events.get(row.id);
        return event ? toCommitted(event, row) : [];
      }),
    }),
    (error) =>
      isNameTaken(error)
        ? new TransactionConflict('Another transaction has just stored one of the messages.', { cause: error })
        : error,
  );
}

const addFiles = defineBatchStatement({
  name: 'inbound.insert-files',
  plan: 'index',
  text: `INSERT INTO attachments (id, tenant_id, message_id, channel_account_id, type, provider_media_id, source_url,
                                  mime_type, filename, size)
         SELECT * FROM unnest($1::text[], $2::int4[], $3::int8[], $4::int4[], $5::text[], $6::text[], $7::text[], $8::text[],
                              $9::text[], $10::int8[])`,
  items: {
    id: 'text',
    tenantId: 'int4',
    messageId: 'int8',
    channelAccountId: 'int4',
    type: 'text',
    providerMediaId: 'text?',
    sourceUrl: 'text?',
    mimeType: 'text?',
    filename: 'text?',
    size: 'int8?',
  },
});

/** Writes the files of these messages; without files nothing is sent. */
export function insertFiles(
  messages: readonly Pick<PlacedMessage, 'id' | 'tenantId' | 'channelAccountId' | 'files'>[],
): Unsent<unknown> {
  const rows = messages.flatMap(({ id: messageId, tenantId, channelAccountId, files }) =>
    files.map((file) => ({
      tenantId,
      channelAccountId,
      messageId,
      ...file,
      size: file.size === null ? null : String(file.size),
    })),
  );
  return addFiles.unsent(rows, {});
}

const findOptions = defineStatement({
  name: 'inbound.find-poll-options',
  plan: 'index',
  text: `SELECT id, extra -> 'content' -> 'poll' -> 'options' AS options FROM messages
          WHERE id = ANY ($1) AND extra -> 'content' -> 'poll' IS NOT NULL`,
  params: { ids: 'int8[]' },
  row: { id: 'int8', options: 'jsonb?' },
});

/** The options of polls that were sent through Parley, by the message's id; others are left out. */
export async function findPollOptions(sql: Sql, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await findOptions.all(sql, { ids: [...ids] });
  return new Map(
    rows.flatMap(({ id, options }) => {
      const { data } = PollContent.shape.options.safeParse(options);
      return data ? [[id, data] as const] : [];
    }),
  );
}

const findChats = defineBatchStatement({
  name: 'inbound.find-replied-chats',
  plan: 'index',
  text: `SELECT named.ords, c.peer, p.name
           FROM ${NAMED_MESSAGES} AS named
           JOIN messages m ON m.id = named.message_id
           JOIN conversations c ON c.id = m.conversation_id
           JOIN contacts p ON p.id = c.contact_id`,
  items: { channelAccountId: 'int4', providerMessageId: 'text' },
  row: { ords: 'int4[]!', peer: 'text', name: 'text?' },
});

/** The conversation of each named message, in the order of the names; undefined where none is stored. */
export async function findRepliedChats(sql: Sql, names: readonly NamedMessage[]): Promise<(RepliedChat | undefined)[]> {
  const rows = await findChats.all(sql, names, {});
  return inOrderOfNames(
    names,
    rows.map(({ ords, ...message }) => ({ ords, message })),
  );
}
