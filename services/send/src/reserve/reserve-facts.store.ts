import type { Sql } from '@parley/database/sql';
import { computed, json, oneOf, orNull } from '@parley/database/statements/column';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import { marketingHeldUntil } from '@parley/messaging/consent/hold-marketing';
import { isOptedOut } from '@parley/messaging/consent/is-opted-out';
import { fromKept, type KeptAnswer } from '@parley/messaging/messages/outbound-message';
import { hasPlatformWebhook } from '@parley/messaging/outbox/platform-events';
import { BOT_MODE } from '@parley/messaging/threads/thread-owner';
import { digitsOf } from '../accounts/account.rules.ts';
import { keyOwnerOf } from '../sends/send.rules.ts';
import {
  addFirstAccounts,
  addNamedAccounts,
  addNamedConversations,
  addTemplateFacts,
  findNewestConversation,
  IS_NAMED,
  MAYBE_ACCOUNT,
  MAYBE_CONVERSATION,
  mayPauseBot,
  toCandidates,
} from './candidate.store.ts';
import type { ReserveCase, ReserveFacts, WantedSend } from './reservation.rules.ts';

/**
 * Locks the tenants, in the order that every credit movement uses, and loads the facts of each send. Only the
 * recipient's newest conversation on a usable account matters.
 */
const lockAndLoad = defineBatchStatement({
  name: 'send.lock-and-load',
  plan: 'index',
  text: (items) => `WITH locked AS MATERIALIZED (
           SELECT id, balance, status = 'active' AS is_active, low_credit_threshold, low_credit_at IS NOT NULL AS is_low
             FROM tenants WHERE id = ANY ($10) ORDER BY id FOR NO KEY UPDATE
         )
         SELECT w.ord::int4 AS position, nextval('messages_id_seq') AS message_id, t.balance, t.is_active, t.low_credit_threshold, t.is_low,
                ${mayPauseBot('w.is_by_person')} AS may_pause_bot, ${hasPlatformWebhook('w.tenant_id')} AS is_platform_reported,
                w.is_template AND ${isOptedOut('d.contact_id')} AS is_opted_out,
                CASE WHEN w.is_template THEN ${marketingHeldUntil('d.contact_id')} END AS marketing_held_until,
                k.body_hash, k.answer, k.created_at AS kept_at, d.contact_id,
                a.*
           FROM ${items.numbered('w')}
           LEFT JOIN locked t ON t.id = w.tenant_id
           LEFT JOIN LATERAL (
             SELECT * FROM idempotency_keys e
              WHERE e.instance_id = w.instance_id AND e.action = 'send' AND e.key = w.key LIMIT 1) k ON true
           LEFT JOIN LATERAL (
             SELECT * FROM contact_addresses e
              WHERE e.tenant_id = w.tenant_id AND e.channel = w.channel AND e.address = w.recipient LIMIT 1) d ON true
           LEFT JOIN LATERAL (${findNewestConversation(IS_NAMED)}) a ON true`,
  items: {
    tenantId: 'int4',
    channel: 'text',
    recipient: 'text?',
    sender: 'text?',
    digits: 'text?',
    instanceId: 'text?',
    key: 'text?',
    isByPerson: 'bool',
    isTemplate: 'bool',
  },
  params: { tenantIds: 'int4[]' },
  row: {
    position: 'int4!',
    messageId: 'int8!',
    balance: 'numeric?',
    isActive: 'bool?',
    lowCreditThreshold: 'numeric?',
    isLow: 'bool?',
    mayPauseBot: 'bool!',
    isPlatformReported: 'bool!',
    isOptedOut: 'bool!',
    marketingHeldUntil: 'timestamptz?',
    bodyHash: 'bytea?',
    answer: orNull(json<KeptAnswer>()),
    keptAt: 'timestamptz?',
    contactId: 'int4?',
    ...MAYBE_CONVERSATION,
    ...MAYBE_ACCOUNT,
  },
});

