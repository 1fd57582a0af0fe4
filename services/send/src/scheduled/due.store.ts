import { CHANNELS } from '@parley/common/channels';
import type { Attachment } from '@parley/common/events';
import type { RichContent } from '@parley/common/messages/message-content';
import { defineDue } from '@parley/database/due/define-due';
import type { Sql } from '@parley/database/sql';
import { computed, json, oneOf, orNull, type RowOf } from '@parley/database/statements/column';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import type { Unsent } from '@parley/database/statements/unsent';
import { marketingHeldUntil } from '@parley/messaging/consent/hold-marketing';
import { isOptedOut, personOf } from '@parley/messaging/consent/is-opted-out';
import type { OutboundMedia, OutboundTemplate, QuotedMessage } from '@parley/providers/sent/outbound-message';
import { ACCOUNT, ACCOUNT_ROW, LAST_INBOUND, toAccount } from '../accounts/account.store.ts';
import type { DueSend, QueueKey, QueueShare, SendOptions } from './scheduled-send.rules.ts';
import type { DueQueue } from './share-slots.rules.ts';

/** When the first scheduled message is due; null when there is none. */
export const findDueSendAt = defineDue({
  name: 'send.find-due-at',
  text: 'SELECT due_at FROM scheduled_sends ORDER BY due_at LIMIT 1',
});

const listOldest = defineStatement({
  name: 'send.list-oldest-queues',
  text: `SELECT o.tenant_id, o.channel_account_id AS account_id, min(o.due_at) AS due_at, count(*)::int4 AS messages, a.channel
           FROM (SELECT s.tenant_id, s.channel_account_id, s.due_at FROM scheduled_sends s
                  WHERE s.due_at <= $1 ORDER BY s.due_at LIMIT $2::int4) o
           JOIN channel_accounts a ON a.id = o.channel_account_id
          GROUP BY o.tenant_id, o.channel_account_id, a.channel ORDER BY o.tenant_id, o.channel_account_id`,
  params: { now: 'timestamptz', limit: 'int4' },
  row: {
    tenantId: 'int4',
    accountId: 'int4',
    dueAt: 'timestamptz!',
    messages: 'int4!',
    channel: oneOf(...CHANNELS),
  },
});

/** The queues of the oldest due messages, in the order of their keys; `isAll` unless more messages than `limit` are due. */
export async function findOldestQueues(
  sql: Sql,
  now: Date,
  limit: number,
): Promise<{ queues: DueQueue[]; isAll: boolean }> {
  const queues = await listOldest.all(sql, { now, limit });
  return { queues, isAll: queues.reduce((sum, { messages }) => sum + messages, 0) < limit };
}

const NEXT = (after: string) => `SELECT s.tenant_id, s.channel_account_id, s.due_at FROM scheduled_sends s
           WHERE (s.tenant_id, s.channel_account_id) > ${after}
           ORDER BY s.tenant_id, s.channel_account_id, s.due_at LIMIT 1`;

/**
 * The heads of the queues, one index look-up for each: an account with any number of messages costs no more than one
 * with a single message.
 */
const listQueues = defineStatement({
  name: 'send.list-queues',
  text: `WITH RECURSIVE queues AS (
           (SELECT n.*, 1 AS nth FROM (${NEXT('($1::int4, $2::int4)')}) n)
           UNION ALL
           SELECT n.*, q.nth + 1
             FROM queues q CROSS JOIN LATERAL (${NEXT('(q.tenant_id, q.channel_account_id)')}) n
            WHERE q.nth < $3::int4)
         SELECT q.tenant_id, q.channel_account_id AS account_id, q.due_at, a.channel
           FROM queues q JOIN channel_accounts a ON a.id = q.channel_account_id ORDER BY q.nth`,
  params: { tenantId: 'int4', accountId: 'int4', limit: 'int4' },
  row: { tenantId: 'int4!', accountId: 'int4!', dueAt: 'timestamptz!', channel: oneOf(...CHANNELS) },
});

/** The queues after this one, in the order of their keys, at most `limit`. */
export const findQueues = (sql: Sql, after: QueueKey, limit: number): Promise<DueQueue[]> =>
  listQueues.all(sql, { ...after, limit });

