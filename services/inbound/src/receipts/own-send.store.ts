import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import type { OwnSend } from './own-send.rules.ts';

/** The columns of a send that the statements of this file and of echo.store.ts return. */
export const OWN_SEND = {
  id: 'int8',
  channelAccountId: 'int4',
  conversationId: 'int4',
  status: 'text',
  peer: 'text',
  text: 'text',
  hasFiles: 'bool!',
  answersComment: 'bool!',
  happenedAt: 'timestamptz',
  settleBy: 'timestamptz?',
} as const;
export const OWN_SEND_COLUMNS = `m.id, m.channel_account_id, m.conversation_id, m.status, m.peer, m.text,
  m.attachments <> '[]' AS has_files, coalesce(m.extra ? 'comment_id', false) AS answers_comment, m.happened_at, m.settle_by`;

const selectConversations = defineBatchStatement({
  name: 'inbound.select-conversations-of-addresses',
  plan: 'index',
  text: (items) => `SELECT a.ord, c.id AS conversation_id
           FROM ${items.as('a')}
           JOIN contact_addresses d ON d.tenant_id = a.tenant_id AND d.channel = a.channel AND d.address = a.address
           JOIN conversations c ON c.contact_id = d.contact_id AND c.channel_account_id = a.channel_account_id
          ORDER BY a.ord, c.id DESC`,
  items: { ord: 'int4', tenantId: 'int4', channel: 'text', channelAccountId: 'int4', address: 'text' },
  row: { ord: 'int4!', conversationId: 'int4' },
});

const selectOpenSends = defineStatement({
  name: 'inbound.select-open-sends',
  plan: 'index',
  text: `SELECT ${OWN_SEND_COLUMNS} FROM messages m
          WHERE m.channel_account_id = ANY ($1) AND m.status IN ('sending', 'unknown') AND m.channel IN ('fb', 'ig', 'tt')
            AND (m.conversation_id = ANY ($2) OR m.extra ? 'comment_id')
          ORDER BY m.id`,
  params: { channelAccountIds: 'int4[]', conversationIds: 'int4[]' },
  row: OWN_SEND,
});

/** A person as known to an account: by any of these addresses. */
export interface PersonOfAccount {
  tenantId: number;
  channel: string;
  channelAccountId: number;
  addresses: readonly string[];
}

/** The conversation with each person, in the same order; null when there is none. */
export async function findConversations(sql: Sql, people: readonly PersonOfAccount[]): Promise<(number | null)[]> {
  const wanted = people.flatMap(({ addresses, ...person }, ord) =>
    addresses.map((address) => ({ ...person, ord, address })),
  );
  const rows = await selectConversations.all(sql, wanted, {});
  // The oldest of several comes last, and wins.
  const found = new Map(rows.map(({ ord, conversationId }) => [ord, conversationId]));
  return people.map((_, ord) => found.get(ord) ?? null);
}

/** Open sends of these accounts, ordered by id: those in these conversations, and private replies to comments. */
export async function findOpenSends(
  sql: Sql,
  places: readonly { channelAccountId: number; conversationId: number | null }[],
): Promise<OwnSend[]> {
  if (places.length === 0) return [];
  return selectOpenSends.all(sql, {
    channelAccountIds: [...new Set(places.map(({ channelAccountId }) => channelAccountId))],
    conversationIds: [...new Set(places.flatMap(({ conversationId }) => conversationId ?? []))],
  });
}

const insertParts = defineBatchStatement({
  name: 'inbound.insert-message-parts',
  plan: 'index',
  text: `INSERT INTO message_parts (channel_account_id, provider_message_id, message_id)
         SELECT * FROM unnest($1::int4[], $2::text[], $3::int8[]) ON CONFLICT DO NOTHING`,
  items: { channelAccountId: 'int4', providerMessageId: 'text', messageId: 'int8' },
});

/** Stores further provider ids of our messages. */
export const addParts = (
  sql: Sql,
  parts: readonly { channelAccountId: number; providerMessageId: string; messageId: string }[],
): Promise<number> => insertParts.run(sql, parts, {});
