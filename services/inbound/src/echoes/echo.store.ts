import { at } from '@parley/common/at';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import { findMessageIds } from '@parley/messaging/people/find-message-ids';
import type { OwnSend } from '../receipts/own-send.rules.ts';
import { findConversations, findOpenSends, OWN_SEND, OWN_SEND_COLUMNS } from '../receipts/own-send.store.ts';
import { type Echo, type EchoFacts, mayFollowFile, type SendFacts, TEXT_AMONG_LATEST } from './echo.rules.ts';

const selectNamedSends = defineBatchStatement({
  name: 'inbound.select-named-sends',
  plan: 'index',
  text: (items) => `SELECT ${OWN_SEND_COLUMNS} FROM ${items.as('n')}
           JOIN messages m ON m.id = n.message_id AND m.channel_account_id = n.channel_account_id
          WHERE m.direction = 'out'`,
  items: { channelAccountId: 'int4', messageId: 'int8' },
  row: OWN_SEND,
});

/** A subquery by message, not NOT EXISTS: as a join, PostgreSQL reads the whole index while few messages have parts. */
const selectSendsWithFile = defineStatement({
  name: 'inbound.select-sends-with-file',
  plan: 'index',
  text: `SELECT ${OWN_SEND_COLUMNS} FROM unnest($1::int4[]) AS c(id)
          CROSS JOIN LATERAL (SELECT * FROM messages n WHERE n.conversation_id = c.id ORDER BY n.id DESC LIMIT $2::int4) AS m
          WHERE m.direction = 'out' AND m.settle_by IS NOT NULL AND m.attachments <> '[]'
            AND (SELECT p.message_id FROM message_parts p WHERE p.message_id = m.id LIMIT 1) IS NULL
          ORDER BY m.id`,
  params: { conversationIds: 'int4[]', latest: 'int4' },
  row: OWN_SEND,
});

/** Only for the message itself, not for a part; the first echo sets the time. */
const updateProviderTimes = defineBatchStatement({
  name: 'inbound.update-provider-times',
  plan: 'index',
  text: `WITH echoed AS (SELECT * FROM unnest($1::int8[], $2::text[], $3::timestamptz[]) AS e(id, provider_message_id, at)),
              locked AS MATERIALIZED (
                SELECT m.id, e.at FROM echoed e JOIN messages m ON m.id = e.id
                 WHERE m.direction = 'out' AND m.provider_message_id = e.provider_message_id AND m.provider_at IS NULL
                 ORDER BY m.id FOR NO KEY UPDATE OF m)
         UPDATE messages m SET provider_at = l.at FROM locked l
          WHERE m.id = l.id AND m.provider_at IS NULL RETURNING m.id, m.conversation_id`,
  items: { messageId: 'int8', providerMessageId: 'text', at: 'timestamptz' },
  row: { id: 'int8', conversationId: 'int4' },
});

const claimOpenSends = defineBatchStatement({
  name: 'inbound.claim-open-sends',
  plan: 'index',
  text: `WITH echoed AS (SELECT * FROM unnest($1::int8[], $2::int4[], $3::timestamptz[]) AS e(id, conversation_id, at)),
              locked_conversations AS MATERIALIZED (
                SELECT c.id FROM conversations c
                 WHERE c.id IN (SELECT coalesce(e.conversation_id, o.conversation_id) FROM echoed e JOIN messages o ON o.id = e.id
                                 WHERE o.status IN ('sending', 'unknown'))
                 ORDER BY c.id FOR NO KEY UPDATE),
              locked AS MATERIALIZED (
                SELECT m.id, e.conversation_id, e.at FROM echoed e JOIN messages m ON m.id = e.id
                 WHERE m.status IN ('sending', 'unknown') AND (SELECT count(*) FROM locked_conversations) >= 0 ORDER BY m.id FOR UPDATE OF m)
         UPDATE messages m SET provider_at = l.at, conversation_id = coalesce(l.conversation_id, m.conversation_id)
           FROM locked l WHERE m.id = l.id RETURNING m.id, m.conversation_id`,
  items: { messageId: 'int8', conversationId: 'int4?', at: 'timestamptz' },
  row: { id: 'int8', conversationId: 'int4' },
});

