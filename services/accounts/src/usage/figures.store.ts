import { at } from '@parley/common/at';
import { listLedger } from '@parley/common/contracts/console/workspace';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import type { Prisma } from '@parley/prisma/client';
import { BALANCE_DECIMALS } from '../tenants/tenant.rules.ts';
import { HAS_LEFT } from '../tenants/tenant-activity.store.ts';
import type { BilledFigures, DayCost, DayFigures, KeyFigures, LedgerEntry } from './figures.rules.ts';

const COUNTED_MAX = 10_000;

/** A subquery with LIMIT 1 reads one row by index, however many there are. */
const checklist = defineStatement({
  name: 'accounts.find-checklist',
  text: `SELECT (SELECT true FROM api_keys WHERE tenant_id = $1 AND revoked_at IS NULL LIMIT 1) AS has_key,
                (SELECT true FROM channel_accounts WHERE tenant_id = $1 AND status = 'connected' LIMIT 1) AS has_channel,
                (SELECT true FROM messages WHERE tenant_id = $1 ORDER BY created_at LIMIT 1) AS has_message,
                (SELECT true FROM api_keys k
                   CROSS JOIN LATERAL (SELECT 1 FROM delivery_log d
                                        WHERE d.instance_id = k.instance_id AND d.status = 'delivered' LIMIT 1) found
                  WHERE k.tenant_id = $1 LIMIT 1) AS has_webhook_success`,
  params: { tenantId: 'int4' },
  row: { hasKey: 'bool?', hasChannel: 'bool?', hasMessage: 'bool?', hasWebhookSuccess: 'bool?' },
});

const countByDay = defineStatement({
  name: 'accounts.count-messages',
  text: `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, channel,
                count(*) FILTER (WHERE direction = 'in')::int4 AS messages_in,
                count(*) FILTER (WHERE direction = 'out')::int4 AS messages_out,
                count(*) FILTER (WHERE direction = 'out' AND status = 'failed')::int4 AS messages_failed
           FROM messages WHERE tenant_id = $1 AND created_at >= $2 AND created_at < $3 AND ${HAS_LEFT}
          GROUP BY 1, 2 ORDER BY 1, 2`,
  params: { tenantId: 'int4', from: 'timestamptz', until: 'timestamptz' },
  row: { day: 'text!', channel: 'text', messagesIn: 'int4!', messagesOut: 'int4!', messagesFailed: 'int4!' },
});

const countByKey = defineStatement({
  name: 'accounts.count-sent-by-key',
  text: `SELECT sent.day, sent.channel, sent.instance_id, k.label, sent.messages_out, sent.messages_failed
           FROM (SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, channel, instance_id,
                        count(*)::int4 AS messages_out, count(*) FILTER (WHERE status = 'failed')::int4 AS messages_failed
                   FROM messages
                  WHERE tenant_id = $1 AND created_at >= $2 AND created_at < $3 AND direction = 'out' AND ${HAS_LEFT}
                  GROUP BY 1, 2, 3 ORDER BY 1 DESC, 2, 3 NULLS LAST LIMIT $4::int4) sent
           LEFT JOIN api_keys k ON k.tenant_id = $1 AND k.instance_id = sent.instance_id
          ORDER BY sent.day DESC, sent.channel, sent.instance_id NULLS LAST`,
  params: { tenantId: 'int4', from: 'timestamptz', until: 'timestamptz', count: 'int4' },
  row: {
    day: 'text!',
    channel: 'text',
    instanceId: 'text?',
    label: 'text?',
    messagesOut: 'int4!',
    messagesFailed: 'int4!',
  },
});

/**
 * By the day of the message, so that a refund is subtracted where the reservation was. The ledger has an index by number
 * only: its rows from the first one of the period on are read.
 */
const sumCosts = defineStatement({
  name: 'accounts.sum-costs',
  text: `SELECT to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, m.channel, sum(-l.amount) AS cost
           FROM credit_ledger l JOIN messages m ON m.id = l.message_id AND m.tenant_id = $1
          WHERE l.tenant_id = $1 AND l.kind IN ('reserve', 'refund') AND m.created_at >= $2 AND m.created_at < $3
            AND l.id > coalesce((SELECT id FROM credit_ledger WHERE tenant_id = $1 AND created_at < $2
                                  ORDER BY id DESC LIMIT 1), 0)
          GROUP BY 1, 2`,
  params: { tenantId: 'int4', from: 'timestamptz', until: 'timestamptz' },
  row: { day: 'text!', channel: 'text', cost: 'numeric!' },
});

