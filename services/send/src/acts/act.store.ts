import type { Channel } from '@parley/common/channels';
import type { RichContent } from '@parley/common/messages/message-content';
import type { Sql, TransactionSql } from '@parley/database/sql';
import { json, oneOf, orNull } from '@parley/database/statements/column';
import { defineStatement } from '@parley/database/statements/statement';
import { ACCOUNT, ACCOUNT_ROW, toAccount } from '../accounts/account.store.ts';
import type { LockedMessage } from './act.rules.ts';

const selectMessage = defineStatement({
  name: 'send.find-act-message',
  plan: 'index',
  text: `SELECT m.direction, m.status, m.text, m.attachments <> '[]' AS has_file, m.template IS NOT NULL AS is_template,
                m.extra -> 'content' AS content, m.extra -> 'author' ->> 0 AS author, m.provider_message_id, m.revoked_at,
                c.peer, c.provider_thread_id AS thread_id, ${ACCOUNT}, n.status = 'connected' AS is_connected
           FROM messages m
           JOIN conversations c ON c.id = m.conversation_id
           JOIN channel_accounts n ON n.id = m.channel_account_id
          WHERE m.id = $1 AND m.tenant_id = $2 AND m.channel = $3`,
  params: { messageId: 'int8', tenantId: 'int4', channel: 'text' },
  row: {
    direction: oneOf('in', 'out'),
    status: 'text',
    text: 'text',
    hasFile: 'bool!',
    isTemplate: 'bool!',
    content: orNull(json<RichContent>()),
    author: 'text?',
    providerMessageId: 'text?',
    revokedAt: 'timestamptz?',
    peer: 'text',
    threadId: 'text?',
    ...ACCOUNT_ROW,
    isConnected: 'bool!',
  },
});

/** A message of the tenant on this channel with its account, or null. */
export async function findActMessage(sql: Sql, given: { messageId: string; tenantId: number; channel: Channel }) {
  const found = await selectMessage.first(sql, given);
  if (!found) return null;
  const { isConnected, ...message } = found;
  return { message, account: toAccount(found), isConnected };
}

const selectNamed = defineStatement({
  name: 'send.find-named-message',
  plan: 'index',
  text: `SELECT coalesce(
                  (SELECT m.id FROM messages m WHERE m.channel_account_id = n.id AND m.provider_message_id = $4),
                  (SELECT p.message_id FROM message_parts p
                    WHERE p.channel_account_id = n.id AND p.provider_message_id = $4)) AS message_id
           FROM channel_accounts n
          WHERE n.tenant_id = $1 AND (n.channel || ':' || n.external_id) = ($2::text || ':' || $3::text)`,
  params: { tenantId: 'int4', channel: 'text', accountId: 'text', providerMessageId: 'text' },
  row: { messageId: 'int8?' },
});

/** The message of an account of the tenant that the provider knows by this id, or null. */
export async function findNamedMessage(
  sql: Sql,
  given: { tenantId: number; channel: Channel; accountId: string; providerMessageId: string },
): Promise<string | null> {
  return (await selectNamed.first(sql, given))?.messageId ?? null;
}

/** The order of locks: the message comes first, as for changes that a provider reports. */
const lockMessage = defineStatement({
  name: 'send.lock-act-message',
  plan: 'index',
  text: `SELECT m.id AS message_id, m.conversation_id, m.direction, m.text, m.provider_message_id, m.edited_at, m.revoked_at, c.peer
           FROM messages m JOIN conversations c ON c.id = m.conversation_id
          WHERE m.id = $1 AND m.tenant_id = $2 FOR NO KEY UPDATE OF m`,
  params: { messageId: 'int8', tenantId: 'int4' },
  row: {
    messageId: 'int8',
    conversationId: 'int4',
    direction: oneOf('in', 'out'),
    text: 'text',
    providerMessageId: 'text?',
    editedAt: 'timestamptz?',
    revokedAt: 'timestamptz?',
    peer: 'text',
  },
});

/** Locks a message of the tenant; null when it was erased. */
export const lockActMessage = (
  sql: TransactionSql,
  given: { messageId: string; tenantId: number },
): Promise<LockedMessage | null> => lockMessage.first(sql, given);

const replaceReaction = defineStatement({
  name: 'send.replace-reaction',
  plan: 'index',
  text: `WITH gone AS (DELETE FROM message_reactions WHERE message_id = $1 AND sender = $2 AND emoji <> $3)
         INSERT INTO message_reactions (message_id, sender, emoji, at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (message_id, sender, emoji) DO UPDATE SET at = excluded.at`,
  params: { messageId: 'int8', sender: 'text', emoji: 'text', at: 'timestamptz' },
});

/** The account's only reaction on a locked message; the emoji '' marks that it was removed. */
export const storeReaction = (
  sql: TransactionSql,
  { emoji, ...given }: { messageId: string; sender: string; emoji: string | null; at: Date },
): Promise<number> => replaceReaction.run(sql, { ...given, emoji: emoji ?? '' });

const writeEdit = defineStatement({
  name: 'send.write-edit',
  plan: 'index',
  text: 'UPDATE messages SET text = $2, edited_at = $3 WHERE id = $1',
  params: { messageId: 'int8', text: 'text', at: 'timestamptz' },
});

const writeDeletion = defineStatement({
  name: 'send.write-deletion',
  plan: 'index',
  text: 'UPDATE messages SET revoked_at = $2 WHERE id = $1',
  params: { messageId: 'int8', at: 'timestamptz' },
});

const markWords = defineStatement({
  name: 'send.mark-changed-words',
  plan: 'index',
  text: 'UPDATE message_words SET words = NULL WHERE message_id = $1',
  params: { messageId: 'int8' },
});

/** The new text of a locked message; its search lexemes are out of date. */
export async function storeEdit(
  sql: TransactionSql,
  { messageId, text, at }: { messageId: string; text: string; at: Date },
): Promise<void> {
  await writeEdit.run(sql, { messageId, text, at });
  await markWords.run(sql, { messageId });
}

/** The deletion of a locked message; its search lexemes are out of date. */
export async function storeDeletion(
  sql: TransactionSql,
  { messageId, at }: { messageId: string; at: Date },
): Promise<void> {
  await writeDeletion.run(sql, { messageId, at });
  await markWords.run(sql, { messageId });
}
