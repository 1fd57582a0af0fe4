import type { Channel } from '@parley/common/channels';
import {
  SENDING_ACCOUNTS_MAX,
  STARTING_CHANNELS,
  type StartingChannel,
} from '@parley/common/contracts/console/start-conversation';
import type { Sql } from '@parley/database/sql';
import type { RowOf } from '@parley/database/statements/column';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { type Account, type Candidate, digitsOf } from './account.rules.ts';

/** Columns of an account `n`. */
export const ACCOUNT =
  'n.id AS account_id, n.external_id, n.name AS account_name, n.number AS account_number, n.credentials, n.offline_since IS NOT NULL AS is_offline, n.is_on_biz_app';
/** When the reply window of a conversation `c` was last opened: by a message or a call of the person. */
export const LAST_INBOUND = 'greatest(c.last_inbound_at, c.last_call_at) AS last_inbound_at';
/** Columns of a conversation `c`. */
export const CONVERSATION = `c.id AS conversation_id, c.peer, ${LAST_INBOUND}, c.last_message_at, c.provider_thread_id AS thread_id`;

/** The types of {@link ACCOUNT}. */
export const ACCOUNT_ROW = {
  accountId: 'int4',
  externalId: 'text',
  accountName: 'text',
  accountNumber: 'text?',
  credentials: 'text',
  isOffline: 'bool!',
  isOnBizApp: 'bool',
} as const;

export const toAccount = ({
  accountId: id,
  externalId,
  accountName: name,
  accountNumber: number,
  credentials,
  isOffline,
  isOnBizApp,
}: RowOf<typeof ACCOUNT_ROW>): Account => ({
  id,
  externalId,
  name,
  number,
  credentials,
  ...(isOffline ? { isOffline } : {}),
  ...(isOnBizApp ? { isOnBizApp } : {}),
});

/** SQL: whether `from` names the account `n`: by its id, its label, or the digits of its number. */
export const isNamed = (from: string, digits: string): string =>
  `n.external_id = ${from} OR n.name = ${from} OR regexp_replace(n.number, '\\D', '', 'g') = ${digits}`;

/** Null names every account. */
const FITS = `($3::text IS NULL OR ${isNamed('$3::text', '$4::text')})`;
/** More accounts fit one `from` than any tenant has. */
const MAX_CANDIDATES = 100;

/** Which accounts may act: those of the channel, or those that `from` names. */
export interface AccountChoice {
  tenantId: number;
  channel: Channel;
  from: string | null;
}

const choiceOf = ({ tenantId, channel, from }: AccountChoice) => ({
  tenantId,
  channel,
  from,
  digits: from === null ? null : digitsOf(from),
});

const selectAccounts = defineStatement({
  name: 'send.list-named-accounts',
  text: `SELECT ${ACCOUNT} FROM channel_accounts n
          WHERE n.tenant_id = $1 AND n.channel = $2 AND n.status = 'connected' AND ${FITS}
          ORDER BY n.id LIMIT ${MAX_CANDIDATES}`,
  params: { tenantId: 'int4', channel: 'text', from: 'text?', digits: 'text?' },
  row: ACCOUNT_ROW,
});

/** Connected accounts of the channel that `from` names, oldest first. */
export const listNamedAccounts = async (sql: Sql, choice: AccountChoice): Promise<Candidate[]> =>
  (await selectAccounts.all(sql, choiceOf(choice))).map((row) => ({ account: toAccount(row), conversation: null }));

const selectPlaces = defineStatement({
  name: 'send.list-typing-places',
  plan: 'index',
  text: `SELECT ${ACCOUNT}, ${CONVERSATION}
           FROM contact_addresses d
           JOIN conversations c ON c.contact_id = d.contact_id
           JOIN channel_accounts n ON n.id = c.channel_account_id
          WHERE d.tenant_id = $1 AND d.channel = $2 AND d.address = $5
            AND n.status = 'connected' AND ${FITS}
          ORDER BY c.last_message_at DESC LIMIT ${MAX_CANDIDATES}`,
  params: { tenantId: 'int4', channel: 'text', from: 'text?', digits: 'text?', to: 'text' },
  row: {
    ...ACCOUNT_ROW,
    conversationId: 'int4',
    peer: 'text',
    lastInboundAt: 'timestamptz?',
    lastMessageAt: 'timestamptz',
    threadId: 'text?',
  },
});

/** Conversations with this address on connected accounts that `from` names, newest first. */
export const listTypingPlaces = async (sql: Sql, choice: AccountChoice & { to: string }): Promise<Candidate[]> =>
  (await selectPlaces.all(sql, { ...choiceOf(choice), to: choice.to })).map((row) => {
    const { conversationId: id, peer, lastInboundAt, lastMessageAt, threadId } = row;
    return { account: toAccount(row), conversation: { id, peer, lastInboundAt, lastMessageAt, threadId } };
  });

const selectLastInbound = defineStatement({
  name: 'send.find-last-inbound',
  plan: 'index',
  text: `SELECT provider_message_id FROM messages
          WHERE conversation_id = $1 AND tenant_id = $2 AND direction = 'in' AND provider_message_id IS NOT NULL
          ORDER BY id DESC LIMIT 1`,
  params: { conversationId: 'int4', tenantId: 'int4' },
  row: { providerMessageId: 'text?' },
});

/** The provider's id of the newest message of the person, or null. */
export const findLastInbound = async (
  sql: Sql,
  given: { conversationId: number; tenantId: number },
): Promise<string | null> => (await selectLastInbound.first(sql, given))?.providerMessageId ?? null;

/** A connected account on which the tenant may write first. */
interface StartingAccount {
  channel: StartingChannel;
  id: string;
  label: string;
  number: string | null;
}

/** The oldest connected accounts of the channels on which a tenant may write first. */
export async function listStartingAccounts(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  tenantId: number,
): Promise<StartingAccount[]> {
  const rows = await prisma.channelAccount.findMany({
    where: { tenantId, status: 'connected', channel: { in: [...STARTING_CHANNELS] } },
    select: { channel: true, externalId: true, name: true, number: true },
    orderBy: { id: 'asc' },
    take: SENDING_ACCOUNTS_MAX,
  });
  return rows.flatMap(({ channel: code, externalId: id, name: label, number }) => {
    const channel = STARTING_CHANNELS.find((one) => one === code);
    return channel ? [{ channel, id, label, number }] : [];
  });
}
