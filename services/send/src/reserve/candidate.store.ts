import { at } from '@parley/common/at';
import type { TemplateText } from '@parley/common/wa-template/template-text';
import type { Sql } from '@parley/database/sql';
import { json, orNull } from '@parley/database/statements/column';
import { defineBatchStatement } from '@parley/database/statements/statement';
import { templateKey } from '@parley/messaging/accounts/template-key';
import { marketingHeldUntil } from '@parley/messaging/consent/hold-marketing';
import { isOptedOut, personOf } from '@parley/messaging/consent/is-opted-out';
import { type Candidate, digitsOf, type KnownConversation } from '../accounts/account.rules.ts';
import { ACCOUNT, ACCOUNT_ROW, CONVERSATION, isNamed, toAccount } from '../accounts/account.store.ts';
import type { ReserveCase } from './reservation.rules.ts';

/** The types of an account that may be missing. */
export const MAYBE_ACCOUNT = {
  accountId: 'int4?',
  externalId: 'text?',
  accountName: 'text?',
  accountNumber: 'text?',
  credentials: 'text?',
  isOffline: 'bool?',
  isOnBizApp: 'bool?',
} as const;
/** The types of a conversation that may be missing. */
export const MAYBE_CONVERSATION = {
  conversationId: 'int4?',
  peer: 'text?',
  lastInboundAt: 'timestamptz?',
  lastMessageAt: 'timestamptz?',
  threadId: 'text?',
} as const;
export const IS_NAMED = isNamed('w.sender', 'w.digits');
/** OFFSET 0 prevents the planner from scanning the accounts of all tenants. */
const ACCOUNTS = '(SELECT * FROM channel_accounts e WHERE e.tenant_id = w.tenant_id OFFSET 0) n';

/**
 * SQL: the newest conversation of the contact `d` on a connected account, with that account; `isNamed` is a condition on
 * the account `n`. The lookups go from the person to the conversations and then to their accounts, of which a tenant may
 * have thousands. LIMIT 1 makes each lookup use its index: the plan of plain joins would depend on statistics, which new
 * tables do not have.
 */
export const findNewestConversation = (isNamed: string): string =>
  `SELECT ${CONVERSATION}, ${ACCOUNT}
     FROM conversations c
    CROSS JOIN LATERAL (SELECT * FROM channel_accounts e WHERE e.id = c.channel_account_id LIMIT 1) n
    WHERE c.contact_id = d.contact_id AND n.status = 'connected' AND (w.sender IS NULL OR ${isNamed})
    ORDER BY c.last_message_at DESC, n.id LIMIT 1`;

/** SQL: whether a message of the tenant `w.tenant_id` may have to pause a bot; `isByPerson` is a condition. */
export const mayPauseBot = (isByPerson: string): string =>
  `EXISTS (SELECT 1 FROM bots b WHERE b.tenant_id = w.tenant_id AND b.enabled AND b.deleted_at IS NULL AND (b.pause_on_api OR ${isByPerson}))`;

/**
 * The account with the named id, which at most one tenant has connected; and the first whose label or number matches,
 * with their conversations.
 */
