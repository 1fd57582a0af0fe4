import { at } from '@parley/common/at';
import { json, orNull } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statement';
import { isOptedOut, personOf } from '@parley/messaging/consent/is-opted-out';
import { fromKept, type KeptAnswer } from '@parley/messaging/outbound-message';
import { hasPlatformWebhook } from '@parley/messaging/outbox/platform-events';
import { digitsOf } from '../domain/choose-account.ts';
import {
  type Candidate,
  type KnownConversation,
  keyOwnerOf,
  type ReserveCase,
  type ReserveFacts,
  type ReserveItem,
} from '../domain/reservation.ts';
import { ACCOUNT, ACCOUNT_ROW, CONVERSATION, isNamed, toAccount } from './account-columns.ts';
import { addTemplateCategories } from './add-template-categories.ts';
import { findNewestConversation, mayPauseBot } from './find-newest-conversation.ts';
import { lockConversations } from './lock-conversations.ts';

const MAYBE_ACCOUNT = {
  accountId: 'int4?',
  externalId: 'text?',
  accountName: 'text?',
  accountNumber: 'text?',
  credentials: 'text?',
  isOffline: 'bool?',
} as const;
const MAYBE_CONVERSATION = {
  conversationId: 'int4?',
  peer: 'text?',
  lastInboundAt: 'timestamptz?',
  lastMessageAt: 'timestamptz?',
  threadId: 'text?',
} as const;
const IS_NAMED = isNamed('w.sender', 'w.digits');
/** OFFSET 0 prevents the planner from scanning the accounts of all tenants. */
const ACCOUNTS = '(SELECT * FROM channel_accounts e WHERE e.tenant_id = w.tenant_id OFFSET 0) n';

/**
 * Locks the tenants, in the order that every credit movement uses, and loads the facts of each send. Only the
 * recipient's newest conversation on a usable account matters.
 */
