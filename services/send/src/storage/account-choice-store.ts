import type { Channel } from '@parley/common/channels';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { digitsOf } from '../domain/choose-account.ts';
import type { Candidate } from '../domain/reservation.ts';
import { ACCOUNT, ACCOUNT_ROW, CONVERSATION, isNamed, toAccount } from './account-columns.ts';

/** Null names every account. */
const FITS = `($3::text IS NULL OR ${isNamed('$3::text', '$4::text')})`;
/** More accounts that fit one `from` than anybody has. */
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