const lockDue = defineBatchStatement({
  name: 'send.lock-due',
  plan: 'index',
  text: (items) => `SELECT s.message_id, s.attempts
           FROM ${items.as('w')}
          CROSS JOIN LATERAL (
            SELECT e.message_id, e.attempts FROM scheduled_sends e
             WHERE e.tenant_id = w.tenant_id AND e.channel_account_id = w.account_id AND e.due_at <= $4
             ORDER BY e.due_at, e.message_id LIMIT w.count FOR UPDATE SKIP LOCKED) s`,
  items: { tenantId: 'int4', accountId: 'int4', count: 'int4' },
  params: { now: 'timestamptz' },
  row: { messageId: 'int8', attempts: 'int4' },
});

const FACTS = {
  messageId: 'int8!',
  tenantId: 'int4!',
  conversationId: 'int4!',
  channel: computed(oneOf(...CHANNELS)),
  origin: computed(oneOf('api', 'dashboard')),
  instanceId: 'text?',
  peer: 'text!',
  text: 'text!',
  attachments: computed(json<Attachment[]>()),
  template: orNull(json<OutboundTemplate>()),
  content: orNull(json<RichContent>()),
  isFallback: 'bool!',
  options: orNull(json<SendOptions>()),
  category: 'text?',
  replyToId: 'int8?',
  quotedId: 'text?',
  isQuotedOwn: 'bool?',
  quotedAuthor: 'text?',
  quotedText: 'text?',
  fileId: 'text?',
  fileType: 'text?',
  sourceUrl: 'text?',
  uploadId: 'text?',
  mimeType: 'text?',
  filename: 'text?',
  ...ACCOUNT_ROW,
  isConnected: 'bool!',
  isTenantActive: 'bool!',
  isOptedOut: 'bool!',
  marketingHeldUntil: 'timestamptz?',
  isWithdrawn: 'bool!',
  lastInboundAt: 'timestamptz?',
  threadId: 'text?',
} as const;

const loadDue = defineStatement({
  name: 'send.load-due',
  plan: 'index',
  text: `SELECT m.id AS message_id, m.tenant_id, m.conversation_id, m.channel, m.origin, m.instance_id, m.peer, m.text,
                m.attachments, m.template, m.extra -> 'content' AS content, coalesce(m.extra ? 'fallback', false) AS is_fallback,
                m.extra -> 'options' AS options, m.extra ->> 'template_category' AS category, m.reply_to_id,
                q.provider_message_id AS quoted_id, q.direction = 'out' AS is_quoted_own,
                q.extra -> 'author' ->> 0 AS quoted_author, q.text AS quoted_text,
                f.id AS file_id, f.type AS file_type, f.source_url, f.upload_id, f.mime_type, f.filename,
                ${ACCOUNT},
                n.status = 'connected' AS is_connected, t.status = 'active' AS is_tenant_active,
                m.template IS NOT NULL AND ${isOptedOut(personOf('c'))} AS is_opted_out,
                CASE WHEN m.template IS NOT NULL THEN ${marketingHeldUntil(personOf('c'))} END AS marketing_held_until,
                x.instance_id IS NOT NULL AS is_withdrawn,
                ${LAST_INBOUND}, c.provider_thread_id AS thread_id
           FROM messages m
          CROSS JOIN LATERAL (SELECT * FROM channel_accounts e WHERE e.id = m.channel_account_id LIMIT 1) n
          CROSS JOIN LATERAL (SELECT e.status FROM tenants e WHERE e.id = m.tenant_id LIMIT 1) t
          CROSS JOIN LATERAL (SELECT * FROM conversations e WHERE e.id = m.conversation_id LIMIT 1) c
           LEFT JOIN LATERAL (
             SELECT * FROM messages e WHERE e.id = m.reply_to_id AND e.tenant_id = m.tenant_id AND e.revoked_at IS NULL LIMIT 1) q ON true
           LEFT JOIN LATERAL (SELECT * FROM attachments e WHERE e.message_id = m.id LIMIT 1) f ON true
           LEFT JOIN LATERAL (SELECT * FROM scheduled_cancellations e WHERE e.instance_id = m.instance_id LIMIT 1) x ON true
          WHERE m.id = ANY ($1)`,
  params: { ids: 'int8[]' },
  row: FACTS,
});

