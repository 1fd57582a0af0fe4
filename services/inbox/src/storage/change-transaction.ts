import { CHANNELS } from '@parley/common/channels';
import { ConversationStatus } from '@parley/common/contracts/operator/conversations';
import { oneOf } from '@parley/database/column';
import type { Database } from '@parley/database/connect-database';
import { retryConflicts } from '@parley/database/retry-conflicts';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import { appendPlatformRows, hasPlatformWebhook } from '@parley/messaging/outbox/platform-events';
import type { ChangeConversationsDeps } from '../use-cases/change-conversations.ts';
import { findConversations } from './conversation-list-store.ts';
import { findShown } from './conversation-view.ts';

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

const markRead = defineStatement({
  name: 'inbox.mark-conversation-read',
  text: `UPDATE conversations c
            SET unread = 0, read_message_id = greatest(c.read_message_id, (SELECT max(m.id) FROM messages m WHERE m.conversation_id = c.id))
          WHERE c.id = $1`,
  params: { id: 'int4' },
});

/** Changes conversations in PostgreSQL, each change in one transaction. */
export const makeChangeStore = (
  database: Pick<Database, 'query' | 'transaction'>,
): Pick<ChangeConversationsDeps, 'find' | 'inTransaction'> => ({
  find: (tenantId, filter, page) => findConversations(database, tenantId, filter, page),
  inTransaction: (work) =>
    retryConflicts(() =>
      database.transaction((sql) =>
        work({
          lock: (tenantId, ids) => lock.all(sql, { tenantId, ids: [...ids] }),
          async write({ conversations, platformRows }) {
            await write.run(sql, conversations, {});
            return appendPlatformRows(sql, platformRows);
          },
          async markRead(id) {
            await markRead.run(sql, { id });
          },
          show: (tenantId, id) => findShown(sql, tenantId, id),
        }),
      ),
    ),
});
