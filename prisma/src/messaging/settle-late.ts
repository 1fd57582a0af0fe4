import type { MessageStatusData } from '@parley/common/events';
import { appendEvents } from '../outbox/append-events.ts';
import type { Sql } from '../sql.ts';
import {
  messageFailedEvent,
  messageSentEvent,
  type OutboundMessageRow,
  type StoredAnswer,
  sendAnswer,
} from './outbound-message.ts';

/** Locks a send whose outcome is still open; null when it has been settled, or is nobody's. */
async function lockOpenSend(sql: Sql, messageId: string): Promise<(OutboundMessageRow & { price: string }) | null> {
  const { rows } = await sql.query<OutboundMessageRow & { price: string }>({
    name: 'messaging-lock-open-send',
    text: `SELECT m.id, m.tenant_id, m.conversation_id, m.channel, m.peer, m.text, m.attachments, m.template, m.origin,
                  m.provider_message_id, m.price, a.external_id, a.name AS account_name, a.number AS account_number
             FROM messages m JOIN channel_accounts a ON a.id = m.channel_account_id
            WHERE m.id = $1 AND m.status IN ('sending', 'unknown') FOR UPDATE OF m`,
    values: [messageId],
  });
  return rows[0] ?? null;
}

async function keepAnswer(sql: Sql, messageId: string, answer: StoredAnswer): Promise<void> {
  await sql.query({
    name: 'messaging-keep-answer',
    text: 'UPDATE idempotency_keys SET answer = $2 WHERE message_id = $1 AND answer IS NULL',
    values: [messageId, JSON.stringify(answer)],
  });
}

export interface LateSettlement {
  messageId: string;
  providerMessageId: string | null;
  at: Date;
  /** When the event is told, where that is later than `at`; events of a conversation never run backwards in time. */
  toldAt?: Date;
}

/**
 * The provider has the message after all: a receipt came where the send's own answer was lost. Fires message.sent.
 * Does nothing for a send that is settled. Answers the keys to wake after the commit.
 */
export async function confirmSend(
  sql: Sql,
  { messageId, providerMessageId, at, toldAt = at }: LateSettlement,
): Promise<string[]> {
  const row = await lockOpenSend(sql, messageId);
  if (!row) return [];
  await sql.query({
    name: 'messaging-confirm-send',
    text: `WITH moved AS (UPDATE messages SET status = 'sent', provider_message_id = $2, error = NULL WHERE id = $1)
           INSERT INTO message_statuses (message_id, status, at) VALUES ($1, 'sent', $3) ON CONFLICT DO NOTHING`,
    values: [messageId, providerMessageId, at],
  });
  await keepAnswer(sql, messageId, { ok: true, output: sendAnswer(row) });
  const event = messageSentEvent({ ...row, provider_message_id: providerMessageId }, at);
  return appendEvents(sql, [{ ...event, createdAt: toldAt }]);
}

/**
 * The message was not sent, or its outcome can't be learned any more: gives the credit back, fires message.status
 * `failed`, and keeps `answer` for its Idempotency-Key. Does nothing for a send that is settled.
 */
export async function failOpenSend(
  sql: Sql,
  {
    messageId,
    providerMessageId,
    at,
    toldAt = at,
    error,
    answer,
  }: LateSettlement & { error: NonNullable<MessageStatusData['error']>; answer: StoredAnswer },
): Promise<string[]> {
  const row = await lockOpenSend(sql, messageId);
  if (!row) return [];
  await sql.query({
    name: 'messaging-fail-send',
    text: `WITH moved AS (UPDATE messages SET status = 'failed', provider_message_id = $2, error = $4 WHERE id = $1),
                refund AS (INSERT INTO credit_ledger (tenant_id, amount, kind, message_id) SELECT $5, $6::numeric, 'refund', $1 WHERE $6::numeric > 0),
                balance AS (UPDATE tenants SET balance = balance + $6::numeric WHERE id = $5)
           INSERT INTO message_statuses (message_id, status, at) VALUES ($1, 'failed', $3) ON CONFLICT DO NOTHING`,
    values: [messageId, providerMessageId, at, JSON.stringify(error), row.tenant_id, row.price],
  });
  await keepAnswer(sql, messageId, answer);
  const event = messageFailedEvent({ ...row, provider_message_id: providerMessageId }, at, error);
  return appendEvents(sql, [{ ...event, createdAt: toldAt }]);
}
