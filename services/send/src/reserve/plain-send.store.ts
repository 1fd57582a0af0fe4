import { at } from '@parley/common/at';
import { defineBatchStatement } from '@parley/database/statements/statement';
import { mapUnsent, type Unsent } from '@parley/database/statements/unsent';
import { hasPlatformWebhook } from '@parley/messaging/outbox/platform-events';
import { ACCOUNT_ROW, toAccount } from '../accounts/account.store.ts';
import type { ReservedSend } from '../sends/send.rules.ts';
import { findNewestConversation, mayPauseBot } from './candidate.store.ts';
import type { ExpectedSend } from './plain-sends.rules.ts';
import type { WantedSend } from './reservation.rules.ts';
import { extraOf } from './reservation.store.ts';

/**
 * Compares and sets: reserves each send for which the stored facts leave nothing to decide. The tenant is active, its
 * balance covers the batch without crossing the threshold of a notification, the recipient has a conversation on a
 * connected account that is online, the window is open, the Idempotency-Key is unused, and no bot has to pause. Writes nothing for the
 * others. Locks tenants first, in the order that every credit movement uses. With NOT EXISTS the planner would hash all
 * Idempotency-Keys.
 */
const reservePlain = defineBatchStatement({
  name: 'send.reserve-plain',
  plan: 'index',
  text: (items) => `WITH given AS MATERIALIZED (
           SELECT * FROM ${items.numbered('w')}
         ),
         locked AS MATERIALIZED (
           SELECT id, balance, CASE WHEN low_credit_at IS NULL THEN low_credit_threshold END AS line
             FROM tenants WHERE id = ANY ($15) AND status = 'active' ORDER BY id FOR NO KEY UPDATE
         ),
         fits AS MATERIALIZED (
           SELECT w.*, nextval('messages_id_seq') AS message_id, a.*
             FROM given w
             JOIN locked t ON t.id = w.tenant_id AND t.balance - w.spent >= greatest(t.line, 0)
            CROSS JOIN LATERAL (
              SELECT * FROM contact_addresses e
               WHERE e.tenant_id = w.tenant_id AND e.channel = w.channel AND e.address = w.recipient LIMIT 1) d
            CROSS JOIN LATERAL (${findNewestConversation('n.external_id = w.sender')}) a
            WHERE NOT a.is_offline AND (w.written_after IS NULL OR a.last_inbound_at > w.written_after)
              AND (SELECT k.key FROM idempotency_keys k
                    WHERE k.instance_id = w.instance_id AND k.action = 'send' AND k.key = w.key LIMIT 1) IS NULL
              AND NOT ${mayPauseBot('false')}
         ),
         written AS (
           INSERT INTO messages (id, tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer,
                                 text, attachments, extra, price, instance_id, settle_by, happened_at)
           SELECT message_id, tenant_id, conversation_id, account_id, channel, 'out', 'api', 'sending', recipient, text,
                  '[]', extra, price, instance_id, settle_by, happened_at
             FROM fits
         ),
         entered AS (
           INSERT INTO credit_ledger (tenant_id, amount, kind, message_id)
           SELECT tenant_id, -price, 'reserve', message_id FROM fits WHERE price > 0
         ),
         keyed AS (
           INSERT INTO idempotency_keys (instance_id, action, key, body_hash, message_id, locked_until, created_at)
           SELECT instance_id, 'send', key, decode(body_hash, 'hex'), message_id, settle_by, happened_at
             FROM fits WHERE key IS NOT NULL
         ),
         paid AS (
           UPDATE tenants t SET balance = t.balance - s.spent
             FROM (SELECT tenant_id, sum(price) AS spent FROM fits GROUP BY tenant_id HAVING sum(price) > 0) s
            WHERE t.id = s.tenant_id
         )
         SELECT f.ord::int4 AS position, f.message_id, f.conversation_id, f.thread_id, f.account_id, f.external_id,
                f.account_name, f.account_number, f.credentials, f.is_offline, f.is_on_biz_app, ${hasPlatformWebhook('f.tenant_id')} AS is_platform_reported
           FROM fits f`,
  items: {
    tenantId: 'int4',
    channel: 'text',
    recipient: 'text',
    sender: 'text?',
    instanceId: 'text',
    key: 'text?',
    bodyHash: 'text?',
    writtenAfter: 'timestamptz?',
    text: 'text',
    extra: 'jsonb',
    price: 'numeric',
    spent: 'numeric',
    settleBy: 'timestamptz',
    happenedAt: 'timestamptz',
  },
  params: { tenantIds: 'int4[]' },
  row: {
    position: 'int4!',
    messageId: 'int8!',
    conversationId: 'int4',
    threadId: 'text?',
    ...ACCOUNT_ROW,
    isPlatformReported: 'bool!',
  },
});

const toRow = ({ send, spent, writtenAfter }: ExpectedSend) => ({
  recipient: send.message.to,
  text: send.message.text,
  sender: send.from,
  key: send.idempotency?.key ?? null,
  bodyHash: send.idempotency?.bodyHash ?? null,
  writtenAfter,
  spent,
  extra: extraOf(send),
  // Last: V8 takes about 1 µs for each member that is named after a spread.
  ...send,
});

/**
 * Reserves the sends whose facts are as expected; returns these. Throws SQLSTATE 23505 when another transaction has just
 * inserted a key.
 */
export function writePlainSends(expected: readonly ExpectedSend[]): Unsent<Map<WantedSend, ReservedSend>> {
  const tenantIds = [...new Set(expected.map(({ send }) => send.tenantId))];
  return mapUnsent(reservePlain.unsent(expected.map(toRow), { tenantIds }), (rows) => {
    const reserved = new Map<WantedSend, ReservedSend>();
    for (const row of rows) {
      const { send } = at(expected, row.position - 1);
      const { messageId, conversationId, threadId, isPlatformReported } = row;
      reserved.set(send, {
        messageId,
        conversationId,
        peer: send.message.to,
        threadId,
        account: toAccount(row),
        isPlatformReported,
        // Last, as above.
        ...send,
      });
    }
    return reserved;
  });
}
