import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statement';
import type { NewMessage } from '../domain/new-message.ts';
import type { StoredFile } from '../domain/store-attachment.ts';

/** A message with the conversation that it belongs to. */
export interface PlacedMessage extends NewMessage {
  conversationId: number;
  /** The stored message that it answers, or null. */
  replyToId: string | null;
}

export interface InsertedMessage {
  id: string;
  channelAccountId: number;
  providerMessageId: string;
  /** Whether something that came before it waits for it. */
  hasPending: boolean;
}

/**
 * Messages, with the history of those that were sent. One that another transaction has stored in the meantime is left
 * alone, and not returned.
 */
const insert = defineBatchStatement({
  name: 'inbound.insert-messages',
  text: `WITH stored AS (
           INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer,
                                 text, attachments, extra, reply_to_id, provider_message_id, happened_at)
           SELECT * FROM unnest($1::int4[], $2::int4[], $3::int4[], $4::text[], $5::text[], $6::text[], $7::text[],
                                $8::text[], $9::text[], $10::jsonb[], $11::jsonb[], $12::int8[], $13::text[],
                                $14::timestamptz[])
           ON CONFLICT (channel_account_id, provider_message_id) DO NOTHING
           RETURNING id, channel_account_id, provider_message_id, direction, status, happened_at
         ),
         history AS (
           INSERT INTO message_statuses (message_id, status, at)
           SELECT id, status, happened_at FROM stored WHERE direction = 'out'
         )
         SELECT s.id, s.channel_account_id, s.provider_message_id,
                EXISTS (SELECT 1 FROM pending_updates p
                         WHERE p.channel_account_id = s.channel_account_id
                           AND p.provider_message_id = s.provider_message_id) AS has_pending
           FROM stored s`,
  items: {
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
  },
  row: { id: 'int8!', channelAccountId: 'int4!', providerMessageId: 'text!', hasPending: 'bool!' },
});

/** Stores messages whose conversations are locked; returns those that were not there. */
export const insertMessages = (sql: Sql, messages: readonly PlacedMessage[]): Promise<InsertedMessage[]> =>
  insert.all(
    sql,
    messages.map((message) => ({ ...message, peer: message.addresses[0] ?? '' })),
    {},
  );

/** A file with the message that it hangs on. */
export interface MessageFile extends StoredFile {
  tenantId: number;
  messageId: string;
  channelAccountId: number;
}

const addFiles = defineBatchStatement({
  name: 'inbound.insert-files',
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

export async function insertFiles(sql: Sql, files: readonly MessageFile[]): Promise<void> {
  const rows = files.map((file) => ({ ...file, size: file.size === null ? null : String(file.size) }));
  await addFiles.run(sql, rows, {});
}

const point = defineBatchStatement({
  name: 'inbound.point-replies',
  text: `UPDATE messages m SET reply_to_id = r.reply_to_id
           FROM unnest($1::int8[], $2::int8[]) AS r(id, reply_to_id) WHERE m.id = r.id`,
  items: { id: 'int8', replyToId: 'int8' },
});

/** Says which message each of these answers. */
export async function pointReplies(sql: Sql, replies: readonly { id: string; replyToId: string }[]): Promise<void> {
  await point.run(sql, replies, {});
}
