import { CHANNELS } from '@parley/common/channels';
import { ConversationStatus } from '@parley/common/contracts/operator/conversations';
import { oneOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import { appendPlatformRows, hasPlatformWebhook } from '@parley/messaging/outbox/platform-events';
import type { ChangeWrites, HeldConversation } from '../domain/change-conversation.ts';
import { snoozeOf } from '../domain/snooze.ts';
import { findLabelsOf, writeLabels } from './label-store.ts';
import { writeShown } from './shown-change-store.ts';
import { saveTurn } from './team-store.ts';

const lock = defineStatement({
  name: 'inbox.lock-conversations',
  text: `SELECT c.id, c.tenant_id, c.channel, c.status, c.is_snoozed, c.snoozed_until, c.assignee, c.team_row, e.team_id, e.name AS team_name, c.bot, c.bot_paused_at, c.unread, ${hasPlatformWebhook('c.tenant_id')} AS is_reported
           FROM conversations c LEFT JOIN teams e ON e.id = c.team_row
          WHERE c.tenant_id = $1 AND c.id = ANY ($2) ORDER BY c.id FOR NO KEY UPDATE OF c`,
  params: { tenantId: 'int4', ids: 'int4[]' },
  row: {
    id: 'int4',
    tenantId: 'int4',
    channel: oneOf(...CHANNELS),
    status: oneOf(...ConversationStatus.options),
    isSnoozed: 'bool',
    snoozedUntil: 'timestamptz?',
    assignee: 'text?',
    teamRow: 'int4?',
    teamId: 'text?',
    teamName: 'text?',
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
                is_snoozed = w.is_snoozed, snoozed_until = w.snoozed_until, team_row = w.team_row, bot_epoch = c.bot_epoch + w.raises_epoch::int4,
                closed_message_id = CASE WHEN w.closes
                  THEN coalesce((SELECT max(m.id) FROM messages m WHERE m.conversation_id = c.id), 0) ELSE c.closed_message_id END
           FROM unnest($1::int4[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::bool[], $7::bool[], $8::bool[], $9::timestamptz[], $10::int4[])
             AS w(id, status, assignee, bot, bot_paused_at, raises_epoch, closes, is_snoozed, snoozed_until, team_row)
          WHERE c.id = w.id`,
  items: {
    id: 'int4',
    status: 'text',
    assignee: 'text?',
    bot: 'text',
    botPausedAt: 'timestamptz?',
    raisesEpoch: 'bool',
    closes: 'bool',
    isSnoozed: 'bool',
    snoozedUntil: 'timestamptz?',
    teamRow: 'int4?',
  },
});

const markAllRead = defineStatement({
  name: 'inbox.mark-conversation-read',
  text: `UPDATE conversations c
            SET unread = 0, read_message_id = greatest(c.read_message_id, (SELECT max(m.id) FROM messages m WHERE m.conversation_id = c.id))
          WHERE c.id = $1`,
  params: { id: 'int4' },
});

/** The message before the newest one of the customer becomes the last that was read. */
const markLastUnread = defineStatement({
  name: 'inbox.mark-conversation-unread',
  text: `UPDATE conversations c SET unread = 1, read_message_id = m.id - 1
           FROM (SELECT e.id FROM messages e WHERE e.conversation_id = $1 AND e.direction = 'in' ORDER BY e.id DESC LIMIT 1) m
          WHERE c.id = $1 AND c.unread = 0`,
  params: { id: 'int4' },
});

/** Locks conversations of the tenant, in the order of their ids. */
export const lockConversations = async (
  sql: Sql,
  tenantId: number,
  ids: readonly number[],
): Promise<Omit<HeldConversation, 'labels'>[]> =>
  (await lock.all(sql, { tenantId, ids: [...ids] })).map(
    ({ isSnoozed, snoozedUntil, teamRow, teamId, teamName, ...rest }) => ({
      ...rest,
      team: teamRow === null ? null : { row: teamRow, teamId: teamId ?? '', name: teamName ?? '' },
      snooze: snoozeOf({ isSnoozed, snoozedUntil }),
    }),
  );

/** The same with their labels, which are read after the lock: a statement does not see what it waited for. */
export async function lockForChange(sql: Sql, tenantId: number, ids: readonly number[]): Promise<HeldConversation[]> {
  const locked = await lockConversations(sql, tenantId, ids);
  const labels = await findLabelsOf(sql, tenantId, ids);
  return locked.map((conversation) => ({ ...conversation, labels: labels.get(conversation.id) ?? [] }));
}

/** Writes the changes of locked conversations and their events. Returns the keys to wake. */
export async function writeChanges(
  sql: Sql,
  tenantId: number,
  { conversations, labels, shown, turn, platformRows }: ChangeWrites,
): Promise<string[]> {
  const rows = conversations.map(({ snooze, team, ...conversation }) => ({
    ...conversation,
    teamRow: team?.row ?? null,
    isSnoozed: snooze !== null,
    snoozedUntil: snooze?.until ?? null,
  }));
  await write.run(sql, rows, {});
  await writeShown(sql, shown);
  if (turn) await saveTurn(sql, turn.team, turn.last);
  await writeLabels(sql, tenantId, labels);
  return appendPlatformRows(sql, platformRows);
}

/** Marks everything in a locked conversation as read. */
export async function markRead(sql: Sql, id: number): Promise<void> {
  await markAllRead.run(sql, { id });
}

/** Marks the newest message of the customer in a locked conversation as unread. False: nothing changes. */
export const markUnread = async (sql: Sql, id: number): Promise<boolean> => (await markLastUnread.run(sql, { id })) > 0;
