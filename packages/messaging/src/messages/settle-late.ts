import { CHANNELS } from '@parley/common/channels';
import type { BotMessageFacts } from '@parley/common/contracts/internal/send-bot-message';
import type { Attachment, MessageStatusData } from '@parley/common/events';
import type { RichContent } from '@parley/common/messages/message-content';
import type { Sql } from '@parley/database/sql';
import { json, oneOf, orNull } from '@parley/database/statements/column';
import { defineStatement } from '@parley/database/statements/statement';
import type { LockedTenant } from '@parley/database/transactions/lock-tenant';
import { holdMarketing, marketingHoldOf } from '../consent/hold-marketing.ts';
import { appendEvents, appendRows } from '../outbox/append-events.ts';
import { toOutboxRow } from '../outbox/new-event.ts';
import { appendPlatformRows, toSentRows } from '../outbox/platform-events.ts';
import { answerConversations } from '../people/answer-conversations.ts';
import {
  messageFailedEvent,
  messageSentEvent,
  type OutgoingMessage,
  type StoredAnswer,
  sendAnswer,
  toKept,
} from './outbound-message.ts';

/** Statuses of a send that was handed to a provider and whose outcome is open. */
const OPEN = ['sending', 'unknown'];

/**
 * Locks the conversation of a send with one of these statuses, then the send; no row when it has been settled or does
 * not exist.
 */
const lockOpenSend = defineStatement({
  name: 'settle-late.lock-open-send',
  plan: 'index',
  text: `WITH locked_conversation AS MATERIALIZED (
           SELECT c.id FROM conversations c
            WHERE c.id = (SELECT o.conversation_id FROM messages o WHERE o.id = $1 AND o.status = ANY ($2))
              FOR NO KEY UPDATE)
         SELECT m.id AS message_id, m.tenant_id, m.conversation_id, m.channel, m.peer, m.text, m.attachments, m.template, m.origin, m.extra -> 'bot' AS bot,
                m.extra -> 'content' AS content, m.extra -> 'mentions' AS mentions, coalesce(m.extra ? 'fallback', false) AS is_fallback, m.reply_to_id,
                m.provider_message_id, m.price, m.extra ->> 'template_category' AS category, m.happened_at, a.external_id, a.name AS account_name, a.number AS account_number
           FROM messages m JOIN channel_accounts a ON a.id = m.channel_account_id
          WHERE m.id = $1 AND m.status = ANY ($2) AND (SELECT count(*) FROM locked_conversation) >= 0
            FOR NO KEY UPDATE OF m`,
  params: { messageId: 'int8', statuses: 'text[]' },
  row: {
    messageId: 'int8',
    tenantId: 'int4',
    conversationId: 'int4',
    channel: oneOf(...CHANNELS),
    peer: 'text',
    text: 'text',
    attachments: json<Attachment[]>(),
    template: orNull(json<NonNullable<OutgoingMessage['template']>>()),
    origin: oneOf('api', 'bot', 'dashboard'),
    bot: orNull(json<BotMessageFacts>()),
    content: orNull(json<RichContent>()),
    mentions: orNull(json<string[]>()),
    isFallback: 'bool!',
    replyToId: 'int8?',
    providerMessageId: 'text?',
    price: 'numeric',
    category: 'text?',
    happenedAt: 'timestamptz',
    externalId: 'text',
    accountName: 'text',
    accountNumber: 'text?',
  },
});

const keepAnswer = defineStatement({
  name: 'settle-late.keep-answer',
  plan: 'index',
  text: 'UPDATE idempotency_keys SET answer = $2 WHERE message_id = $1 AND answer IS NULL',
  params: { messageId: 'int8', answer: 'jsonb' },
});

const confirmMessage = defineStatement({
  name: 'settle-late.confirm-message',
  plan: 'index',
  text: `WITH moved AS (UPDATE messages SET status = 'sent', provider_message_id = $2, error = NULL WHERE id = $1)
         INSERT INTO message_statuses (message_id, status, at) VALUES ($1, 'sent', $3) ON CONFLICT DO NOTHING`,
  params: { messageId: 'int8', providerMessageId: 'text?', at: 'timestamptz' },
});