/** Our messages that echoes name, by id; those of other accounts are left out. */
async function findNamedSends(
  sql: Sql,
  named: readonly { channelAccountId: number; messageId: string }[],
): Promise<Map<string, OwnSend>> {
  const rows = await selectNamedSends.all(sql, named, {});
  return new Map(rows.map((row) => [row.id, row]));
}

/** Sends with a file and no second part, among the `latest` messages of each conversation, ordered by id. */
const findSendsWithFile = async (sql: Sql, conversationIds: readonly number[], latest: number): Promise<OwnSend[]> =>
  conversationIds.length === 0
    ? []
    : selectSendsWithFile.all(sql, { conversationIds: [...new Set(conversationIds)], latest });

/** Sets the provider time of messages without one; returns the conversation of each updated message. */
export async function storeProviderTimes(
  sql: Sql,
  echoed: readonly { messageId: string; providerMessageId: string; at: Date }[],
): Promise<Map<string, number>> {
  const first = new Map(echoed.toReversed().map((echo) => [echo.messageId, echo]));
  const rows = await updateProviderTimes.all(sql, [...first.values()], {});
  return new Map(rows.map(({ id, conversationId }) => [id, conversationId]));
}

/**
 * Locks sends that are still open, after their conversations, and sets their provider time and, if not null, their
 * conversation. Returns the conversation of each; a send that another transaction settled first is left out.
 */
export async function claimSends(
  sql: Sql,
  sends: readonly { messageId: string; conversationId: number | null; at: Date }[],
): Promise<Map<string, number>> {
  const rows = await claimOpenSends.all(sql, sends, {});
  return new Map(rows.map(({ id, conversationId }) => [id, conversationId]));
}

/** An echo, and the account that knows its person. */
export interface PlacedEcho extends Echo {
  tenantId: number;
  channel: string;
}

/** The message that each echo names, in the same order. */
async function loadNamed(sql: Sql, echoes: readonly Echo[]): Promise<(OwnSend | null)[]> {
  const named = await findNamedSends(
    sql,
    echoes.flatMap(({ channelAccountId, callbackId }) =>
      callbackId === null ? [] : [{ channelAccountId, messageId: callbackId }],
    ),
  );
  return echoes.map(({ channelAccountId, callbackId }) => {
    const send = callbackId === null ? undefined : named.get(callbackId);
    return send?.channelAccountId === channelAccountId ? send : null;
  });
}

/**
 * Loads the facts about echoes. Open sends are queried before known ids: in this order one of the two queries sees a send that
 * is settled concurrently.
 */
export async function loadEchoFacts<E extends PlacedEcho>(
  sql: Sql,
  echoes: readonly E[],
): Promise<{ echoes: (E & EchoFacts)[]; sends: SendFacts }> {
  const named = await loadNamed(sql, echoes);
  const placed = echoes.map((echo, index) => ({ ...echo, named: at(named, index) }));
  const unnamed = placed.filter((echo) => echo.mayBeOurs && echo.named === null);
  const found = await findConversations(sql, unnamed);
  const conversations = new Map(unnamed.map((echo, index) => [echo, at(found, index)]));
  const open = await findOpenSends(
    sql,
    unnamed.map((echo) => ({ ...echo, conversationId: conversations.get(echo) ?? null })),
  );

  const known = await findMessageIds(sql, echoes);
  const facts = placed.map((echo, index) => ({
    ...echo,
    conversationId: conversations.get(echo) ?? null,
    knownMessageId: at(known, index),
  }));
  const texts = facts.filter((echo) => echo.knownMessageId === null && mayFollowFile(echo));
  const withFile = await findSendsWithFile(
    sql,
    texts.flatMap(({ conversationId }) => conversationId ?? []),
    TEXT_AMONG_LATEST,
  );
  return { echoes: facts, sends: { open, withFile } };
}
