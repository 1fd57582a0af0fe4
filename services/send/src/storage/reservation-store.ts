import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import { allUnsent, type Unsent } from '@parley/database/unsent';
import { type PersonAnswer, raisedEpochs } from '@parley/messaging/bots/raise-epoch';
import { type NewFact, unsentFacts } from '@parley/messaging/notify/write-facts';
import { fromKept, type KeptAnswer } from '@parley/messaging/outbound-message';
import type { ReserveDecision } from '../domain/decide-reservations.ts';
import type { LowCredit } from '../domain/find-low-credit.ts';
import { type KeptRequest, keyOwnerOf, type NewSend, type ReserveItem } from '../domain/reservation.ts';
import type { AcceptedSend } from '../domain/reserved-sends.ts';
import { extraOf } from './message-extra.ts';
import { writeScheduled } from './scheduled-store.ts';

/** Inserts messages as `sending` or `scheduled`, and debits their price. */
const insertSends = defineBatchStatement({
  name: 'send.insert-sends',
  plan: 'index',
  text: `WITH reserved AS MATERIALIZED (
           SELECT *
             FROM unnest($1::int8[], $2::int4[], $3::int4[], $4::int4[], $5::text[], $6::text[], $7::text[], $8::text[],
                         $9::jsonb[], $10::jsonb[], $11::jsonb[], $12::int8[], $13::numeric[], $14::text[],
                         $15::timestamptz[], $16::timestamptz[], $17::text[], $18::text[])
               AS w(message_id, tenant_id, conversation_id, account_id, channel, origin, peer, text, attachments, template,
                    extra, reply_to_id, price, instance_id, settle_by, happened_at, status, category)
         ),
         written AS (
           INSERT INTO messages (id, tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer,
                                 text, attachments, template, extra, reply_to_id, price, instance_id, settle_by,
                                 happened_at)
           SELECT message_id, tenant_id, conversation_id, account_id, channel, 'out', origin, status, peer, text,
                  attachments, template, extra, reply_to_id, price, instance_id, settle_by, happened_at
             FROM reserved
         ),
         entered AS (
           INSERT INTO credit_ledger (tenant_id, amount, kind, message_id, category)
           SELECT tenant_id, -price, 'reserve', message_id, category FROM reserved WHERE price > 0
         )
         UPDATE tenants t SET balance = t.balance - s.spent
           FROM (SELECT tenant_id, sum(price) AS spent FROM reserved GROUP BY tenant_id HAVING sum(price) > 0) s
          WHERE t.id = s.tenant_id`,
  items: {
    messageId: 'int8',
    tenantId: 'int4',
    conversationId: 'int4',
    accountId: 'int4',
    channel: 'text',
    origin: 'text',
    peer: 'text',
    text: 'text',
    attachments: 'jsonb',
    template: 'jsonb?',
    extra: 'jsonb',
    replyToId: 'int8?',
    price: 'numeric',
    instanceId: 'text?',
    settleBy: 'timestamptz?',
    happenedAt: 'timestamptz',
    status: 'text',
    category: 'text?',
  },
});

const insertFiles = defineBatchStatement({
  name: 'send.insert-files',
  plan: 'index',
  text: `INSERT INTO attachments (id, tenant_id, message_id, channel_account_id, type, source_url, upload_id, mime_type, filename)
         SELECT * FROM unnest($1::text[], $2::int4[], $3::int8[], $4::int4[], $5::text[], $6::text[], $7::text[], $8::text[],
                              $9::text[])`,
  items: {
    id: 'text',
    tenantId: 'int4',
    messageId: 'int8',
    accountId: 'int4',
    type: 'text',
    sourceUrl: 'text?',
    uploadId: 'text?',
    mimeType: 'text?',
    filename: 'text?',
  },
});

