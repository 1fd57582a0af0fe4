import type { Sql } from '@parley/database/sql';
import { oneOf, orNull } from '@parley/database/statements/column';
import { defineBatchStatement } from '@parley/database/statements/statement';
import { asLocked, type LockedTenant } from '@parley/database/transactions/lock-tenant';
import { inOrderOfNames } from '../batch/named-messages.store.ts';
import type { NamedSend, ReceiptStep, SentMessage } from './receipt.rules.ts';

/**
 * The messages named by `$1` (accounts), `$2` (provider ids), `$3` (our own ids) and `$4` (whether it is a part), each once, with
 * the positions of its names from 1. Our own id is used where the provider's is not known yet: that of the message, or of a
 * part.
 */
const NAMED_SENDS = `
  (SELECT message_id, array_agg(ord)::int4[] AS ords
     FROM (SELECT ord, coalesce(
                  (SELECT o.id FROM messages o
                    WHERE o.channel_account_id = n.account_id AND o.provider_message_id = n.provider_id
                      AND o.direction = 'out'),
                  (SELECT p.message_id FROM message_parts p
                    WHERE p.channel_account_id = n.account_id AND p.provider_message_id = n.provider_id),
                  (SELECT o.id FROM messages o
                    WHERE o.id = n.callback_id AND o.channel_account_id = n.account_id
                      AND o.direction = 'out' AND (n.is_part OR o.provider_message_id IS NULL)
                      AND o.status <> 'scheduled')) AS message_id
             FROM unnest($1::int4[], $2::text[], $3::int8[], $4::bool[])
                  WITH ORDINALITY AS n(account_id, provider_id, callback_id, is_part, ord)) AS found
    GROUP BY message_id)`;

const NAMED_SEND = {
  channelAccountId: 'int4',
  providerMessageId: 'text',
  callbackId: 'int8?',
  isPart: 'bool',
} as const;

/** Locks the tenants of those sends that are not settled: the credit of a refused one is refunded. */
const lockRefundable = defineBatchStatement({
  name: 'inbound.lock-refundable-tenants',
  plan: 'index',
  text: `SELECT t.id FROM tenants t
          WHERE t.id IN (SELECT o.tenant_id FROM ${NAMED_SENDS} AS named JOIN messages o ON o.id = named.message_id
                          WHERE o.status IN ('sending', 'unknown'))
          ORDER BY t.id FOR NO KEY UPDATE`,
  items: NAMED_SEND,
  row: { id: 'int4' },
});

/** Returns them by id. */
export const lockRefundableTenants = async (
  sql: Sql,
  refused: readonly NamedSend[],
): Promise<ReadonlyMap<number, LockedTenant>> => asLocked(await lockRefundable.all(sql, refused, {}));

/**
 * The message behind each name, locked in the order of their ids. For unsettled sends, which a receipt may settle, the
 * conversations are locked first; other receipts lock none.
 */
const lockSent = defineBatchStatement({
  name: 'inbound.lock-sent',
  plan: 'index',
  text: `WITH named AS MATERIALIZED ${NAMED_SENDS},
              locked_conversations AS MATERIALIZED (
                 SELECT c.id FROM conversations c
                  WHERE c.id IN (SELECT o.conversation_id FROM named JOIN messages o ON o.id = named.message_id
                                  WHERE o.status IN ('sending', 'unknown'))
                  ORDER BY c.id FOR NO KEY UPDATE)
         SELECT named.ords, m.id, m.conversation_id, m.peer, m.status, m.receipt, m.provider_message_id,
                m.receipt IN ('delivered', 'read')
                AND (SELECT p.message_id FROM message_parts p WHERE p.message_id = m.id LIMIT 1) IS NOT NULL AS has_parts
           FROM named JOIN messages m ON m.id = named.message_id
          WHERE (SELECT count(*) FROM locked_conversations) >= 0
          ORDER BY m.id FOR NO KEY UPDATE OF m`,
  items: NAMED_SEND,
  row: {
    ords: 'int4[]!',
    id: 'int8',
    conversationId: 'int4',
    peer: 'text',
    status: oneOf('received', 'sending', 'unknown', 'sent', 'delivered', 'read', 'failed'),
    receipt: orNull(oneOf('sent', 'delivered', 'read', 'failed')),
    providerMessageId: 'text?',
    hasParts: 'bool?',
  },
});

/** The sent messages of receipts, in the order of the names; undefined where none is stored. */
export async function lockSentMessages(sql: Sql, names: readonly NamedSend[]): Promise<(SentMessage | undefined)[]> {
  const rows = await lockSent.all(sql, names, {});
  return inOrderOfNames(
    names,
    rows.map(({ ords, hasParts, ...message }) => ({ ords, message: { ...message, hasParts: hasParts === true } })),
  );
}

const writeSteps = defineBatchStatement({
  name: 'inbound.write-receipts',
  plan: 'index',
  text: (items) => `WITH steps AS (
           SELECT * FROM ${items.as('s')}
         ),
         moved AS (
           UPDATE messages m SET status = s.status, receipt = s.status, error = coalesce(s.error, m.error),
                  extra = CASE WHEN s.pricing IS NULL THEN m.extra
                               ELSE coalesce(m.extra, '{}') || jsonb_build_object('pricing', s.pricing) END
             FROM steps s WHERE s.is_last AND m.id = s.message_id
         )
         INSERT INTO message_statuses (message_id, status, at)
         SELECT message_id, status, at FROM steps ON CONFLICT DO NOTHING`,
  items: { messageId: 'int8', status: 'text', at: 'timestamptz', isLast: 'bool', error: 'jsonb?', pricing: 'jsonb?' },
});

/** Stores statuses in the history of their messages, and sets each message to its last one, with its price. */
export async function writeReceipts(sql: Sql, steps: readonly ReceiptStep[]): Promise<void> {
  await writeSteps.run(sql, steps, {});
}
