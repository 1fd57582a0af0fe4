import { oneOf } from '@parley/database/statements/column';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import { hasBot } from '../bots/open-turns.ts';
import { hasPlatformWebhook } from '../outbox/platform-events.ts';

const FACTS = {
  id: 'int4',
  tenantId: 'int4',
  channel: 'text',
  channelAccountId: 'int4',
  contactId: 'int4',
  peer: 'text',
  providerThreadId: 'text?',
  deliveredUntil: 'timestamptz?',
  readUntil: 'timestamptz?',
  status: oneOf('open', 'resolved', 'archived'),
  isSnoozed: 'bool',
  assignee: 'text?',
  bot: oneOf('on', 'paused'),
  botPausedAt: 'timestamptz?',
  unread: 'int4',
  readMessageId: 'int8',
  lastInboundAt: 'timestamptz?',
  lastMessageAt: 'timestamptz',
} as const;
const COLUMNS = `c.id, c.tenant_id, c.channel, c.channel_account_id, c.contact_id, c.peer, c.provider_thread_id,
                  c.delivered_until, c.read_until, c.status, c.is_snoozed, c.assignee, c.bot, c.bot_paused_at, c.unread, c.read_message_id,
                  c.last_inbound_at, c.last_message_at`;

/**
 * Locks the conversations of people who are all known: by every address, with the given names, each with one
 * conversation of the account. Returns one row per address; returns none and locks nothing when anything is missing, or
 * when a given message is already stored. The id of a message is allocated under the lock, so messages of a
 * conversation are numbered in the order of their transactions. Subqueries with LIMIT look up each message by its
 * index; with NOT EXISTS the planner hashes the whole table when it has no statistics.
 */
export const lockKnown = defineBatchStatement({
  name: 'people.lock-known',
  plan: 'index',
  text: `WITH known AS MATERIALIZED (
           SELECT w.position, c.id, p.name,
                  (SELECT u.id FROM pending_updates u
                    WHERE u.channel_account_id = w.channel_account_id AND u.provider_message_id = w.provider_message_id
                    LIMIT 1) IS NOT NULL AS is_awaited
             FROM unnest($1::int4[], $2::int4[], $3::text[], $4::text[], $5::int4[], $6::text[], $7::text[], $8::text[], $9::text[])
               AS w(position, tenant_id, channel, address, channel_account_id, name, username, phone, provider_message_id)
             JOIN contact_addresses a ON a.tenant_id = w.tenant_id AND a.channel = w.channel AND a.address = w.address
             JOIN contacts p ON p.id = a.contact_id
              AND (w.name IS NULL OR w.name = p.name) AND (w.username IS NULL OR w.username = p.username)
              AND (w.phone IS NULL OR w.phone = p.phone)
             JOIN conversations c ON c.channel_account_id = w.channel_account_id AND c.contact_id = p.id
            WHERE w.provider_message_id IS NULL
               OR ((SELECT m.id FROM messages m
                     WHERE m.channel_account_id = w.channel_account_id AND m.provider_message_id = w.provider_message_id
                     LIMIT 1) IS NULL
                   AND (SELECT m.message_id FROM message_parts m
                         WHERE m.channel_account_id = w.channel_account_id AND m.provider_message_id = w.provider_message_id
                         LIMIT 1) IS NULL)
            ORDER BY c.id, w.position)
         SELECT k.position, nextval('messages_id_seq') AS message_id, k.name, k.is_awaited, c.created_at,
                ${hasPlatformWebhook('c.tenant_id')} AS is_reported, ${hasBot('c.tenant_id')} AS has_bot, ${COLUMNS}
           FROM known k CROSS JOIN LATERAL (SELECT * FROM conversations c WHERE c.id = k.id FOR NO KEY UPDATE) c
          WHERE (SELECT count(*) = cardinality($1) AND count(DISTINCT position) = count(DISTINCT (position, id)) FROM known)`,
  items: {
    position: 'int4',
    tenantId: 'int4',
    channel: 'text',
    address: 'text',
    channelAccountId: 'int4',
    name: 'text?',
    username: 'text?',
    phone: 'text?',
    providerMessageId: 'text?',
  },
  row: {
    position: 'int4!',
    messageId: 'int8!',
    name: 'text?',
    isAwaited: 'bool!',
    createdAt: 'timestamptz',
    isReported: 'bool!',
    hasBot: 'bool!',
    ...FACTS,
  },
});

