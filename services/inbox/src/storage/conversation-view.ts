import { CHANNELS } from '@parley/common/channels';
import { ConversationStatus, SHOWN_CHARACTERS } from '@parley/common/contracts/operator/conversations';
import { ORIGINS } from '@parley/common/events';
import { oneOf, orNull, type RowOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

export const CONVERSATION = {
  id: 'int4',
  channel: oneOf(...CHANNELS),
  peer: 'text',
  contactId: 'int4',
  status: oneOf(...ConversationStatus.options),
  isSnoozed: 'bool',
  snoozedUntil: 'timestamptz?',
  assignee: 'text?',
  team: 'jsonb?',
  bot: oneOf('on', 'paused'),
  labels: 'jsonb!',
  unread: 'int4',
  contactName: 'text?',
  lastInboundAt: 'timestamptz?',
  lastMessageAt: 'timestamptz',
  createdAt: 'timestamptz',
  externalId: 'text',
  number: 'text?',
  accountName: 'text',
  lastDirection: orNull(oneOf('in', 'out')),
  lastOrigin: orNull(oneOf('customer', ...ORIGINS)),
  lastSentBy: 'text?',
  lastText: 'text?',
  lastContent: 'jsonb?',
  lastStatus: 'text?',
  lastErrorCode: 'text?',
  lastAt: 'timestamptz?',
  commentText: 'text?',
  commentedAt: 'timestamptz?',
  isAnswered: 'bool?',
} as const;

/** The columns of a conversation `c` for operators. PostgreSQL counts characters, so that none is split. */
export const VIEWED = `c.id, c.channel, c.peer, c.contact_id, c.status, c.is_snoozed, c.snoozed_until, c.assignee,
         (SELECT jsonb_build_object('id', e.team_id, 'name', e.name) FROM teams e WHERE e.id = c.team_row) AS team, c.bot,
         (SELECT coalesce(jsonb_agg((SELECT jsonb_build_object('id', e.label_id, 'title', e.title, 'color', e.color)
                                       FROM labels e WHERE e.id = t.label_row)), '[]')
            FROM conversation_labels t WHERE t.conversation_id = c.id) AS labels,
         c.unread, p.name AS contact_name,
         greatest(c.last_inbound_at, c.last_call_at) AS last_inbound_at, c.last_message_at, c.created_at, a.external_id, a.number, a.name AS account_name,
         m.direction AS last_direction, m.origin AS last_origin, m.sent_by AS last_sent_by, m.shown AS last_text, m.content AS last_content, m.status AS last_status, m.error_code AS last_error_code, m.happened_at AS last_at,
         o.shown AS comment_text, o.created_at AS commented_at, o.is_answered`;

/**
 * Each is one index look-up: the last message, or comment, is the newest row of its conversation, whatever happens to
 * it later (ADR 5). Scheduled messages are left out.
 */
export const JOINED = `
         CROSS JOIN LATERAL (SELECT e.name FROM contacts e WHERE e.id = c.contact_id LIMIT 1) p
         CROSS JOIN LATERAL (SELECT e.external_id, e.number, e.name FROM channel_accounts e WHERE e.id = c.channel_account_id LIMIT 1) a
          LEFT JOIN LATERAL (
            SELECT e.direction, e.origin, e.extra ->> 'member' AS sent_by, e.status, e.error ->> 'code' AS error_code, e.happened_at,
                   CASE WHEN e.revoked_at IS NULL THEN left(e.text, ${SHOWN_CHARACTERS}) ELSE '' END AS shown,
                   CASE WHEN e.revoked_at IS NULL AND e.text = '' THEN jsonb_build_object('file', e.attachments -> 0 -> 'type',
                     'content', e.extra -> 'content', 'isTemplate', e.template IS NOT NULL) END AS content
              FROM messages e WHERE e.conversation_id = c.id AND e.status <> 'scheduled' ORDER BY e.id DESC LIMIT 1) m ON true
          LEFT JOIN LATERAL (
            SELECT e.created_at, e.replied_at IS NOT NULL AS is_answered,
                   CASE WHEN e.removed_at IS NULL THEN left(e.text, ${SHOWN_CHARACTERS}) ELSE '' END AS shown
              FROM comments e WHERE e.conversation_id = c.id ORDER BY e.id DESC LIMIT 1) o ON true`;

export type StoredConversation = RowOf<typeof CONVERSATION>;

const find = defineStatement({
  name: 'inbox.show-conversation',
  text: `SELECT ${VIEWED} FROM conversations c ${JOINED} WHERE c.tenant_id = $1 AND c.id = $2`,
  params: { tenantId: 'int4', id: 'int4' },
  row: CONVERSATION,
});

/** The tenant's conversation as operators see it, or null. */
export const findShown = (sql: Sql, tenantId: number, id: number): Promise<StoredConversation | null> =>
  find.first(sql, { tenantId, id });
