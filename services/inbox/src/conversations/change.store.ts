import { CHANNELS } from '@parley/common/channels';
import { CHANGE_KINDS } from '@parley/common/contracts/console/conversation-changes';
import { ConversationStatus } from '@parley/common/contracts/operator/conversations';
import { defineDue } from '@parley/database/due/define-due';
import type { Sql } from '@parley/database/sql';
import { oneOf } from '@parley/database/statements/column';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import { appendPlatformRows, hasPlatformWebhook } from '@parley/messaging/outbox/platform-events';
import { findLabelsOf, writeLabels } from '../labels/label.store.ts';
import { saveTurn } from '../teams/team.store.ts';
import type { ChangeWrites, HeldConversation, ShownChange } from './change-conversation.rules.ts';
import { snoozeOf } from './snooze.rules.ts';

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

/** Changes that a thread shows at most. */
const SHOWN_MAX = 500;

const insertShown = defineBatchStatement({
  name: 'inbox.insert-conversation-changes',
  text: `INSERT INTO conversation_changes (conversation_id, kind, member_id, value, at)
         SELECT * FROM unnest($1::int4[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])`,
  items: { conversationId: 'int4', kind: 'text', memberId: 'text?', value: 'text?', at: 'timestamptz' },
});

const listShown = defineStatement({
  name: 'inbox.list-conversation-changes',
  text: `SELECT h.id, h.kind, h.member_id, h.value, h.at
           FROM conversations c JOIN conversation_changes h ON h.conversation_id = c.id
          WHERE c.tenant_id = $1 AND c.id = $2
          ORDER BY h.id DESC LIMIT ${SHOWN_MAX}`,
  params: { tenantId: 'int4', id: 'int4' },
  row: { id: 'int8', kind: oneOf(...CHANGE_KINDS), memberId: 'text?', value: 'text?', at: 'timestamptz' },
});

/** Each is written in the transaction of its change. */
async function writeShown(sql: Sql, changes: readonly ShownChange[]): Promise<void> {
  await insertShown.run(sql, changes, {});
}

/** The newest changes of a conversation of the tenant, oldest first. */
export const findShownChanges = async (sql: Sql, tenantId: number, id: number) =>
  (await listShown.all(sql, { tenantId, id })).reverse();

/**
 * Brings conversations back whose time has come, with a line in their threads: one statement, so that a kill leaves
 * either both or neither. Of two workers each takes other rows; a row that a change holds is taken in the next round.
 * They become the newest of the list, where members look.
 */
const wake = defineStatement({
  name: 'inbox.wake-snoozed',
  text: `WITH due AS MATERIALIZED (
           SELECT c.id FROM conversations c WHERE c.snoozed_until <= $1
            ORDER BY c.snoozed_until LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED),
         woken AS (
           UPDATE conversations c
              SET is_snoozed = false, snoozed_until = NULL, last_message_at = greatest(c.last_message_at, $1)
             FROM due WHERE c.id = due.id
           RETURNING c.id, c.tenant_id),
         shown AS (
           INSERT INTO conversation_changes (conversation_id, kind, at) SELECT id, 'woken', $1 FROM woken)
         SELECT tenant_id FROM woken`,
  params: { now: 'timestamptz', limit: 'int8' },
  row: { tenantId: 'int4' },
});

/** When the first snooze ends; null when none has an end. */
export const findDueSnooze = defineDue({
  name: 'inbox.find-due-snooze',
  text: `SELECT snoozed_until AS due_at FROM conversations
          WHERE snoozed_until IS NOT NULL ORDER BY snoozed_until LIMIT 1`,
});

/** Brings a batch back. Returns the tenant of each. */
export const wakeDue = async (sql: Sql, now: Date, limit: number): Promise<number[]> =>
  (await wake.all(sql, { now, limit: String(limit) })).map(({ tenantId }) => tenantId);

/** Whether a tenant has this member; a removed one is excluded. Members belong to services/accounts. */
export async function isMember(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  tenantId: number,
  memberId: string,
): Promise<boolean> {
  const where = { tenantId, memberId, removedAt: null };
  return (await prisma.member.findFirst({ where, select: { id: true } })) !== null;
}