/** Every conversation of these contacts, locked by id. */
export const lockConversationsOf = defineStatement({
  name: 'people.lock-conversations-of',
  plan: 'index',
  text: `SELECT ${COLUMNS} FROM conversations c WHERE c.contact_id = ANY ($1) ORDER BY c.id FOR NO KEY UPDATE`,
  params: { contactIds: 'int4[]' },
  row: FACTS,
});

export const findConversation = defineStatement({
  name: 'people.find-conversation',
  plan: 'index',
  text: 'SELECT c.id FROM conversations c WHERE c.channel_account_id = $1 AND c.contact_id = $2',
  params: { channelAccountId: 'int4', contactId: 'int4' },
  row: { id: 'int4' },
});

/** Inserts conversations; existing ones are unchanged. The caller has locked the contacts. */
export const insertConversations = defineBatchStatement({
  name: 'people.insert-conversations',
  plan: 'index',
  text: `INSERT INTO conversations (tenant_id, channel, channel_account_id, contact_id, peer, provider_thread_id,
                                    last_inbound_at, last_message_at)
         SELECT * FROM unnest($1::int4[], $2::text[], $3::int4[], $4::int4[], $5::text[], $6::text[],
                              $7::timestamptz[], $8::timestamptz[])
             AS w(tenant_id, channel, channel_account_id, contact_id, peer, provider_thread_id, last_inbound_at, last_message_at)
          ORDER BY channel_account_id, contact_id
         ON CONFLICT DO NOTHING
         RETURNING id`,
  items: {
    tenantId: 'int4',
    channel: 'text',
    channelAccountId: 'int4',
    contactId: 'int4',
    peer: 'text',
    providerThreadId: 'text?',
    lastInboundAt: 'timestamptz?',
    lastMessageAt: 'timestamptz',
  },
  row: { id: 'int4' },
});

/** Updates conversations that the caller has locked. */
export const updateConversations = defineBatchStatement({
  name: 'people.update-conversations',
  plan: 'index',
  text: `UPDATE conversations c
            SET contact_id = w.contact_id, peer = w.peer, provider_thread_id = w.provider_thread_id,
                delivered_until = w.delivered_until, read_until = w.read_until, assignee = w.assignee, bot = w.bot,
                bot_paused_at = w.bot_paused_at, last_inbound_at = w.last_inbound_at, last_message_at = w.last_message_at,
                status = w.status, is_snoozed = w.is_snoozed, snoozed_until = CASE WHEN w.is_snoozed THEN c.snoozed_until END
           FROM unnest($1::int4[], $2::int4[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::text[],
                       $8::text[], $9::timestamptz[], $10::timestamptz[], $11::timestamptz[], $12::text[], $13::bool[])
             AS w(id, contact_id, peer, provider_thread_id, delivered_until, read_until, assignee, bot, bot_paused_at,
                  last_inbound_at, last_message_at, status, is_snoozed)
          WHERE c.id = w.id`,
  items: {
    id: 'int4',
    contactId: 'int4',
    peer: 'text',
    providerThreadId: 'text?',
    deliveredUntil: 'timestamptz?',
    readUntil: 'timestamptz?',
    assignee: 'text?',
    bot: 'text',
    botPausedAt: 'timestamptz?',
    lastInboundAt: 'timestamptz?',
    lastMessageAt: 'timestamptz',
    status: 'text',
    isSnoozed: 'bool',
  },
});
