import type { Camel } from '@parley/common/casing/camel';
import { camelSchemaOf } from '@parley/common/casing/camel-schema';
import { ConversationMessage, SHOWN_CHARACTERS } from '@parley/common/contracts/operator/conversations';
import { Attachment, Interactive } from '@parley/common/events';
import { RichContent } from '@parley/common/messages/message-content';
import { RECEIVED_FIELDS } from '@parley/common/messages/received-content';
import type { Sql } from '@parley/database/sql';
import { LAST_ID } from '@parley/database/statements/list-cursor';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { isHeld } from '@parley/messaging/messages/held-message';
import { z } from 'zod';
import { showQuoted } from './show-conversation.rules.ts';

const findConversation = defineStatement({
  name: 'inbox.find-conversation',
  text: 'SELECT id FROM conversations WHERE tenant_id = $1 AND id = $2',
  params: { tenantId: 'int4', id: 'int4' },
  row: { id: 'int4' },
});

const listMessages = defineStatement({
  name: 'inbox.list-messages',
  text: `SELECT m.id, m.direction, m.origin, m.status, coalesce(m.extra ->> 'author_name', m.extra -> 'author' ->> 0) AS author, m.extra ->> 'member' AS sent_by, m.template, m.reply_to_id, m.error,
                CASE WHEN m.status = 'scheduled' THEN m.extra ->> 'send_at' END AS send_at,
                ${isHeld('m')} AS held, m.happened_at, m.edited_at, m.revoked_at,
                CASE WHEN m.revoked_at IS NULL THEN m.text ELSE '' END AS text,
                CASE WHEN m.revoked_at IS NULL THEN m.attachments ELSE '[]' END AS attachments,
                CASE WHEN m.revoked_at IS NULL THEN m.extra END AS extra, m.extra -> 'pricing' AS pricing, m.extra ? 'imported' AS imported, m.extra ? 'standby' AS standby,
                (SELECT jsonb_build_object('messageId', q.id::text, 'direction', q.direction, 'origin', q.origin, 'sentBy', q.extra -> 'member',
                          'author', coalesce(q.extra -> 'author_name', q.extra -> 'author' -> 0), 'text', left(q.text, ${SHOWN_CHARACTERS}),
                          'file', q.attachments -> 0 -> 'type', 'content', q.extra -> 'content', 'isTemplate', q.template IS NOT NULL,
                          'isDeleted', q.revoked_at IS NOT NULL)
                   FROM messages q
                  WHERE q.id = m.reply_to_id AND q.tenant_id = m.tenant_id AND q.conversation_id = m.conversation_id) AS quoted,
                CASE WHEN m.attachments <> '[]' THEN
                  (SELECT jsonb_object_agg(f.id, jsonb_build_object('width', f.width, 'height', f.height))
                     FROM attachments f WHERE f.message_id = m.id AND f.width IS NOT NULL) END AS sizes,
                coalesce((SELECT jsonb_agg(CASE WHEN r.picture_url IS NULL THEN jsonb_build_object('from', r.sender, 'emoji', r.emoji)
                                             ELSE jsonb_build_object('from', r.sender, 'emoji', NULL, 'emojiUrl', r.picture_url) END
                                        ORDER BY r.at)
                            FROM message_reactions r WHERE r.message_id = m.id AND r.emoji <> ''), '[]') AS reactions,
                (SELECT u.id FROM attachments f
                   JOIN uploads u ON u.id = f.upload_id AND u.tenant_id = f.tenant_id
                  WHERE m.status = 'failed' AND f.message_id = m.id AND u.state <> 'removing' AND u.created_at >= $5
                  LIMIT 1) AS upload_id
           FROM messages m
          WHERE m.tenant_id = $1 AND m.conversation_id = $2 AND m.id < $3 ORDER BY m.id DESC LIMIT $4`,
  params: { tenantId: 'int4', conversationId: 'int4', before: 'int8', limit: 'int8', uploadedSince: 'timestamptz' },
  row: {
    id: 'int8',
    direction: 'text',
    origin: 'text',
    status: 'text',
    author: 'text?',
    sentBy: 'text?',
    template: 'jsonb?',
    replyToId: 'int8?',
    error: 'jsonb?',
    sendAt: 'text?',
    held: 'bool!',
    happenedAt: 'timestamptz',
    editedAt: 'timestamptz?',
    revokedAt: 'timestamptz?',
    text: 'text!',
    attachments: 'jsonb!',
    extra: 'jsonb?',
    pricing: 'jsonb?',
    imported: 'bool?',
    standby: 'bool?',
    quoted: 'jsonb?',
    sizes: 'jsonb?',
    reactions: 'jsonb!',
    uploadId: 'text?',
  },
});

const Message = camelSchemaOf(ConversationMessage);
export type ShownMessage = Camel<z.infer<typeof ConversationMessage>>;
const Stored = z.array(Attachment);
const Sizes = z.record(z.string(), z.object({ width: z.int(), height: z.int() }));
const UNKNOWN_SIZE = { width: null, height: null };

/** The files of a message, with the known sizes of pictures. */
function withSizes(attachments: unknown, found: unknown) {
  const sizes = Sizes.parse(found ?? {});
  return Stored.parse(attachments).map((file) => ({ ...file, ...(sizes[file.id] ?? UNKNOWN_SIZE) }));
}

const Extra = z.object({ content: RichContent.nullish(), interactive: Interactive.nullish(), ...RECEIVED_FIELDS });

/** The content of a message besides its text and files; nothing of a deleted one. */
function contentOf(extra: unknown) {
  const { content = null, interactive = null, ...received } = Extra.parse(extra ?? {});
  return { content, interactive, received: Object.keys(received).length > 0 ? received : null };
}

export const hasConversation = async (sql: Sql, tenantId: number, id: number): Promise<boolean> =>
  (await findConversation.first(sql, { tenantId, id })) !== null;

/** The id after at most `newer` messages that are newer than this one; null when there are no more of them. */
export async function findStart(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  conversationId: number,
  around: string,
  newer: number,
): Promise<string | null> {
  const rows = await prisma.message.findMany({
    where: { conversationId, id: { gt: BigInt(around) } },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: newer + 1,
  });
  return rows.length > newer ? String(rows[newer]?.id) : null;
}

/** Newest first; failed messages with their uploaded files, unless those are older than `uploadedSince`. */
export async function findMessages(
  sql: Sql,
  tenantId: number,
  conversationId: number,
  { before, count, uploadedSince }: { before: string | null; count: number; uploadedSince: Date },
): Promise<ShownMessage[]> {
  const page = { tenantId, conversationId, before: before ?? LAST_ID, limit: String(count), uploadedSince };
  const rows = await listMessages.all(sql, page);
  return rows.map(
    ({ id: messageId, replyToId, quoted, uploadId, happenedAt, editedAt, revokedAt, sizes, extra, ...message }) =>
      Message.parse({
        ...message,
        ...contentOf(extra),
        sentBy: message.sentBy ?? undefined,
        sendAt: message.sendAt ?? undefined,
        held: message.held || undefined,
        imported: message.imported || undefined,
        standby: message.standby || undefined,
        attachments: withSizes(message.attachments, sizes),
        messageId,
        replyTo: replyToId,
        quoted: showQuoted(quoted),
        uploadId,
        at: happenedAt.toISOString(),
        editedAt: editedAt?.toISOString() ?? null,
        revokedAt: revokedAt?.toISOString() ?? null,
      }),
  );
}