type FactsRow = Awaited<ReturnType<typeof lockAndLoad.all>>[number];

const toLowCredit = ({ lowCreditThreshold: threshold, isLow }: FactsRow) =>
  threshold === null ? null : { threshold, isReported: isLow === true };

const toKeptRequest = (bodyHash: Buffer, answer: KeptAnswer | null, createdAt: Date) => ({
  bodyHash: bodyHash.toString('hex'),
  answer: answer && fromKept(answer),
  createdAt,
});

function toFacts(row: FactsRow): ReserveFacts {
  const { balance, isActive, bodyHash, answer, keptAt: createdAt } = row;
  const candidates = toCandidates(row);
  return {
    tenant: balance === null || isActive === null ? null : { balance, isActive, lowCredit: toLowCredit(row) },
    kept: bodyHash === null || createdAt === null ? null : toKeptRequest(bodyHash, answer, createdAt),
    contactId: row.contactId,
    named: null,
    candidates,
    hasAccount: candidates.length > 0,
    mayPauseBot: row.mayPauseBot,
    isPlatformReported: row.isPlatformReported,
    isOptedOut: row.isOptedOut,
    marketingHeldUntil: row.marketingHeldUntil,
    messageId: row.messageId,
  };
}

/**
 * Locks the tenants of the sends and loads the facts of each, in order: one statement where the recipients are known
 * and no account is named.
 */
export async function lockReserveFacts(sql: Sql, sends: readonly WantedSend[]): Promise<ReserveCase[]> {
  const tenantIds = [...new Set(sends.map(({ tenantId }) => tenantId))];
  const wanted = sends.map((send) => {
    const { tenantId, channel, message, from, namedConversationId, idempotency } = send;
    return {
      tenantId,
      channel,
      recipient: namedConversationId === null ? message.to : null,
      sender: from,
      digits: from === null ? null : digitsOf(from),
      instanceId: keyOwnerOf(send),
      key: idempotency?.key ?? null,
      isByPerson: send.instanceId === null && send.origin !== 'bot',
      isTemplate: message.template !== null,
    };
  });
  const rows = await lockAndLoad.all(sql, wanted, { tenantIds });
  const facts = new Map(rows.map((row) => [row.position - 1, toFacts(row)]));
  const cases = sends.map((send, position): ReserveCase => {
    const found = facts.get(position);
    if (!found) throw new Error('A send has no facts.');
    return { send, facts: found };
  });
  await lockConversations(sql, cases);
  await addNamedConversations(sql, cases);
  await addNamedAccounts(sql, cases);
  await addFirstAccounts(sql, cases);
  await addTemplateFacts(sql, cases);
  return cases;
}

/** Locked, so that a concurrent intervention is ordered before or after the bot's message. */
const lockConversation = defineStatement({
  name: 'send.lock-conversations',
  plan: 'index',
  text: `SELECT c.tenant_id, c.id, ${BOT_MODE} AS bot, c.bot_epoch AS epoch FROM conversations c WHERE c.id = ANY ($1) ORDER BY c.id FOR NO KEY UPDATE`,
  params: { ids: 'int4[]' },
  row: { tenantId: 'int4', id: 'int4', bot: computed(oneOf('on', 'paused')), epoch: 'int4' },
});

/** Locks the conversations of bots' messages. */
async function lockConversations(sql: Sql, cases: readonly ReserveCase[]): Promise<void> {
  const ofBots = cases.filter(({ send }) => send.bot !== undefined);
  if (ofBots.length === 0) return;
  const rows = await lockConversation.all(sql, { ids: ofBots.flatMap(({ send }) => send.namedConversationId ?? []) });
  for (const { send, facts } of ofBots) {
    const row = rows.find(({ tenantId, id }) => tenantId === send.tenantId && id === send.namedConversationId);
    facts.conversation = row ?? null;
  }
}