/** Throws SQLSTATE 23505 when another transaction has just inserted a key. */
const insertKeys = defineBatchStatement({
  name: 'send.insert-keys',
  plan: 'index',
  text: `INSERT INTO idempotency_keys (instance_id, action, key, body_hash, message_id, locked_until, created_at)
         SELECT instance_id, 'send', key, decode(body_hash, 'hex'), message_id, locked_until, created_at
           FROM unnest($1::text[], $2::text[], $3::text[], $4::int8[], $5::timestamptz[], $6::timestamptz[])
             AS w(instance_id, key, body_hash, message_id, locked_until, created_at)`,
  items: {
    instanceId: 'text?',
    key: 'text',
    bodyHash: 'text',
    messageId: 'int8',
    lockedUntil: 'timestamptz',
    createdAt: 'timestamptz',
  },
});

const deleteKeys = defineBatchStatement({
  name: 'send.delete-keys',
  plan: 'index',
  text: `DELETE FROM idempotency_keys k USING unnest($1::text[], $2::text[]) AS w(instance_id, key)
          WHERE k.instance_id = w.instance_id AND k.action = 'send' AND k.key = w.key`,
  items: { instanceId: 'text?', key: 'text' },
});

/** Deletes the expired Idempotency-Keys that sends use again. */
export async function forgetKeys(sql: Sql, accepted: readonly AcceptedSend[]): Promise<void> {
  const keys = accepted.flatMap(({ item, reservation: { renewsKey } }) =>
    renewsKey && item.idempotency !== null ? { instanceId: keyOwnerOf(item), key: item.idempotency.key } : [],
  );
  await deleteKeys.run(sql, keys, {});
}

const toMessage = ({ item, messageId, conversationId, account, peer, price, category }: NewSend) => ({
  messageId,
  tenantId: item.tenantId,
  conversationId,
  accountId: account.id,
  channel: item.channel,
  origin: item.origin,
  peer,
  text: item.text,
  attachments: item.attachments,
  template: item.template,
  extra: { ...extraOf(item), ...(category === null ? {} : { template_category: category }) },
  replyToId: item.replyToId,
  price,
  instanceId: item.instanceId,
  settleBy: item.schedule ? null : item.settleBy,
  happenedAt: item.happenedAt,
  status: item.schedule ? 'scheduled' : 'sending',
  category,
});

const toFiles = ({ item: { tenantId, files }, messageId, account }: NewSend) =>
  files.map((file) => ({ ...file, tenantId, messageId, accountId: account.id }));

function toKeys({ item, messageId }: NewSend) {
  const { idempotency, settleBy, happenedAt } = item;
  if (idempotency === null) return [];
  return [{ instanceId: keyOwnerOf(item), ...idempotency, messageId, lockedUntil: settleBy, createdAt: happenedAt }];
}

/** Answers of people, one per conversation: the last one. A scheduled message is none until it leaves. */
function toAnswers(sends: readonly NewSend[]): PersonAnswer[] {
  const answers = new Map<number, PersonAnswer>();
  for (const { item, conversationId, mayPauseBot } of sends) {
    if (!mayPauseBot || item.origin === 'bot' || item.schedule) continue;
    const isByApi = item.origin === 'api' && answers.get(conversationId)?.isByApi !== false;
    answers.set(conversationId, { conversationId, isByApi, at: item.happenedAt });
  }
  return [...answers.values()];
}

const markLowCredit = defineBatchStatement({
  name: 'send.mark-low-credit',
  plan: 'index',
  text: `UPDATE tenants t SET low_credit_at = now() FROM unnest($1::int4[]) AS l(tenant_id) WHERE t.id = l.tenant_id`,
  items: { tenantId: 'int4' },
});

/** Reports the crossing with the send that crossed the threshold. */
const toLowCreditFact =
  (sends: readonly NewSend[]) =>
  ({ tenantId, balance, threshold, messageId }: LowCredit): NewFact[] => {
    const crossing = sends.find((send) => send.messageId === messageId);
    if (!crossing) return [];
    const { happenedAt } = crossing.item;
    const data = { balance, threshold };
    return [{ tenantId, kind: 'low_credit', subject: 'credit', period: messageId, data, happenedAt }];
  };