type Facts = RowOf<typeof FACTS>;

function toQuoted({ quotedId, isQuotedOwn, quotedAuthor, quotedText }: Facts): QuotedMessage | null {
  if (quotedId === null || quotedText === null) return null;
  return { providerMessageId: quotedId, isOwn: isQuotedOwn === true, author: quotedAuthor, text: quotedText };
}

function toFile({ fileId: id, fileType, sourceUrl, uploadId, mimeType, filename }: Facts): DueSend['file'] {
  if (id === null || fileType === null) return null;
  // safe: stored from a prepared send
  const type = fileType as OutboundMedia['type'];
  return { id, type, sourceUrl, uploadId, mimeType, filename };
}

function toDueSend(facts: Facts, attempts: number): DueSend {
  return {
    ...facts,
    options: facts.options ?? {},
    quoted: toQuoted(facts),
    file: toFile(facts),
    account: toAccount(facts),
    attempts,
  };
}

/** Locks the messages that are due, at most each queue's share, and loads their facts. Skips those of other workers. */
export async function lockDueSends(sql: Sql, shares: readonly QueueShare[], now: Date): Promise<DueSend[]> {
  const locked = await lockDue.all(sql, shares, { now });
  if (locked.length === 0) return [];
  const facts = await loadDue.all(sql, { ids: locked.map(({ messageId }) => messageId) });
  const byId = new Map(facts.map((row) => [row.messageId, row]));
  return locked.flatMap(({ messageId, attempts }) => {
    const found = byId.get(messageId);
    return found ? [toDueSend(found, attempts)] : [];
  });
}

const startSends = defineBatchStatement({
  name: 'send.start-due',
  plan: 'index',
  text: (items) => `WITH taken AS (DELETE FROM scheduled_sends WHERE message_id = ANY ($1))
         UPDATE messages m
            SET status = 'sending', attachments = w.attachments, settle_by = $3, happened_at = $4, created_at = $4,
                extra = m.extra || jsonb_build_object('claim', $5::text)
           FROM ${items.as('w')}
          WHERE m.id = w.message_id AND m.status = 'scheduled'`,
  items: { messageId: 'int8', attachments: 'jsonb' },
  params: { settleBy: 'timestamptz', now: 'timestamptz', claimId: 'text' },
});

/**
 * Moves due messages to `sending`. They are as old as this moment from now on, for the retention and for every count
 * by day.
 */
export const writeStarted = (
  started: readonly Pick<DueSend, 'messageId' | 'attachments'>[],
  claim: { settleBy: Date; now: Date; claimId: string },
): Unsent<unknown> => startSends.unsent(started, claim);

const postpone = defineBatchStatement({
  name: 'send.postpone',
  plan: 'index',
  text: (items) => `WITH moved AS (
           UPDATE messages m SET status = 'scheduled', settle_by = NULL
             FROM ${items.as('w')}
            WHERE m.id = w.message_id AND m.status IN ('sending', 'unknown') AND m.extra ->> 'claim' = $4
           RETURNING m.id, m.tenant_id, m.channel_account_id, m.instance_id, w.attempts)
         INSERT INTO scheduled_sends (message_id, tenant_id, channel_account_id, due_at, attempts, instance_id)
         SELECT id, tenant_id, channel_account_id, $3, attempts, instance_id FROM moved`,
  items: { messageId: 'int8', attempts: 'int4' },
  params: { dueAt: 'timestamptz', claimId: 'text' },
});

/** Schedules messages of a claim again that were certainly not sent; those that were settled stay as they are. */
export const postponeSends = (
  sql: Sql,
  messages: readonly Pick<DueSend, 'messageId' | 'attempts'>[],
  given: { dueAt: Date; claimId: string },
): Promise<number> => postpone.run(sql, messages, given);