const failMessage = defineStatement({
  name: 'settle-late.fail-message',
  plan: 'index',
  text: `WITH moved AS (UPDATE messages SET status = 'failed', provider_message_id = $2, error = $4 WHERE id = $1),
              refund AS (INSERT INTO credit_ledger (tenant_id, amount, kind, message_id, category)
                         SELECT $5, $6::numeric, 'refund', $1, $7 WHERE $6::numeric > 0),
              balance AS (UPDATE tenants SET balance = balance + $6::numeric WHERE id = $5 AND $6::numeric > 0)
         INSERT INTO message_statuses (message_id, status, at) VALUES ($1, 'failed', $3) ON CONFLICT DO NOTHING`,
  params: {
    messageId: 'int8',
    providerMessageId: 'text?',
    at: 'timestamptz',
    error: 'jsonb',
    tenantId: 'int4',
    price: 'numeric',
    category: 'text?',
  },
});

export interface LateSettlement {
  messageId: string;
  providerMessageId: string | null;
  at: Date;
  /** Time of the event, if later than `at`; events of a conversation never go backwards in time. */
  reportedAt?: Date;
}

/**
 * Confirms a send whose own answer was lost, after a receipt proved that the provider has the message. Fires
 * message.sent. Does nothing for a settled send. Returns the keys to wake after the commit.
 */
export async function confirmSend(
  sql: Sql,
  { messageId, providerMessageId, at, reportedAt = at }: LateSettlement,
): Promise<string[]> {
  const sent = await lockOpenSend.first(sql, { messageId, statuses: OPEN });
  if (!sent) return [];
  await confirmMessage.run(sql, { messageId, providerMessageId, at });
  const answeredBy = sent.origin === 'bot' ? null : messageId;
  await answerConversations(sql, [{ conversationId: sent.conversationId, at: sent.happenedAt, answeredBy }]);
  await keepAnswer.run(sql, { messageId, answer: toKept({ ok: true, output: sendAnswer(sent) }) });
  const event = toOutboxRow({ ...messageSentEvent({ ...sent, providerMessageId }, at), createdAt: reportedAt });
  const woken = await appendRows(sql, [event]);
  return [...woken, ...(await appendPlatformRows(sql, toSentRows(event, sent.bot)))];
}

/** A failed send, and the answer that its Idempotency-Key replays from then on. */
export interface LateFailure extends LateSettlement {
  /** The send's tenant, locked before every other row, as in each credit movement. */
  tenant: LockedTenant;
  error: NonNullable<MessageStatusData['error']>;
  answer: StoredAnswer;
  /** Whether the send waits for its time; otherwise it was handed to a provider. */
  isScheduled?: boolean;
}

/**
 * Fails a send that was not sent, or whose outcome can no longer be learned: refunds the credit, fires message.status
 * `failed`, and stores `answer` for its Idempotency-Key. Does nothing for a settled send.
 */
export async function failOpenSend(
  sql: Sql,
  { tenant, messageId, providerMessageId, at, reportedAt = at, error, answer, isScheduled = false }: LateFailure,
): Promise<string[]> {
  const sent = await lockOpenSend.first(sql, { messageId, statuses: isScheduled ? ['scheduled'] : OPEN });
  if (!sent) return [];
  const { tenantId, price, category } = sent;
  if (tenantId !== tenant.id) throw new Error(`Send ${messageId} belongs to tenant ${tenantId}, not ${tenant.id}.`);
  await failMessage.run(sql, { messageId, providerMessageId, at, error, tenantId, price, category });
  await keepAnswer.run(sql, { messageId, answer: toKept(answer) });
  await holdMarketing.run(sql, marketingHoldOf(messageId, error, at), {});
  const event = messageFailedEvent({ ...sent, providerMessageId }, at, error);
  return appendEvents(sql, [{ ...event, createdAt: reportedAt }]);
}