/**
 * Writes sends with their files, prices and Idempotency-Keys. Throws SQLSTATE 23505 when another transaction has just
 * inserted a key.
 */
export const writeReservations = (sends: readonly NewSend[], lowCredit: readonly LowCredit[]): Unsent<unknown> =>
  allUnsent([
    insertSends.unsent(sends.map(toMessage), {}),
    insertFiles.unsent(sends.flatMap(toFiles), {}),
    insertKeys.unsent(sends.flatMap(toKeys), {}),
    writeScheduled(sends),
    markLowCredit.unsent(lowCredit, {}),
    unsentFacts(lowCredit.flatMap(toLowCreditFact(sends))),
    raisedEpochs(toAnswers(sends)),
  ]);

const findTemplates = defineStatement({
  name: 'send.find-templates',
  plan: 'index',
  text: 'SELECT channel_account_id AS account_id, approved_names FROM listed_templates WHERE channel_account_id = ANY ($1)',
  params: { accountIds: 'int4[]' },
  row: { accountId: 'int4', approvedNames: 'text[]?' },
});

/** Approved templates by account, as last listed, for the accounts with a closed window. */
export async function findApprovedTemplates(
  sql: Sql,
  decisions: readonly ReserveDecision[],
): Promise<Map<number, string[]>> {
  const accountIds = decisions.flatMap((decision) => (decision.outcome === 'window_closed' ? decision.accountId : []));
  if (accountIds.length === 0) return new Map();
  const rows = await findTemplates.all(sql, { accountIds: [...new Set(accountIds)] });
  return new Map(rows.map(({ accountId, approvedNames }) => [accountId, approvedNames ?? []]));
}

/** The stored entry of an Idempotency-Key, or null. */
export async function findKeptRequest(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  instanceId: string,
  key: string,
): Promise<KeptRequest | null> {
  const row = await prisma.idempotencyKey.findUnique({
    where: { instanceId_action_key: { instanceId, action: 'send', key } },
    select: { bodyHash: true, answer: true, createdAt: true },
  });
  return (
    row && {
      ...row,
      bodyHash: Buffer.from(row.bodyHash).toString('hex'),
      // safe: only sends write answers under this action
      answer: row.answer === null ? null : fromKept(row.answer as unknown as KeptAnswer),
    }
  );
}

/** Whether the send of an Idempotency-Key ended with an unknown outcome. */
export async function isOutcomeUnknown(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  tenantId: number,
  { owner: instanceId, key }: { owner: string; key: string },
): Promise<boolean> {
  const where = { instanceId_action_key: { instanceId, action: 'send', key } };
  const kept = await prisma.idempotencyKey.findUnique({ where, select: { messageId: true } });
  if (!kept?.messageId) return false;
  const message = await prisma.message.findFirst({ where: { id: kept.messageId, tenantId }, select: { status: true } });
  return message?.status === 'unknown';
}

const findLost = defineStatement({
  name: 'send.find-lost-reservation',
  text: `SELECT id AS message_id, conversation_id FROM messages
          WHERE tenant_id = $1 AND status IN ('sending', 'unknown') AND settle_by = $2 AND extra ->> 'reservation' = $3`,
  params: { tenantId: 'int4', settleBy: 'timestamptz', reservation: 'text' },
  row: { messageId: 'int8', conversationId: 'int4' },
});

/** The message of a reservation that was committed although its answer was lost, while it is still open; or null. */
export const findLostReservation = (
  sql: Sql,
  { tenantId, settleBy, reservation }: ReserveItem,
): Promise<{ messageId: string; conversationId: number } | null> =>
  findLost.first(sql, { tenantId, settleBy, reservation });
