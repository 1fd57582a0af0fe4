import { CHANNELS } from '@parley/common/channels';
import { ConversationStatus } from '@parley/common/contracts/operator/conversations';
import { oneOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import { appendPlatformRows, hasPlatformWebhook } from '@parley/messaging/outbox/platform-events';
import type { ChangeWrites, HeldConversation } from '../domain/change-conversation.ts';

const lock = defineStatement({
  name: 'inbox.lock-conversations',
  text: `SELECT c.id, c.tenant_id, c.channel, c.status, c.assignee, c.bot, c.bot_paused_at, c.unread, ${hasPlatformWebhook('c.tenant_id')} AS is_reported
           FROM conversations c WHERE c.tenant_id = $1 AND c.id = ANY ($2) ORDER BY c.id FOR NO KEY UPDATE`,
  params: { tenantId: 'int4', ids: 'int4[]' },
  row: {
    id: 'int4',
    tenantId: 'int4',
    channel: oneOf(...CHANNELS),
    status: oneOf(...ConversationStatus.options),
    assignee: 'text?',
    bot: oneOf('on', 'paused'),
    botPausedAt: 'timestamptz?',
    unread: 'int4',
    isReported: 'bool!',
  },
});

const write = defineBatchStatement({
  name: 'inbox.change-conversations',
  text: `UPDATE conversations c
            SET status = w.status, assignee = w.assignee, bot = w.bot, bot_paused_at = w.bot_paused_at,
                bot_epoch = c.bot_epoch + w.raises_epoch::int4,
                closed_message_id = CASE WHEN w.closes
                  THEN coalesce((SELECT max(m.id) FROM messages m WHERE m.conversation_id = c.id), 0) ELSE c.closed_message_id END
           FROM unnest($1::int4[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::bool[], $7::bool[])
             AS w(id, status, assignee, bot, bot_paused_at, raises_epoch, closes)
          WHERE c.id = w.id`,
  items: {
    id: 'int4',
    status: 'text',
    assignee: 'text?',
    bot: 'text',
    botPausedAt: 'timestamptz?',
    raisesEpoch: 'bool',
    closes: 'bool',
  },
});

const markAllRead = defineStatement({
  name: 'inbox.mark-conversation-read',
  text: `UPDATE conversations c
            SET unread = 0, read_message_id = greatest(c.read_message_id, (SELECT max(m.id) FROM messages m WHERE m.conversation_id = c.id))
          WHERE c.id = $1`,
  params: { id: 'int4' },
});

/** Locks conversations of the tenant, in the order of their ids. */
export const lockConversations = (sql: Sql, tenantId: number, ids: readonly number[]): Promise<HeldConversation[]> =>
  lock.all(sql, { tenantId, ids: [...ids] });

/** Writes the changes of locked conversations and their events. Returns the keys to wake. */
export async function writeChanges(sql: Sql, { conversations, platformRows }: ChangeWrites): Promise<string[]> {
  await write.run(sql, conversations, {});
  return appendPlatformRows(sql, platformRows);
}

/** Marks everything in a locked conversation as read. */
export async function markRead(sql: Sql, id: number): Promise<void> {
  await markAllRead.run(sql, { id });
}
