import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import { allUnsent, type Unsent } from '@parley/database/statements/unsent';
import { type PersonAnswer, raisedEpochs } from '@parley/messaging/bots/raise-epoch';
import { fromKept, type KeptAnswer } from '@parley/messaging/messages/outbound-message';
import { type NewFact, unsentFacts } from '@parley/messaging/notify/write-facts';
import { writeScheduled } from '../scheduled/scheduled.store.ts';
import { keyOwnerOf } from '../sends/send.rules.ts';
import type { LowCredit, ReserveDecision } from './decide-reservations.rules.ts';
import type { KeptRequest, NewSend, WantedSend } from './reservation.rules.ts';
import type { AcceptedSend } from './reserved-sends.rules.ts';

/** Inserts messages as `sending` or `scheduled`, and debits their price. */
const insertSends = defineBatchStatement({
  name: 'send.insert-sends',
  plan: 'index',
  text: (items) => `WITH reserved AS MATERIALIZED (
           SELECT *
             FROM ${items.as('w')}
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
  text: (
    items,
  ) => `INSERT INTO idempotency_keys (instance_id, action, key, body_hash, message_id, locked_until, created_at)
         SELECT instance_id, 'send', key, decode(body_hash, 'hex'), message_id, locked_until, created_at
           FROM ${items.as('w')}`,
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
  text: (items) => `DELETE FROM idempotency_keys k USING ${items.as('w')}
          WHERE k.instance_id = w.instance_id AND k.action = 'send' AND k.key = w.key`,
  items: { instanceId: 'text?', key: 'text' },
});

/** Deletes the expired Idempotency-Keys that sends use again. */
export async function forgetKeys(sql: Sql, accepted: readonly AcceptedSend[]): Promise<void> {
  const keys = accepted.flatMap(({ send, reservation: { renewsKey } }) =>
    renewsKey && send.idempotency !== null ? { instanceId: keyOwnerOf(send), key: send.idempotency.key } : [],
  );
  await deleteKeys.run(sql, keys, {});
}

/** The part of a send that `messages.extra` keeps. */
export const extraOf = (send: WantedSend) => {
  const { mentions, preview, tag, rich } = send.message;
  return {
    reservation: send.reservation,
    ...(send.commentId === null ? {} : { comment_id: send.commentId }),
    ...(send.memberId === undefined ? {} : { member: send.memberId }),
    ...(send.bot ? { bot: send.bot.facts } : {}),
    ...(rich ? { content: rich } : {}),
    ...(mentions ? { mentions } : {}),
    ...(send.isFallback ? { fallback: true } : {}),
    ...(send.sendAt ? { send_at: send.sendAt.toISOString(), options: { mentions, preview, tag } } : {}),
  };
};

const toMessage = (send: NewSend) => ({
  messageId: send.messageId,
  tenantId: send.tenantId,
  conversationId: send.conversationId,
  accountId: send.account.id,
  channel: send.channel,
  origin: send.origin,
  peer: send.peer,
  text: send.filledTemplate ?? send.message.text,
  attachments: send.attachments,
  template: send.message.template,
  extra: { ...extraOf(send), ...(send.category === null ? {} : { template_category: send.category }) },
  replyToId: send.quoted?.messageId ?? null,
  price: send.charge,
  instanceId: send.instanceId,
  settleBy: send.sendAt ? null : send.settleBy,
  happenedAt: send.happenedAt,
  status: send.sendAt ? 'scheduled' : 'sending',
  category: send.category,
});

const toFiles = ({ files, tenantId, messageId, account }: NewSend) =>
  files.map((file) => ({ ...file, tenantId, messageId, accountId: account.id }));

function toKeys(send: NewSend) {
  const { idempotency, messageId, settleBy: lockedUntil, happenedAt: createdAt } = send;
  return idempotency === null
    ? []
    : [{ instanceId: keyOwnerOf(send), ...idempotency, messageId, lockedUntil, createdAt }];
}

/** Answers of people, one per conversation: the last one. A scheduled message is none until it leaves. */
function toAnswers(sends: readonly NewSend[]): PersonAnswer[] {
  const answers = new Map<number, PersonAnswer>();
  for (const { origin, sendAt, conversationId, mayPauseBot, happenedAt: at } of sends) {
    if (!mayPauseBot || origin === 'bot' || sendAt) continue;
    const isByApi = origin === 'api' && answers.get(conversationId)?.isByApi !== false;
    answers.set(conversationId, { conversationId, isByApi, at });
  }
  return [...answers.values()];
}

const markLowCredit = defineBatchStatement({
  name: 'send.mark-low-credit',
  plan: 'index',
  text: (items) => `UPDATE tenants t SET low_credit_at = now() FROM ${items.as('l')} WHERE t.id = l.tenant_id`,
  items: { tenantId: 'int4' },
});

/** Reports the crossing with the send that crossed the threshold. */
const toLowCreditFact =
  (sends: readonly NewSend[]) =>
  ({ tenantId, balance, threshold, messageId }: LowCredit): NewFact => {
    const crossing = sends.find((send) => send.messageId === messageId);
    if (!crossing) throw new Error('No send of the batch crosses the threshold.');
    const { happenedAt } = crossing;
    const data = { balance, threshold };
    return { tenantId, kind: 'low_credit', subject: 'credit', period: messageId, data, happenedAt };
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
    unsentFacts(lowCredit.map(toLowCreditFact(sends))),
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
  { tenantId, settleBy, reservation }: WantedSend,
): Promise<{ messageId: string; conversationId: number } | null> =>
  findLost.first(sql, { tenantId, settleBy, reservation });