const lockAndLoad = defineBatchStatement({
  name: 'send.lock-and-load',
  plan: 'index',
  text: `WITH locked AS MATERIALIZED (
           SELECT id, balance, status = 'active' AS is_active, low_credit_threshold, low_credit_at IS NOT NULL AS is_low
             FROM tenants WHERE id = ANY ($10) ORDER BY id FOR NO KEY UPDATE
         )
         SELECT w.ord::int4 AS position, nextval('messages_id_seq') AS message_id, t.balance, t.is_active, t.low_credit_threshold, t.is_low,
                ${mayPauseBot('w.is_by_person')} AS may_pause_bot, ${hasPlatformWebhook('w.tenant_id')} AS is_platform_reported,
                w.is_template AND ${isOptedOut('d.contact_id')} AS is_opted_out,
                k.body_hash, k.answer, k.created_at AS kept_at, d.contact_id,
                a.*
           FROM unnest($1::int4[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bool[],
                       $9::bool[]) WITH ORDINALITY
                  AS w(tenant_id, channel, recipient, sender, digits, instance_id, key, is_by_person, is_template, ord)
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
    bodyHash: 'bytea?',
    answer: orNull(json<KeptAnswer>()),
    keptAt: 'timestamptz?',
    contactId: 'int4?',
    ...MAYBE_CONVERSATION,
    ...MAYBE_ACCOUNT,
  },
});

/**
 * The account with the named id, which at most one tenant has connected; and the first whose label or number matches,
 * with their conversations.
 */
const findNamedAccounts = defineBatchStatement({
  name: 'send.find-named-accounts',
  plan: 'index',
  text: `SELECT w.position, ${CONVERSATION}, ${ACCOUNT}
           FROM unnest($1::int4[], $2::int4[], $3::text[], $4::text[], $5::text[], $6::int4[])
                  AS w(position, tenant_id, channel, sender, digits, contact_id)
          CROSS JOIN LATERAL (
             SELECT * FROM (
               SELECT * FROM channel_accounts e
                WHERE e.channel || ':' || e.external_id = w.channel || ':' || w.sender AND e.status = 'connected' LIMIT 1) n
              WHERE n.tenant_id = w.tenant_id
             UNION ALL
             (SELECT * FROM ${ACCOUNTS} WHERE n.channel = w.channel AND n.status = 'connected' AND (${IS_NAMED})
               ORDER BY n.id LIMIT 1)
           ) n
           LEFT JOIN conversations c ON c.channel_account_id = n.id AND c.contact_id = w.contact_id`,
  items: { position: 'int4', tenantId: 'int4', channel: 'text', sender: 'text', digits: 'text?', contactId: 'int4?' },
  row: {
    position: 'int4!',
    ...MAYBE_CONVERSATION,
    accountId: 'int4!',
    externalId: 'text!',
    accountName: 'text!',
    accountNumber: 'text?',
    credentials: 'text!',
    isOffline: 'bool!',
  },
});

/** The first connected account of a tenant's channel. */
const findFirstAccounts = defineBatchStatement({
  name: 'send.find-first-accounts',
  plan: 'index',
  text: `SELECT w.position, ${ACCOUNT}
           FROM unnest($1::int4[], $2::int4[], $3::text[]) AS w(position, tenant_id, channel)
          CROSS JOIN LATERAL (
             SELECT * FROM ${ACCOUNTS} WHERE n.channel = w.channel AND n.status = 'connected' ORDER BY n.id LIMIT 1) n`,
  items: { position: 'int4', tenantId: 'int4', channel: 'text' },
  row: {
    position: 'int4!',
    ...ACCOUNT_ROW,
  },
});

/** Conversations named by dashboard answers, each with its account if that is connected. */
const findNamedConversations = defineBatchStatement({
  name: 'send.find-named-conversations',
  plan: 'index',
  text: `SELECT w.position, ${CONVERSATION}, ${ACCOUNT}, w.is_template AND ${isOptedOut(personOf('c'))} AS is_opted_out
           FROM unnest($1::int4[], $2::int4[], $3::text[], $4::int4[], $5::bool[])
                  AS w(position, tenant_id, channel, conversation_id, is_template)
           JOIN conversations c ON c.id = w.conversation_id AND c.tenant_id = w.tenant_id
           LEFT JOIN channel_accounts n ON n.id = c.channel_account_id AND n.channel = w.channel AND n.status = 'connected'`,
  items: { position: 'int4', tenantId: 'int4', channel: 'text', conversationId: 'int4', isTemplate: 'bool' },
  row: {
    position: 'int4!',
    conversationId: 'int4',
    peer: 'text',
    lastInboundAt: 'timestamptz?',
    lastMessageAt: 'timestamptz',
    threadId: 'text?',
    ...MAYBE_ACCOUNT,
    isOptedOut: 'bool!',
  },
});

interface CandidateRow {
  conversationId?: number | null;
  peer?: string | null;
  lastInboundAt?: Date | null;
  lastMessageAt?: Date | null;
  threadId?: string | null;
  accountId: number | null;
  externalId: string | null;
  accountName: string | null;
  accountNumber: string | null;
  credentials: string | null;
  isOffline: boolean | null;
}

function toConversation(row: CandidateRow): KnownConversation | null {
  const { conversationId: id, peer, lastInboundAt = null, lastMessageAt, threadId = null } = row;
  return id == null || peer == null || lastMessageAt == null
    ? null
    : { id, peer, lastInboundAt, lastMessageAt, threadId };
}

function toCandidates(row: CandidateRow): Candidate[] {
  const { accountId, externalId, accountName, accountNumber, credentials, isOffline } = row;
  if (accountId === null || externalId === null || accountName === null || credentials === null) return [];
  const account = toAccount({
    accountId,
    externalId,
    accountName,
    accountNumber,
    credentials,
    isOffline: isOffline === true,
  });
  return [{ account, conversation: toConversation(row) }];
}

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
    messageId: row.messageId,
  };
}

interface Case extends ReserveCase {
  position: number;
}

/** Adds the accounts that `from` names. */
async function addNamedAccounts(sql: Sql, cases: readonly Case[]): Promise<void> {
  const wanted = cases.flatMap(({ position, item: { tenantId, channel, from: sender }, facts: { contactId } }) =>
    sender === null ? [] : { position, tenantId, channel, sender, digits: digitsOf(sender), contactId },
  );
  for (const row of await findNamedAccounts.all(sql, wanted, {}))
    at(cases, row.position).facts.candidates.push(...toCandidates(row));
}

/** Adds named conversations and their accounts. */
async function addNamedConversations(sql: Sql, cases: readonly Case[]): Promise<void> {
  const wanted = cases.flatMap(({ position, item: { tenantId, channel, conversationId, template } }) =>
    conversationId === null ? [] : { position, tenantId, channel, conversationId, isTemplate: template !== null },
  );
  for (const row of await findNamedConversations.all(sql, wanted, {})) {
    const { facts } = at(cases, row.position);
    facts.named = toConversation(row);
    facts.isOptedOut = row.isOptedOut;
    facts.candidates.push(...toCandidates(row));
    facts.hasAccount = facts.candidates.length > 0;
  }
}

/** Adds the first account where there is no other. */
async function addFirstAccounts(sql: Sql, cases: readonly Case[]): Promise<void> {
  const wanted = cases
    .filter(({ item, facts }) => facts.candidates.length === 0 && item.conversationId === null)
    .map(({ position, item: { tenantId, channel } }) => ({ position, tenantId, channel }));
  for (const row of await findFirstAccounts.all(sql, wanted, {})) {
    const { facts } = at(cases, row.position);
    facts.hasAccount = true;
    facts.candidates.push(...toCandidates(row));
  }
}

/**
 * Locks the tenants of the sends and loads the facts of each, in order: one statement where the recipients are known
 * and no account is named.
 */
export async function lockReserveFacts(sql: Sql, items: readonly ReserveItem[]): Promise<ReserveCase[]> {
  const tenantIds = [...new Set(items.map(({ tenantId }) => tenantId))];
  const wanted = items.map((item) => {
    const { tenantId, channel, recipient, from, conversationId, idempotency } = item;
    return {
      tenantId,
      channel,
      recipient: conversationId === null ? recipient : null,
      sender: from,
      digits: from === null ? null : digitsOf(from),
      instanceId: keyOwnerOf(item),
      key: idempotency?.key ?? null,
      isByPerson: item.instanceId === null && item.origin !== 'bot',
      isTemplate: item.template !== null,
    };
  });
  const rows = await lockAndLoad.all(sql, wanted, { tenantIds });
  const facts = new Map(rows.map((row) => [row.position - 1, toFacts(row)]));
  const cases = items.map((item, position): Case => {
    const found = facts.get(position);
    if (!found) throw new Error('A send has no facts.');
    return { position, item, facts: found };
  });
  await lockConversations(sql, cases);
  await addNamedConversations(sql, cases);
  await addNamedAccounts(sql, cases);
  await addFirstAccounts(sql, cases);
  await addTemplateCategories(sql, cases);
  return cases;
}