/** Meta charges a message when it is delivered (docs/reference/wa.md#pricing). */
const countByCategory = defineStatement({
  name: 'accounts.count-billed',
  text: `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, extra -> 'pricing' ->> 'category' AS category,
                count(*)::int4 AS messages_priced,
                count(*) FILTER (WHERE extra -> 'pricing' ->> 'billable' = 'true' AND status IN ('delivered', 'read'))::int4
                  AS messages_billable
           FROM messages
          WHERE tenant_id = $1 AND created_at >= $2 AND created_at < $3 AND channel = 'wa' AND direction = 'out'
            AND extra ? 'pricing'
          GROUP BY 1, 2 ORDER BY 1 DESC, 2 NULLS LAST`,
  params: { tenantId: 'int4', from: 'timestamptz', until: 'timestamptz' },
  row: { day: 'text!', category: 'text?', messagesPriced: 'int4!', messagesBillable: 'int4!' },
});

const countWaiting = defineStatement({
  name: 'accounts.count-waiting-deliveries',
  text: `SELECT count(*)::int4 AS waiting
           FROM (SELECT 1 FROM api_keys k CROSS JOIN LATERAL (
                   SELECT 1 FROM deliveries d WHERE d.instance_id = k.instance_id LIMIT ${COUNTED_MAX}) one
                  WHERE k.tenant_id = $1 LIMIT ${COUNTED_MAX}) counted`,
  params: { tenantId: 'int4' },
  row: { waiting: 'int4!' },
});

const Kind = listLedger.output.shape.items.element.shape.kind;
const ENTRY = {
  id: true,
  kind: true,
  amount: true,
  messageId: true,
  note: true,
  createdAt: true,
  category: true,
} as const;

export async function findChecklist(
  sql: Sql,
  tenantId: number,
): Promise<{ hasKey: boolean; hasChannel: boolean; hasMessage: boolean; hasWebhookSuccess: boolean }> {
  const found = at(await checklist.all(sql, { tenantId }), 0);
  return {
    hasKey: found.hasKey === true,
    hasChannel: found.hasChannel === true,
    hasMessage: found.hasMessage === true,
    hasWebhookSuccess: found.hasWebhookSuccess === true,
  };
}

/** Messages in [from, until) by day (UTC) and channel. */
export const countMessages = (sql: Sql, tenantId: number, from: Date, until: Date): Promise<DayFigures[]> =>
  countByDay.all(sql, { tenantId, from, until });

/** The cost of the messages in [from, until), by day (UTC) and channel. */
export const readCosts = (sql: Sql, tenantId: number, from: Date, until: Date): Promise<DayCost[]> =>
  sumCosts.all(sql, { tenantId, from, until });

/** Sent messages in [from, until) by day (UTC), channel and key, newest day first. */
export const countSentByKey = (
  sql: Sql,
  given: { tenantId: number; from: Date; until: Date; count: number },
): Promise<KeyFigures[]> => countByKey.all(sql, given);

/** Messages in [from, until) that Meta priced, by day (UTC) and category, newest day first. */
export const countBilled = (
  sql: Sql,
  period: { tenantId: number; from: Date; until: Date },
): Promise<BilledFigures[]> => countByCategory.all(sql, period);

/** Counts up to 10,000. */
export const countWaitingDeliveries = async (sql: Sql, tenantId: number): Promise<number> =>
  at(await countWaiting.all(sql, { tenantId }), 0).waiting;

/** Newest first. */
export async function findLedgerEntries(
  { creditEntry }: Prisma.TransactionClient,
  tenantId: number,
  before: string | null,
  count: number,
): Promise<LedgerEntry[]> {
  const where = { tenantId, ...(before === null ? {} : { id: { lt: BigInt(before) } }) };
  const order = { id: 'desc' } as const;
  const rows = await creditEntry.findMany({ where, select: ENTRY, orderBy: order, take: count });
  return rows.map(({ id, kind, amount, messageId, ...row }) => ({
    ...row,
    id: String(id),
    kind: Kind.parse(kind),
    amount: amount.toFixed(BALANCE_DECIMALS),
    messageId: messageId === null ? null : String(messageId),
  }));
}