const findNamedAccounts = defineBatchStatement({
  name: 'send.find-named-accounts',
  plan: 'index',
  text: (items) => `SELECT w.position, ${CONVERSATION}, ${ACCOUNT}
           FROM ${items.as('w')}
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
    isOnBizApp: 'bool!',
  },
});

/** The first connected account of a tenant's channel. */
const findFirstAccounts = defineBatchStatement({
  name: 'send.find-first-accounts',
  plan: 'index',
  text: (items) => `SELECT w.position, ${ACCOUNT}
           FROM ${items.as('w')}
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
  text: (
    items,
  ) => `SELECT w.position, ${CONVERSATION}, ${ACCOUNT}, w.is_template AND ${isOptedOut(personOf('c'))} AS is_opted_out,
                CASE WHEN w.is_template THEN ${marketingHeldUntil(personOf('c'))} END AS marketing_held_until
           FROM ${items.as('w')}
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
    marketingHeldUntil: 'timestamptz?',
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
  isOnBizApp: boolean | null;
}

function toConversation(row: CandidateRow): KnownConversation | null {
  const { conversationId: id, peer, lastInboundAt = null, lastMessageAt, threadId = null } = row;
  return id == null || peer == null || lastMessageAt == null
    ? null
    : { id, peer, lastInboundAt, lastMessageAt, threadId };
}

/** The account of a row with its conversation; none where there is no account. */
export function toCandidates(row: CandidateRow): Candidate[] {
  const { accountId, externalId, accountName, accountNumber, credentials, isOffline, isOnBizApp } = row;
  if (accountId === null || externalId === null || accountName === null || credentials === null) return [];
  const account = toAccount({
    accountId,
    externalId,
    accountName,
    accountNumber,
    credentials,
    isOffline: isOffline === true,
    isOnBizApp: isOnBizApp === true,
  });
  return [{ account, conversation: toConversation(row) }];
}

/** Adds the accounts that `from` names. */
export async function addNamedAccounts(sql: Sql, cases: readonly ReserveCase[]): Promise<void> {
  const wanted = cases.flatMap(({ send: { tenantId, channel, from: sender }, facts: { contactId } }, position) =>
    sender === null ? [] : { position, tenantId, channel, sender, digits: digitsOf(sender), contactId },
  );
  for (const row of await findNamedAccounts.all(sql, wanted, {}))
    at(cases, row.position).facts.candidates.push(...toCandidates(row));
}

/** Adds named conversations and their accounts. */
export async function addNamedConversations(sql: Sql, cases: readonly ReserveCase[]): Promise<void> {
  const wanted = cases.flatMap(
    ({ send: { tenantId, channel, namedConversationId: conversationId, message } }, position) =>
      conversationId === null
        ? []
        : { position, tenantId, channel, conversationId, isTemplate: message.template !== null },
  );
  for (const row of await findNamedConversations.all(sql, wanted, {})) {
    const { facts } = at(cases, row.position);
    facts.named = toConversation(row);
    facts.isOptedOut = row.isOptedOut;
    facts.marketingHeldUntil = row.marketingHeldUntil;
    facts.candidates.push(...toCandidates(row));
    facts.hasAccount = facts.candidates.length > 0;
  }
}

/** Adds the first account where there is no other. */
export async function addFirstAccounts(sql: Sql, cases: readonly ReserveCase[]): Promise<void> {
  const wanted = cases.flatMap(({ send: { tenantId, channel, namedConversationId }, facts }, position) =>
    facts.candidates.length === 0 && namedConversationId === null ? { position, tenantId, channel } : [],
  );
  for (const row of await findFirstAccounts.all(sql, wanted, {})) {
    const { facts } = at(cases, row.position);
    facts.hasAccount = true;
    facts.candidates.push(...toCandidates(row));
  }
}

/** A template is listed for each account; its category prices the send, and its text shows what was sent. */
const findListed = defineBatchStatement({
  name: 'send.find-listed-templates',
  plan: 'index',
  text: (
    items,
  ) => `SELECT w.position, w.account_id, l.categories ->> w.template AS category, l.texts -> w.template AS text
           FROM ${items.as('w')}
          CROSS JOIN LATERAL (SELECT * FROM listed_templates e WHERE e.channel_account_id = w.account_id LIMIT 1) l
          WHERE l.tenant_id = w.tenant_id`,
  items: { position: 'int4', tenantId: 'int4', accountId: 'int4', template: 'text' },
  row: { position: 'int4!', accountId: 'int4!', category: 'text?', text: orNull(json<TemplateText>()) },
});

/**
 * Adds the category and text of the template to each account that could send it. The category prices the send, so it is read from the table
 * within the transaction, as last listed or reported; whether a person who opted out may get the template is decided by the
 * list of services/channel-connect, which is at most 60 s old (`checkTemplate`).
 */
export async function addTemplateFacts(sql: Sql, cases: readonly ReserveCase[]): Promise<void> {
  const wanted = cases.flatMap(
    (
      {
        send: {
          tenantId,
          message: { template },
        },
        facts: { candidates },
      },
      position,
    ) =>
      template === null
        ? []
        : candidates.map(({ account }) => ({
            position,
            tenantId,
            accountId: account.id,
            template: templateKey(template),
          })),
  );
  if (wanted.length === 0) return;
  for (const { position, accountId, category, text } of await findListed.all(sql, wanted, {}))
    for (const candidate of at(cases, position).facts.candidates)
      if (candidate.account.id === accountId) {
        candidate.templateCategory = category;
        candidate.templateText = text;
      }
}
